import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
})
afterAll(() => shop.close())

test("a customer's card is found by name, last digits, payment and tag", async () => {
  const invoice = await shop.invoice({ amount: 64_000, customer_name: 'Mbak Retno', customer_phone: '081288817764' })
  await shop.work()
  await shop.pay(invoice)
  const card = /\/dashboard\/people\/\d+/.exec((await owner.get('/dashboard/people')).text)![0]
  const changed = await owner.post(card, { act: 'change', note: '', tags: 'katering', addresses: '' })
  expect(changed.status).toBe(303)
  for (const text of ['retno', '7764', invoice, 'katering']) {
    expect((await owner.get(`/dashboard/find?q=${encodeURIComponent(text)}`)).text, text).toContain(card)
  }
  const stranger = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await stranger.get('/dashboard/find?q=retno')).text).not.toContain('Retno')
})
