import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { setEmbedOrigins } from '../../../src/modules/bills/set-embed-origins.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { makeBill } from './stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

test('a form of 51 fields to a bill is refused, and one of fifty is read', async () => {
  const fields = (count: number) =>
    new URLSearchParams(Array.from({ length: count }, (): [string, string] => ['a', '']))
  const { slug } = await makeBill(shop, { kind: 'many', amount: 13_400 })
  const guest = createVisitor(shop)
  expect((await guest.post(`/b/${slug}`, fields(51))).status).toBe(400)
  expect((await guest.post(`/b/${slug}`, fields(50))).status).toBe(303)
})

test('a bill can be framed by the currently listed sites, even while many load it', async () => {
  const { slug } = await makeBill(shop, { kind: 'many', amount: 17_300 })
  const load = async () => {
    const { headers } = await shop.page(`/embed/${slug}`)
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const name = (site: string) => setEmbedOrigins(shop.app, shop.demo.accountId, [site], commandActor)
  await name('https://before.example')
  const loading = Array.from({ length: 10 }, load)
  await name('https://after.example')
  await Promise.all(loading)
  expect(await Promise.all(Array.from({ length: 10 }, load))).toEqual(Array(10).fill('https://after.example'))
})
