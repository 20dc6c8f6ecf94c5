import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleHeap } from '../../test/kit/sample-heap.ts'
import type { Visitor } from '../../test/web/browse.ts'
import { signInAs } from '../../test/web/dashboard/members.ts'
import { fillShop } from '../../test/web/filled-shop.ts'
import { createWebShop, type WebShop } from '../../test/web/web-shop.ts'

/** The cost of a request: statements sent, rows returned, kilobytes allocated by the shop and its caller. */
interface Cost {
  statements: number
  rows: number
  kilobytes: number
}

/** Numbers may fall. Raising one is a decision: the commit must say what it gains. */
const budgets = {
  'create a payment': { statements: 1, rows: 1, kilobytes: 214 },
  'create a payment to a wallet': { statements: 1, rows: 1, kilobytes: 185 },
  'check a payment': { statements: 1, rows: 1, kilobytes: 105 },
  'list payments': { statements: 6, rows: 21, kilobytes: 395 },
  'get statistics': { statements: 7, rows: 5, kilobytes: 800 },
  'list the stock': { statements: 4, rows: 12, kilobytes: 1030 },
  'list transfers': { statements: 2, rows: 4, kilobytes: 892 },
  'show a payment page': { statements: 6, rows: 2, kilobytes: 1810 },
  'show the dashboard': { statements: 42, rows: 60, kilobytes: 7300 },
  'show the payments': { statements: 12, rows: 60, kilobytes: 2900 },
} satisfies Record<string, Cost>

let shop: WebShop
let owner: Visitor
const sent = { statements: 0, rows: 0 }
const { query } = pg.Client.prototype
const { parseRow } = pg.Result.prototype as unknown as { parseRow: (...fields: unknown[]) => unknown }

beforeAll(async () => {
  // The driver counts every statement: our own and those of the ORM.
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...statement: unknown[]) {
      sent.statements++
      return query.apply(this, statement as never)
    },
  })
  Object.assign(pg.Result.prototype, {
    parseRow(this: pg.Result, ...fields: unknown[]) {
      sent.rows++
      return parseRow.apply(this, fields)
    },
  })
  setFlagsFromString('--no-opt')
  shop = await createWebShop()
  await fillShop(shop)
  owner = await signInAs(shop, { role: 'owner' })
})
afterAll(async () => {
  Object.assign(pg.Client.prototype, { query })
  Object.assign(pg.Result.prototype, { parseRow })
  setFlagsFromString('--opt')
  await shop.close()
})

const warming = 3
const counted = 10
/** Allocations are sampled, and vary with the time of compilation. */
const tolerance = 1.25

/**
 * Returns the cost of a request after some that fill caches. Statements and rows are the lowest of ten, because a sweep
 * of the shop may fall into a request; allocations are the mean.
 */
async function costOf(request: (round: number) => Promise<unknown>): Promise<Cost> {
  for (let round = 0; round < warming; round++) await request(round)
  const allocatedBytes = sampleHeap()
  const rounds: { statements: number; rows: number }[] = []
  for (let round = 0; round < counted; round++) {
    const before = { ...sent }
    await request(warming + round)
    rounds.push({ statements: sent.statements - before.statements, rows: sent.rows - before.rows })
  }
  return {
    statements: Math.min(...rounds.map(({ statements }) => statements)),
    rows: Math.min(...rounds.map(({ rows }) => rows)),
    kilobytes: Math.round(allocatedBytes() / counted / 1024),
  }
}

const paths: Record<keyof typeof budgets, () => Promise<(round: number) => Promise<unknown>>> = {
  async 'create a payment'() {
    return round => shop.invoice({ amount: 30_000 + round })
  },
  async 'create a payment to a wallet'() {
    return round => shop.invoice({ amount: 40_000 + round, payment_method: 'wallet_direct' })
  },
  async 'check a payment'() {
    const invoice = await shop.invoice()
    return () => shop.api(`/check-payment?invoice=${invoice}`)
  },
  async 'list payments'() {
    return () => shop.api('/list-payments?limit=20')
  },
  async 'get statistics'() {
    return () => shop.api('/get-statistics')
  },
  async 'list the stock'() {
    return () => shop.api('/list-stock?limit=20')
  },
  async 'list transfers'() {
    return () => shop.api('/list-transfers?limit=20')
  },
  async 'show a payment page'() {
    const invoice = await shop.invoice()
    // Without a code the page waits for it.
    await shop.work()
    return () => shop.page(`/pay?invoice=${invoice}`)
  },
  async 'show the dashboard'() {
    return () => owner.get('/dashboard')
  },
  async 'show the payments'() {
    return () => owner.get('/dashboard/payments')
  },
}

test.each(Object.entries(paths))(
  'the way to %s costs no more statements, rows and bytes than its budget',
  async (name, prepare) => {
    const cost = await costOf(await prepare())
    const budget = budgets[name as keyof typeof budgets]
    expect(cost.statements).toBeLessThanOrEqual(budget.statements)
    expect(cost.rows).toBeLessThanOrEqual(budget.rows)
    expect(cost.kilobytes).toBeLessThanOrEqual(budget.kilobytes * tolerance)
  },
)
