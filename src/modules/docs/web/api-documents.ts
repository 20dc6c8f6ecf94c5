import Router from '@koa/router'
import type Koa from 'koa'
import type { Needs } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import type { ApiDocuments } from '../../module.ts'
import { writeLanguageModelText } from './language-model-text.ts'

const documentPaths = {
  detailed: '/openapi.json',
  simple: '/openapi.simple.json',
  client: '/openapi.client.json',
}

/**
 * Serves the API's documents for programs: OpenAPI of both dialects and for generated clients, and a text for language
 * models.
 */
export function createApiDocumentsRouter(app: Needs<'config'>, documents: ApiDocuments): Router {
  const router = new Router()
  router.get(
    documentPaths.detailed,
    sendText('application/json', () => JSON.stringify(documents.detailed)),
  )
  router.get(
    documentPaths.simple,
    sendText('application/json', () => JSON.stringify(documents.simple)),
  )
  router.get(
    documentPaths.client,
    sendText('application/json', () => JSON.stringify(documents.client)),
  )
  router.get(
    '/llms.txt',
    sendText('text/plain', () => writeLanguageModelText(app, documents.detailed)),
  )
  // The address of the reference before 1.1.0.
  router.get('/docs/reference', ctx => {
    ctx.status = 301
    ctx.set('Location', makePath(app.config, '/docs'))
  })
  return router
}

function sendText(type: string, write: () => string): Koa.Middleware {
  let text: string | undefined
  return ctx => {
    text ??= write()
    ctx.type = `${type}; charset=utf-8`
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' })
    ctx.body = text
  }
}
