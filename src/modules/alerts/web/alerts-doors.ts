import Router from '@koa/router'
import type Koa from 'koa'
import { html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { sendAsset } from '../../../web/parts/assets.ts'
import { startEventStream } from '../../../web/parts/event-stream.ts'
import { pageHeaders } from '../../../web/parts/frame.ts'
import { admitVisitor, type Visit } from '../../../web/parts/visit.ts'
import { writeAlertMessage } from '../alert-message.ts'
import type { NewsItem } from '../read-news.ts'
import { alertsTexts } from '../texts/alerts-texts.ts'
import type { PageNews } from './page-news.ts'
import { createPageStreams, type PageStreams } from './page-streams.ts'

/** Serves the stream of news for open pages, and the worker that shows push messages; `close` ends the streams. */
export function createAlertsDoors(app: App): { router: Router; close(): void } {
  const streams = createPageStreams(app)
  const router = new Router()
  router.get('/alerts-worker.js', async ctx => {
    await sendAsset(ctx as Koa.Context, 'alerts-worker.js')
    // Browsers check the worker for changes with each visit, and a new version of Warung has another one.
    ctx.set('Cache-Control', 'no-cache')
  })
  router.get('/dashboard/events', pageHeaders, ctx => streamNews(app, ctx as Koa.Context, streams))
  return { router, close: streams.close }
}

async function streamNews(app: App, ctx: Koa.Context, streams: PageStreams): Promise<void> {
  const visit = await findVisit(app, ctx)
  if (!visit) {
    ctx.status = 401
    return
  }
  startEventStream(ctx)
  if (ctx.method === 'HEAD') return
  const stream = streams.open(visit, readAfter(ctx), news => describeNews(app, visit, news))
  if (stream) ctx.body = stream
  else {
    ctx.status = 503
    ctx.set('Retry-After', '30')
  }
}

async function findVisit(app: App, ctx: Koa.Context): Promise<Visit | null> {
  try {
    const visit = await admitVisitor(app, ctx, 'read')
    return 'account' in visit ? visit : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function readAfter(ctx: Koa.Context): Date {
  const { after } = ctx.query
  return new Date(typeof after === 'string' && /^\d{1,14}$/.test(after) ? Number(after) : Date.now())
}

function describeNews({ config }: App, { language, mode }: Visit, { id, facts, recordedAt }: NewsItem): PageNews {
  if (!facts) return { id, at: recordedAt.getTime(), ring: null }
  const { title, body, path } = writeAlertMessage(facts, { language, mode })
  const sound = facts.what === 'order_placed' ? 'order' : 'payment'
  return { id, at: recordedAt.getTime(), ring: { sound, title, body, path: makePath(config, path) } }
}

/** Renders the part of each member's page that shows and sounds news. */
export function drawAlerts({ config }: Pick<App, 'config'>, { language, account, mode }: Visit) {
  const say = alertsTexts[language]
  const place = html`data-events="${makePath(config, '/dashboard/events')}" data-place="${account.id}.${mode}"`
  return html`<div id="alerts" class="alerts" role="status" aria-label="${say.here}" data-from="${Date.now()}"
    ${place}></div>`
}
