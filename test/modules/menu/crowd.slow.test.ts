import { LockMode } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transact } from '../../../src/database/transaction.ts'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { MenuPage } from '../../../src/modules/menu/menu-page.ts'
import { openOrdersMax, orderFromMenu } from '../../../src/modules/menu/order-from-menu.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

/** The number of guests who press at once. */
const crowd = Number(process.env.WARUNG_ROUNDS ?? 20)

let shop: WebShop
let coffee: string
/** How long the next transaction of a page waits for a row; if unset, as long as usual. */
let nextWaits: string | null = null
beforeAll(async () => {
  shop = await createWebShop()
  const { transaction } = shop.app
  const hurried: Transact = (scope, work) =>
    transaction(scope, async tx => {
      const waits = nextWaits
      nextWaits = null
      if (waits) await tx.query(`set local lock_timeout = '${waits}'`)
      return work(tx)
    })
  Object.assign(shop.app, { transaction: hurried })
  coffee = await openCafe(shop)
})
afterAll(() => shop.close())

/** Opens the menu of a café with tables. Returns the coffee's variant. */
async function openCafe(cafe: TestShop): Promise<string> {
  await openMenu(cafe, 'kopi')
  await cafe.app.sql.write('insert into shop_rules (account_id, tables) values ($1, 9)', [cafe.demo.accountId])
  const rows = await cafe.app.sql.query<{ id: string }>("select public_id as id from variant where key = 'reguler'")
  return rows[0]!.id
}

/** Creates a guest with a coffee in the cart. Returns a function that presses the button. */
async function guest(): Promise<() => Promise<{ status: number; text: string; location: string | null }>> {
  const visitor = createVisitor(shop)
  await visitor.post('/m/kopi/cart', { do: 'add', variant: coffee, quantity: '1' })
  const form = { name: 'Sari', receiving: 'dine_in', table: '2', expected_total: '18000', once: 'form' }
  return () => visitor.post('/m/kopi/order', form)
}

test('a menu that is locked for a long time asks to retry, keeps the cart, and then sells', async () => {
  const order = await guest()
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  await shop.app.transaction(scope, async ({ em }) => {
    await em.findOneOrFail(MenuPage, { slug: 'kopi' }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    nextWaits = '50ms'
    const refused = await order()
    expect(refused.status).toBe(503)
    expect(refused.text).toContain('Sedang sibuk. Tunggu sebentar, lalu coba lagi.')
    expect(refused.text).toContain('value="Sari"')
    expect(refused.text).toContain('Kopi Susu (Reguler)')
  })
  expect((await order()).status).toBe(303)
})

test('simultaneous guests at one address each get a page, and refused ones keep the cart', async () => {
  const orders = await Promise.all(Array.from({ length: crowd }, () => guest()))
  const answers = await Promise.all(orders.map(order => order()))
  const refused = answers.filter(({ status }) => status !== 303)
  // On a busy machine, the last guests may wait longer for a row than the limit, and are asked to try again.
  for (const { status, text } of refused) {
    expect([429, 503]).toContain(status)
    expect(text).toContain('Kopi Susu (Reguler)')
  }
  const placed = await shop.app.sql.query<{ count: number }>('select count(*)::int as count from store_order')
  // Includes the earlier order.
  const sold = orders.length - refused.length + 1
  expect(sold).toBeLessThanOrEqual(openOrdersMax.address)
  expect(placed).toEqual([{ count: sold }])
  expect(await findViolations(shop.app)).toEqual([])
})

test('simultaneous guests at different addresses all get an open order', async () => {
  const cafe = await createTestShop()
  try {
    const variantId = await openCafe(cafe)
    const scope = { accountId: cafe.demo.accountId, mode: 'test' } as const
    const order = (at: number) =>
      orderFromMenu(
        cafe.app,
        { ...scope, browser: `browser ${at}`, address: `address ${at}`, name: 'Sari', language: 'id' },
        {
          units: [{ variantId, quantity: 1, choices: [] }],
          receiving: 'dine_in',
          table: 2,
          expectedTotal: 18_000,
          once: `form ${at}`,
        },
      )
    await cafe.app.sql.write('update stock set available = 1000 where available is not null')
    for (let at = 0; at < openOrdersMax.page - 4; at++) await order(at)
    const settled = await Promise.allSettled(Array.from({ length: 9 }, (_, at) => order(openOrdersMax.page + at)))
    expect(settled.filter(one => one.status === 'rejected')).toEqual([])
    expect(await findViolations(cafe.app)).toEqual([])
  } finally {
    await cafe.close()
  }
})
