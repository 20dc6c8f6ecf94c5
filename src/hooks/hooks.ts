import type { IncomingMessage } from 'node:http'
import Router from '@koa/router'
import type Koa from 'koa'
import { answerError } from '../http/errors.ts'
import { readBytes } from '../lib/read-bytes.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import { receivePush } from '../money/receive-push.ts'
import type { App } from '../needs.ts'

// Large enough for a notification with its icons, which are not read.
const bodyBytesMax = 262_144

/**
 * Receives providers' requests at `/hooks/<connector>/<connection>` and any path that a provider appends. The raw bytes
 * go to the connector, which verifies them and answers in its provider's form.
 */
export function createHooksRouter(app: App): Router {
  const router = new Router()
  // Providers sign the path as they know it: the public one, including the prefix that a proxy removed.
  const publicPath = new URL(app.config.baseUrl).pathname.replace(/\/$/, '')
  router.post('/hooks/:connector/:connection{/*rest}', async ctx => {
    try {
      const { connector, connection } = ctx.params
      if (!/^\d{1,15}$/.test(connection!)) throw notFound('hook')
      const answer = await receivePush(
        app,
        { connector: connector!, connectionId: Number(connection) },
        {
          method: ctx.method,
          path: publicPath + ctx.originalUrl,
          headers: singleHeaders(ctx.req),
          body: await readRaw(ctx.req),
          receivedAt: new Date(),
        },
      )
      ctx.status = answer.status
      ctx.body = answer.body
    } catch (error) {
      answerError(ctx as Koa.Context, error, app.log)
    }
  })
  router.all('/hooks/:connector/:connection{/*rest}', ctx => {
    ctx.set('Allow', 'POST')
    answerError(ctx as Koa.Context, new Refusal('method_not_allowed', 'Hooks take POST'), app.log)
  })
  return router
}

// A header that is sent twice makes two claims, so neither counts.
function singleHeaders(request: IncomingMessage): Record<string, string | undefined> {
  const headers = Object.entries(request.headersDistinct)
  return Object.fromEntries(headers.map(([name, values]) => [name, values?.length === 1 ? values[0] : undefined]))
}

async function readRaw(request: IncomingMessage): Promise<Buffer> {
  const body = await readBytes(request, bodyBytesMax)
  if (body === null)
    throw refuseField('body', `has at most ${bodyBytesMax} bytes`, { code: 'too_large', bytesMax: bodyBytesMax })
  return body
}
