import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeTurnSql } from '../../src/callbacks/redeliver-sql.ts'
import type { Tx } from '../../src/database/transaction.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

// Repetitions of callbacks take turns: bulk ones run alone for an account and mode, single ones beside each other.

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

type Turn = { invoiceId: string | null; mode?: 'live' | 'test'; accountId?: number }

async function takes(tx: Tx, { invoiceId, mode = 'test', accountId = shop.demo.accountId }: Turn): Promise<boolean> {
  const [turn] = await tx.query(takeTurnSql, { accountId, mode, invoiceId })
  return turn!.taken
}

/** Returns whether others may have a turn while this one is held. */
async function beside(held: Turn, others: Turn[]): Promise<boolean[]> {
  return shop.app.transaction('installation', async tx => {
    expect(await takes(tx, held)).toBe(true)
    const taken: boolean[] = []
    for (const other of others) taken.push(await shop.app.transaction('installation', inner => takes(inner, other)))
    return taken
  })
}

test('a single resend excludes the same payment and bulk resends, but no other payments', async () => {
  const others = [{ invoiceId: 'INV-A' }, { invoiceId: 'INV-B' }, { invoiceId: null }]
  expect(await beside({ invoiceId: 'INV-A' }, others)).toEqual([false, true, false])
})

test('a bulk resend excludes others in its account and mode, and no others', async () => {
  const others: Turn[] = [
    ...[{ invoiceId: null }, { invoiceId: 'INV-A' }],
    ...[null, 'INV-A'].flatMap(invoiceId => [
      { invoiceId, mode: 'live' as const },
      { invoiceId, accountId: shop.second.accountId },
    ]),
  ]
  expect(await beside({ invoiceId: null }, others)).toEqual([false, false, true, true, true, true])
})

test('the turn of a resend ends with its transaction', async () => {
  for (const invoiceId of [null, 'INV-A', null]) expect(await beside({ invoiceId }, [])).toEqual([])
})
