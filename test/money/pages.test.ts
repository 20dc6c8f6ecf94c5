import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IncomingTransfer } from '../../src/connectors/connector.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { settleTogether } from '../../src/money/settle-together.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { settleTransfers } from '../../src/money/settle-transfers.ts'
import { storeTransfers } from '../../src/money/transfer-moves.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count, create, events, statusOf, transfer, walletOf } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

/** Settles one page in one transaction, like a reader that missed another reader's transfers. */
async function settlePage(transfers: IncomingTransfer[]) {
  const source = await walletOf(shop)
  const page = { source, transfers, store: storeTransfers }
  return shop.app.transaction('installation', tx => settleTogether(shop.app, tx, page))
}

describe('a page with a transfer that another process has just stored', () => {
  test("a page changes nothing if another process's transfer pays, because later rows were judged without it", async () => {
    const [known, fresh] = [await create(shop), await create(shop, { amount: 30_000 })]
    const stored = transfer({ reference: 'STORED', amount: known.final_amount })
    await settleTransfer(shop.app, await walletOf(shop), stored)
    // Other money with the same reference: it would pay, but is stored already.
    const again = { ...stored, amount: (await create(shop, { amount: 31_000 })).final_amount }
    const page = [again, transfer({ reference: 'FRESH', amount: fresh.final_amount })]
    await expect(settlePage(page)).rejects.toThrow('stored meanwhile')
    expect(await statusOf(shop, fresh)).toBe('pending')
    expect(await count(shop, 'transfer', "reference = 'FRESH'")).toBe(0)
    // Settled one by one, each is judged by the transfers stored until then.
    expect(await settleTransfers(shop.app, await walletOf(shop), page)).toEqual(['known', 'settled'])
    expect(await statusOf(shop, fresh)).toBe('paid')
    expect(await events(shop, fresh.invoice_id)).toEqual(['payment.created', 'payment.paid'])
  })

  test("a page continues if another process's transfer pays nothing", async () => {
    const fresh = await create(shop, { amount: 40_000 })
    const unmatched = transfer({ reference: 'UNMATCHED', amount: 88_888_888 })
    await settleTransfer(shop.app, await walletOf(shop), unmatched)
    const page = [unmatched, transfer({ reference: 'BESIDE', amount: fresh.final_amount })]
    expect(await settlePage(page)).toEqual(['known', 'settled'])
    expect(await statusOf(shop, fresh)).toBe('paid')
  })

  test('a page that another process stored completely is recognised, and fails nothing', async () => {
    const payment = await create(shop, { amount: 50_000 })
    await settleTransfer(shop.app, await walletOf(shop), transfer({ reference: 'ALONE', amount: 77_777_777 }))
    const [again] = [transfer({ reference: 'ALONE', amount: payment.final_amount })]
    expect(await settlePage([again!])).toEqual(['known'])
    expect(await statusOf(shop, payment)).toBe('pending')
    expect(await count(shop, 'transfer', "reference = 'ALONE'")).toBe(1)
  })
})
