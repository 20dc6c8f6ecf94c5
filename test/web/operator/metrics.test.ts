import http from 'node:http'
import type { AddressInfo } from 'node:net'
import perfHooks from 'node:perf_hooks'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApiRouter } from '../../../src/api/endpoint.ts'
import { readBacklog } from '../../../src/doctor/read-backlog.ts'
import { openTracing } from '../../../src/http/tracing.ts'
import { createMetrics } from '../../../src/web/operator/metrics.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { endpoints } from '../../kit/parts.ts'

let shop: TestShop
let url: string
const servers: http.Server[] = []

async function serve(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  shop = await createTestShop()
  const { middleware, router } = createMetrics(shop.app)
  url = await serve(
    new Koa().use(middleware).use(router.routes()).use(createApiRouter(shop.app, endpoints).routes()).callback(),
  )
})
afterAll(async () => {
  for (const server of servers) server.close()
  await shop.close()
})

const read = (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })

test('delays of the event loop are measured from the first scrape, and reported from then on', async () => {
  const measure = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const other = createMetrics(shop.app).router
  const own = await serve(new Koa().use(other.routes()).callback())
  expect(measure).not.toHaveBeenCalled()
  for (const time of [1, 2]) {
    const text = await (await fetch(`${own}/metrics`)).text()
    const [, mean] = /^nodejs_eventloop_lag_mean_seconds (\S+)$/m.exec(text)!
    expect(Number(mean), `read for the ${time}. time`).toBeGreaterThan(0)
  }
  expect(measure).toHaveBeenCalledTimes(1)
  measure.mockRestore()
})

test('metrics count requests by route, and show the length of each queue', async () => {
  await fetch(`${url}/nowhere/INV-1?apiKey=secret`)
  await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'qris' } })
  const text = await (await read()).text()
  expect(text).toMatch(/warung_http_requests_total\{method="GET",route="none",status="404"\} 1/)
  expect(text).toMatch(/warung_work\{kind="charges_to_make"\} 1/)
  expect(text).toMatch(/warung_work_oldest_seconds\{kind="callbacks_due"\} 0/)
  expect(text).toMatch(/warung_trouble\{kind="withdrawals_open"\} 0/)
  expect(text).not.toMatch(/INV-1|secret/)
})

test('requests of the API are counted by endpoint, and requests to unknown paths together', async () => {
  for (const path of ['check-payment?invoice=INV-2', 'Check-Payment/', 'INV-3', 'INV-4/check-payment']) {
    await fetch(`${url}/api/${path}`, { method: 'HEAD' })
  }
  const text = await (await read()).text()
  expect(text).toMatch(/warung_http_requests_total\{method="HEAD",route="\/api\/check-payment",status="401"\} 2/)
  expect(text).toMatch(/warung_http_requests_total\{method="HEAD",route="\/api\/\{\*rest\}",status="404"\} 2/)
  expect(text).not.toMatch(/INV-/)
})

test('only a connection that waits for money counts as work', async () => {
  const due = async () => {
    await shop.app.sql.write(
      `update reading set due_at = now() - interval '5 minutes', whole_day_at = now() + interval '1 hour'`,
    )
    return (await readBacklog(shop.app)).work.readings_due
  }
  expect(await due()).toEqual({ count: 0, oldestS: 0 })
  // A connection that only reports single codes is checked for each code, and never read.
  const { body } = await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'qris' } })
  await shop.work()
  expect((await shop.api(`/check-payment?invoice=${body.data.invoice_id}`)).body.status).toBe('pending')
  expect(await due()).toEqual({ count: 0, oldestS: 0 })
  await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'wallet_direct' } })
  const { count, oldestS } = await due()
  expect(count).toBe(1)
  expect(oldestS).toBeGreaterThanOrEqual(299)
})

test('metrics require a token, and are closed in production if none is set', async () => {
  const { config } = shop.app
  config.metricsToken = 'a token of a test'
  expect((await read()).status).toBe(404)
  expect((await read({ authorization: 'Bearer another' })).status).toBe(404)
  expect((await read({ authorization: 'Bearer a token of a test' })).status).toBe(200)
  config.metricsToken = undefined
  config.production = true
  expect((await read()).status).toBe(404)
  config.production = false
  expect((await read()).status).toBe(200)
})

test('traces go only to the configured collector, without IP addresses, and nowhere if none is set', async () => {
  expect(await openTracing(undefined, 'warung')).toBe(null)
  const seen: string[] = []
  const collector = await serve(async (request, response) => {
    seen.push(`${request.url} ${Buffer.concat(await request.toArray()).toString()}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const tracing = (await openTracing(collector, 'warung'))!
  const sharing: Koa.Middleware = ctx => {
    ctx.state.shared = { shared_with: 41, waited_ms: 2.5 }
  }
  const traced = await serve(new Koa().use(tracing.middleware).use(sharing).callback())
  await fetch(`${traced}/pay?invoice=INV-1`)
  await tracing.stop()
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatch(/^\/v1\/traces /)
  expect(seen[0]).toContain('GET none')
  expect(seen[0]).not.toContain('INV-1')
  expect(seen[0]).toContain('{"key":"warung.shared_with","value":{"intValue":41}}')
  expect(seen[0]).toContain('{"key":"warung.waited_ms","value":{"doubleValue":2.5}}')
})
