import { setTimeout as pause } from 'node:timers/promises'
import Router from '@koa/router'
import type Koa from 'koa'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Backlog, readBacklog } from '../../doctor/read-backlog.ts'
import { isSameText } from '../../lib/same-text.ts'
import { isRemoteAddress } from '../../lib/this-machine.ts'
import type { Needs } from '../../needs.ts'

export interface Metrics {
  /** Counts and times every request, by route pattern: each address would otherwise create its own series. */
  middleware: Koa.Middleware
  /** Serves `/metrics` for Prometheus. */
  router: Router
}

/**
 * The methods of pages and endpoints. All others share one label, so that a scan with odd ones creates no new series.
 */
const methods = new Set(['GET', 'HEAD', 'POST'])
const backlogKeptMs = 5_000
const loopLookMs = 10

/**
 * Creates the metrics for Prometheus, with METRICS_TOKEN as the bearer token. Without that setting only this machine
 * may read them, or no one in production.
 */
export function createMetrics(app: Needs<'config' | 'em' | 'now' | 'slowly' | 'log' | 'connectors'>): Metrics {
  const registry = new Registry()
  const labelNames = ['method', 'route', 'status'] as const
  const register = { registers: [registry] }
  const count = new Counter({ name: 'warung_http_requests_total', help: 'Requests', labelNames, ...register })
  const seconds = new Histogram({
    name: 'warung_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ...register,
  })
  addBacklog(app, registry)
  let watching: Promise<void> | undefined
  const router = new Router()
  router.get('/metrics', async ctx => {
    if (!mayRead(app, ctx as unknown as Koa.Context)) return
    watching ??= watchProcess(registry)
    await watching
    ctx.type = registry.contentType
    ctx.body = await registry.metrics()
  })
  const middleware: Koa.Middleware = async (ctx, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const route = String((ctx as { _matchedRoute?: unknown })._matchedRoute ?? 'none')
      const method = methods.has(ctx.method) ? ctx.method : 'other'
      count.inc({ method, route, status: ctx.status })
      seconds.observe({ method, route }, (performance.now() - startedAt) / 1000)
    }
  }
  return { middleware, router }
}

/**
 * Measures this process. Measuring the delays of its event loop wakes it every few milliseconds, so it starts with the
 * first scrape: without a reader of the metrics, an idle process sleeps.
 */
async function watchProcess(registry: Registry): Promise<void> {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopLookMs })
  // An unmeasured delay would be reported as the maximum.
  await pause(3 * loopLookMs)
}

// The backlog is read at most every five seconds, however often it is scraped; without a database the other metrics are
// still served.
function addBacklog(app: Needs<'em' | 'now' | 'slowly' | 'log' | 'connectors'>, registry: Registry): void {
  let cached: { at: number; backlog: Promise<Backlog> } | undefined
  const read = () => {
    if (!cached || Date.now() - cached.at > backlogKeptMs) cached = { at: Date.now(), backlog: readBacklog(app) }
    return cached.backlog
  }
  const gauge = (name: string, help: string, values: (backlog: Backlog) => [string, number][]) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        this.reset()
        try {
          for (const [kind, value] of values(await read())) this.set({ kind }, value)
        } catch (error) {
          app.log.warn({ err: error }, 'the backlog could not be read')
        }
      },
    })
  gauge('warung_work', 'What the jobs have to do now', ({ work }) =>
    Object.entries(work).map(([kind, { count }]) => [kind, count]),
  )
  gauge('warung_work_oldest_seconds', 'How long the oldest of it has waited', ({ work }) =>
    Object.entries(work).map(([kind, { oldestS }]) => [kind, oldestS]),
  )
  gauge('warung_trouble', 'What waits for a person', ({ trouble }) => Object.entries(trouble))
}

function mayRead({ config }: Needs<'config'>, ctx: Koa.Context): boolean {
  const { metricsToken, production, demoIsPublic } = config
  if (metricsToken === undefined) return !production && !demoIsPublic && !isRemoteAddress(ctx.req.socket.remoteAddress)
  return isSameText(ctx.get('Authorization'), `Bearer ${metricsToken}`)
}
