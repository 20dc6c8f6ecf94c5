import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import Router from '@koa/router'
import type Koa from 'koa'
import { html } from '../../lib/html.ts'
import type { Needs } from '../../needs.ts'
import { pathTo } from '../parts/address.ts'
import { assetPath } from '../parts/assets.ts'
import { pageHeaders, sendPage } from '../parts/frame.ts'
import { languageOf } from '../parts/language.ts'
import { texts } from '../parts/texts.ts'
import { apiReference, type ReferenceOptions } from './api-reference.ts'

/** The OpenAPI documents by dialect. */
export type ApiDocuments = Record<'detailed' | 'simple', object>

const documentPaths = { detailed: '/openapi.json', simple: '/openapi.simple.json' }

// Swagger UI draws its icons from data: addresses; everything else of it comes from here.
const tryItPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action " +
  "'none'; base-uri 'none'; frame-ancestors 'none'"

/** The API's documents: machine-readable, as a page to read, and as one to try each endpoint with a key. */
export function apiDocumentsRouter(app: Needs<'config'>, documents: ApiDocuments): Router {
  const router = new Router()
  router.get(documentPaths.detailed, sendDocument(documents.detailed))
  router.get(documentPaths.simple, sendDocument(documents.simple))
  for (const [name, file] of swaggerFiles()) router.get(`/docs/${name}`, sendFile(file))
  router.get('/docs', pageHeaders, ctx => {
    ctx.set('Content-Security-Policy', tryItPolicy)
    const language = languageOf(ctx)
    const say = texts[language]
    const name = dialectOf(ctx)
    const other = name === 'detailed' ? 'simple' : 'detailed'
    const link = (path: string, dialect: ReferenceOptions['name'], text: string) =>
      html`<a href="${pathTo(app.config, path, { dialect, lang: language })}">${text}</a>`
    const otherLink = link('/docs', other, say.docsOtherDialect(other))
    const referenceLink = link('/docs/reference', name, say.docsReference)
    const file = documentPaths[name]
    const fileLink = html`<a href="${pathTo(app.config, file)}">${file.slice(1)}</a>`
    sendPage(ctx, app.config, {
      language,
      title: say.docsTitle,
      summary: say.docsText,
      body: html`<main class="plain docs">
        <header class="card">
          <h1>${say.docsTitle}</h1>
          <p>${say.docsText}</p>
          <p>${say.docsDialect(name)} ${otherLink} · ${referenceLink} · ${fileLink}</p>
          <noscript><p>${say.docsNoScript}</p></noscript>
        </header>
        <link rel="stylesheet" href="${pathTo(app.config, '/docs/swagger-ui.css')}">
        <div id="try-it" data-document="${pathTo(app.config, file)}" data-dialect="${name}"></div>
        <script src="${pathTo(app.config, '/docs/swagger-ui-bundle.js')}"></script>
        <script src="${assetPath(app.config, 'try-it.js')}"></script>
      </main>`,
      here: { path: '/docs', query: { dialect: name } },
    })
  })
  router.get('/docs/reference', pageHeaders, ctx => {
    const language = languageOf(ctx)
    const name = dialectOf(ctx)
    sendPage(ctx, app.config, {
      language,
      title: texts[language].docsReference,
      body: apiReference(app, documents[name], { name, language }),
      here: { path: '/docs/reference', query: { dialect: name } },
    })
  })
  return router
}

function dialectOf(ctx: Koa.Context): keyof ApiDocuments {
  return ctx.query.dialect === 'simple' ? 'simple' : 'detailed'
}

function sendDocument(document: object): Koa.Middleware {
  const text = JSON.stringify(document)
  return ctx => {
    ctx.type = 'application/json; charset=utf-8'
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' })
    ctx.body = text
  }
}

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

interface SwaggerFile {
  type: string
  body: Buffer
  compressed: Buffer
}

function swaggerFiles(): Map<string, () => SwaggerFile> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const types = {
    'swagger-ui.css': 'text/css; charset=utf-8',
    'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  }
  return new Map(
    Object.entries(types).map(([name, type]) => {
      // Loaded and compressed at the first visit: most processes never serve this page.
      let file: SwaggerFile | undefined
      return [
        name,
        () => {
          if (!file) {
            const body = readFileSync(path.join(folder, name))
            file = { type, body, compressed: brotliCompressSync(body, quickly) }
          }
          return file
        },
      ]
    }),
  )
}

function sendFile(open: () => SwaggerFile): Koa.Middleware {
  return ctx => {
    const { type, body, compressed } = open()
    ctx.type = type
    ctx.set({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' })
    ctx.vary('Accept-Encoding')
    if (ctx.acceptsEncodings('br', 'identity') === 'br') {
      ctx.set('Content-Encoding', 'br')
      ctx.body = compressed
    } else {
      ctx.body = body
    }
  }
}
