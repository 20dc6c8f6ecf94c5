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

test('a bill is found by its id, title, amount and customer', async () => {
  const asked = { title: 'Arisan RT 09', amount: 73_500, customer_name: 'Ibu Lastri', customer_phone: '081377788899' }
  const { bill } = (await shop.api('/create-bill', { body: asked })).body
  for (const text of [bill, 'arisan', '73.500', '73500', 'lastri', '8899']) {
    const { text: found } = await owner.get(`/dashboard/find?q=${encodeURIComponent(text)}`)
    expect(found, text).toContain(`/dashboard/bills/${bill}`)
  }
  const stranger = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await stranger.get('/dashboard/find?q=arisan')).text).not.toContain(bill)
})
