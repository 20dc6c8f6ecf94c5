import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Batch, createBatcher } from '../../src/database/batcher.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { addContent } from '../../src/goods/add-content.ts'
import type { Standing } from '../../src/keys/standing.ts'
import { Gone } from '../../src/lib/gather.ts'
import { checkPayment } from '../../src/payments/check-payment.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import type { NewPayment } from '../../src/payments/draft-payment.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { openWallets } from '../money/many-wallets.ts'

let shop: TestShop
let standings: Standing[]

beforeAll(async () => {
  shop = await createTestShop()
  const wallets = await openWallets(shop.app, 4)
  standings = wallets.map(({ standing }) => standing)
})
afterAll(() => shop.close())

/** Wraps the shop, and records its statements about payments. */
function watched() {
  const sent: string[] = []
  const sql = interceptSql(shop.app.sql, {
    change(text) {
      if (/insert into payment |from payment\b/.test(text)) sent.push(text)
      return text
    },
  })
  return { app: { ...shop.app, sql, ask: createBatcher(sql) }, sent }
}

const wallet = (amount: number, more: object = {}) => ({ amount, paymentMethod: 'wallet_direct', ...more })

describe('simultaneous payments', () => {
  test('simultaneous payments share statements, and each caller gets its own, of its account', async () => {
    const { app, sent } = watched()
    const asked = Array.from({ length: 120 }, (_, at) => ({
      standing: standings[at % standings.length]!,
      wanted: wallet(10_000 + at * 1_000, { description: `order ${at}`, metadata: { at: String(at) } }),
    }))
    const made = await Promise.all(asked.map(({ standing, wanted }) => createPayment(app, standing, wanted)))

    expect(sent.length).toBeLessThan(12)
    for (const [at, payment] of made.entries()) {
      const { standing, wanted } = asked[at]!
      expect(payment).toMatchObject({ amount: wanted.amount, description: `order ${at}`, metadata: { at: String(at) } })
      expect([payment.accountId, payment.mode]).toEqual([standing.accountId, standing.mode])
    }
    const checked = await Promise.all(
      made.map((payment, at) => checkPayment(app, asked[at]!.standing, payment.invoiceId)),
    )
    expect(checked.map(({ invoiceId }) => invoiceId)).toEqual(made.map(({ invoiceId }) => invoiceId))
    expect(sent.length).toBeLessThan(20)
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('simultaneous payments of the same price get distinct amounts', async () => {
    const [standing] = standings
    const made = await Promise.all(
      Array.from({ length: 150 }, () => createPayment(shop.app, standing!, wallet(700_000))),
    )
    expect(new Set(made.map(({ finalAmount }) => finalAmount)).size).toBe(150)
    expect(await findViolations(shop.app)).toEqual([])
  })

  test("a batched look-up of another account's payment finds none", async () => {
    const { app, sent } = watched()
    const [one, other] = standings as [Standing, Standing]
    const { invoiceId } = await createPayment(shop.app, one, wallet(31_000))
    const asked = [one, other, { ...one, mode: 'live' as const }].map(caller => checkPayment(app, caller, invoiceId))
    const [own, strangers, live] = await Promise.allSettled(asked)
    expect(own).toMatchObject({ status: 'fulfilled', value: { invoiceId } })
    for (const refused of [strangers, live]) expect(refused).toMatchObject({ reason: { code: 'not_found' } })
    expect(sent).toHaveLength(1)
  })

  test('a payment that the database refuses fails alone', async () => {
    const { app } = watched()
    const tooLong = 'x'.repeat(501)
    const asked = Array.from({ length: 64 }, (_, at) =>
      wallet(50_000 + at * 1_000, at === 7 ? { description: tooLong } : {}),
    )
    const ended = await Promise.allSettled(asked.map(wanted => createPayment(app, standings[at(wanted)]!, wanted)))
    const failed = ended.flatMap((end, number) => (end.status === 'rejected' ? [[number, String(end.reason)]] : []))
    expect(failed).toEqual([[7, expect.stringContaining('payment_description_check')]])
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('simultaneous payments wait only for their own locks', async () => {
    const { app } = watched()
    const [standing] = standings as [Standing]
    const { receivingAccountId } = standing.connections.find(({ isOwn }) => isOwn)!
    const amount = 640_000
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    // A transaction takes every amount near this one, and stays open.
    const other = shop.app.transaction('installation', async tx => {
      await tx.write(
        `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
         select $1, $2 + code, 'INV-' || repeat('0', 20), '-infinity' from generate_series(1, 999) code`,
        [receivingAccountId, amount],
      )
      isHeld.resolve()
      await held.promise
    })
    await isHeld.promise
    let isMade = false
    const late = createPayment(app, standing, wallet(amount)).then(payment => {
      isMade = true
      return payment
    })
    const others = Array.from({ length: 30 }, (_, n) => createPayment(app, standing, wallet(300_000 + n * 1_000)))
    expect(await Promise.all(others)).toHaveLength(30)
    expect(isMade).toBe(false)
    held.resolve()
    await other
    expect((await late).amount).toBe(amount)
  })

  test('no payment is created for a caller who left before it was sent', async () => {
    const [standing] = standings as [Standing]
    const waiter = { isGone: () => true, shared() {} }
    const before = await countOf(standing)
    await expect(createPayment(shop.app, standing, wallet(20_000), { waiter })).rejects.toThrow(Gone)
    expect(await countOf(standing)).toBe(before)
  })

  test('simultaneous payments report how long each waited, and how many were sent together', async () => {
    const said: [number, number][] = []
    const waiter = { isGone: () => false, shared: (...story: [number, number]) => said.push(story) }
    const [standing] = standings as [Standing]
    await Promise.all([1, 2, 3].map(n => createPayment(shop.app, standing, wallet(880_000 + n * 1_000), { waiter })))
    expect(said.map(([, count]) => count)).toEqual([3, 3, 3])
    expect(said.every(([waitedMs]) => waitedMs >= 0)).toBe(true)
  })

  test('payments of a broken connection are reported as unknown, and sent once', async () => {
    let sends = 0
    const ends: Batch<number, number> = {
      async send(sql) {
        sends++
        await sql.query('select pg_terminate_backend(pg_backend_pid())')
        return []
      },
      ownerOf: account => account,
    }
    const ended = await Promise.allSettled([1, 2, 3].map(account => shop.app.ask(ends, account)))
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sends).toBe(1)
    await vi.waitFor(() => shop.app.sql.query('select 1'), { timeout: 60_000 })
  })
})

test('random simultaneous requests create the same payments, amounts and refusals as one by one', async () => {
  const wanted = Array.from({ length: 200 }, (_, n) => ({
    account: randomInt(4),
    asked: {
      amount: [500, 15_000, 16_000, 99_000_000_000][randomInt(20)] ?? 20_000 + randomInt(500),
      paymentMethod: ['wallet_direct', 'wallet_direct', 'qris', 'bank_transfer', undefined][randomInt(5)],
      description: `${n}`,
      ...(randomInt(6) === 0 && { reference: `R-${randomInt(10)}` }),
    },
    // The bill of its goods, if any.
    goodsOf: [0, 1, 2, 3][randomInt(12)],
  }))
  const outcomeOf = async (work: () => Promise<Payment>) => {
    try {
      const { accountId, mode, amount, paymentMethod, description, uniqueCode, finalAmount } = await work()
      expect(finalAmount - amount).toBe(uniqueCode)
      expect(uniqueCode).toBeGreaterThan(0)
      return { accountId, mode, amount, paymentMethod, description }
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const [alone, together] = [await createTestShop(), await createTestShop()]
  try {
    const [createAlone, createTogether] = [await openWorld(alone), await openWorld(together)]
    const one: unknown[] = []
    for (const each of wanted) one.push(await outcomeOf(() => createAlone(each)))
    const many = await Promise.all(wanted.map(each => outcomeOf(() => createTogether(each))))
    // It is not determined which of two payments with one reference comes first; every other outcome is.
    const isOpen = (at: number) => 'reference' in wanted[at]!.asked
    expect(many.filter((_, at) => !isOpen(at))).toEqual(one.filter((_, at) => !isOpen(at)))
    const kinds = (outcomes: unknown[]) =>
      outcomes.map(outcome => (typeof outcome === 'string' ? outcome : 'made')).toSorted()
    expect(kinds(many)).toEqual(kinds(one))
    expect(new Set(kinds(many)).size).toBeGreaterThan(2)
    expect(await findViolations(together.app)).toEqual([])
  } finally {
    await Promise.all([alone.close(), together.close()])
  }
})

/** Creates four accounts, each with a wallet and something to sell. */
async function openWorld({ app }: TestShop) {
  const accounts = await openWallets(app, 4)
  const contents: number[] = []
  for (const { standing } of accounts) {
    contents.push(await addContent(app, standing.accountId, { title: 'Link', body: 'https://a.example' }))
  }
  return ({ account, asked, goodsOf }: { account: number; asked: NewPayment; goodsOf: number | undefined }) =>
    createPayment(app, accounts[account]!.standing, {
      ...asked,
      ...(goodsOf !== undefined && { contentId: contents[goodsOf]! }),
    })
}

const at = ({ amount }: { amount: number }) => (amount / 1_000) % 4

async function countOf({ accountId }: Standing): Promise<number> {
  const [row] = await shop.app.sql.query<{ count: number }>('select count(*) from payment where account_id = $1', [
    accountId,
  ])
  return row!.count
}
