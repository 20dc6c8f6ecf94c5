import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { html } from '../../src/lib/html.ts'
import { definePage } from '../../src/web/parts/page.ts'
import { createPagesRouter } from '../../src/web/parts/pages-router.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createVisitor, type Visitor } from './browse.ts'

let shop: TestShop
let server: http.Server
let visitor: Visitor
const begun: (() => void)[] = []

const slowPage = definePage({
  path: '/slow',
  role: 'anybody',
  load: async () => null,
  view: () => ({ title: 'Slow', body: html`<p>done</p>` }),
  act: { wait: { atOnceMax: 2, run: () => new Promise(resolve => begun.push(() => resolve({}))) } },
})

beforeAll(async () => {
  shop = await createTestShop()
  const koa = new Koa()
  koa.use(createPagesRouter(shop.app, [slowPage]).routes())
  server = http.createServer(koa.callback())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  visitor = createVisitor({ pagesUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await shop.close()
})

test('an overloaded form returns one sentence with Retry-After, and works again once the queue is empty', async () => {
  const send = () => visitor.post('/slow', { act: 'wait' })
  const first = [send(), send()]
  await expect.poll(() => begun.length).toBe(2)
  const late = await send()
  expect(late).toMatchObject({ status: 503, text: 'Sedang sibuk. Tunggu sebentar, lalu coba lagi.' })
  expect(late.headers.get('retry-after')).toBe('2')
  expect(late.headers.get('content-type')).toContain('text/plain')
  expect(begun).toHaveLength(2)

  for (const end of begun.splice(0)) end()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([303, 303])
  const next = send()
  await expect.poll(() => begun.length).toBe(1)
  begun[0]!()
  expect((await next).status).toBe(303)
})
