import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBatcher } from '../../src/database/batcher.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Standing } from '../../src/keys/standing.ts'
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
  standings = (await openWallets(shop.app, 3)).map(({ standing }) => standing)
})
afterAll(() => shop.close())

const keyed = (key: string, more: Partial<NewPayment> = {}): NewPayment => ({
  amount: 20_000,
  paymentMethod: 'wallet_direct',
  idempotencyKey: { key, fingerprint: Buffer.from(JSON.stringify(more)) },
  ...more,
})

/** Sends all requests at once. Returns the payment of each, or the code of its refusal. */
function askAll(asked: [Standing, NewPayment][], app = shop.app): Promise<(Payment | string)[]> {
  return Promise.all(
    asked.map(([standing, wanted]) =>
      createPayment(app, standing, wanted).catch((error: { code: string }) => error.code),
    ),
  )
}

const invoiceOf = (made: Payment | string) => (typeof made === 'string' ? made : made.invoiceId)

describe('simultaneous payments with an Idempotency-Key or a reference', () => {
  test.each(['wallet_direct', 'qris'])(
    'simultaneous payments with a key share statements, and each is created once: %s',
    async paymentMethod => {
      const sent: string[] = []
      const sql = interceptSql(shop.app.sql, {
        change(text) {
          if (/insert into payment |from idempotency i/.test(text)) sent.push(text)
          return text
        },
      })
      const app = { ...shop.app, sql, ask: createBatcher(sql) }
      const asked = Array.from({ length: 60 }, (_, at): [Standing, NewPayment] => {
        const reference = at % 2 === 0 ? `${paymentMethod} ${at}` : undefined
        return [
          standings[at % 3]!,
          keyed(`${paymentMethod} ${at}`, { amount: 20_000 + at * 1_000, paymentMethod, reference }),
        ]
      })
      const made = await askAll(asked, app)
      expect(made.map(payment => (payment as Payment).amount)).toEqual(asked.map(([, { amount }]) => amount))
      expect(new Set(made.map(invoiceOf)).size).toBe(60)
      expect(sent.length).toBeLessThan(16)
      expect((await askAll(asked)).map(invoiceOf)).toEqual(made.map(invoiceOf))
      expect(await findViolations(shop.app)).toEqual([])
    },
  )

  test('payments requested five times each by two processes are created once', async () => {
    const other = { ...shop.app, ask: createBatcher(shop.app.sql) }
    const asked = Array.from({ length: 100 }, (_, at): [Standing, NewPayment] => [
      standings[(at % 20) % 3]!,
      keyed(`five ${at % 20}`),
    ])
    const made = await Promise.all([askAll(asked.slice(0, 50)), askAll(asked.slice(50), other)])
    const invoices = made.flat().map(invoiceOf)
    for (const [at, invoice] of invoices.entries()) expect(invoice).toBe(invoices[at % 20])
    expect(new Set(invoices).size).toBe(20)
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('one of two bodies under the same key is refused, and all but one use of a reference', async () => {
    const [standing] = standings as [Standing]
    const contents = await askAll([
      [standing, keyed('two contents')],
      [standing, keyed('two contents', { description: 'another' })],
    ])
    expect(contents.filter(made => made === 'idempotency_mismatch')).toHaveLength(1)
    const wanted = { amount: 30_000, paymentMethod: 'wallet_direct', reference: 'order 7' }
    const referenced = await askAll(Array.from({ length: 4 }, () => [standing, wanted]))
    expect(referenced.filter(made => made === 'reference_taken')).toHaveLength(3)
  })

  test('keys and references belong to their account and mode, so that others can use the same ones', async () => {
    const names = keyed('of each', { reference: 'of each' })
    const made = await askAll(standings.map(standing => [standing, names]))
    expect(made.map(payment => (payment as Payment).accountId)).toEqual(standings.map(({ accountId }) => accountId))
  })

  test('a payment with a key waits for it without holding an amount that others need, even on its own', async () => {
    const waits: boolean[] = []
    const sql = interceptSql(shop.app.sql, {
      change(text, values) {
        if (text.includes('insert into payment ')) waits.push(!values.includes('50ms'))
        return text
      },
    })
    const app = { ...shop.app, sql, ask: createBatcher(sql) }
    const [standing] = standings as [Standing]
    // No two amounts collide, so none has to be drawn again.
    const plain = { amount: 171_000, paymentMethod: 'wallet_direct' }
    const named = [keyed('alone', { amount: 173_000 }), { ...plain, amount: 175_000, reference: 'alone' }]
    for (const wanted of [plain, ...named]) await createPayment(app, standing, wanted)
    expect(waits).toEqual([true, false, false])
  })

  test('payments wait only for a lock on their own key', async () => {
    const [standing] = standings as [Standing]
    const { accountId, mode } = standing
    const isHeld = Promise.withResolvers<void>()
    const ends = Promise.withResolvers<void>()
    const other = shop.app.transaction('installation', async tx => {
      await tx.write(
        `insert into idempotency (account_id, mode, key, fingerprint, invoice_id, created_at)
         values ($1, $2, 'held', '', 'INV-' || repeat('0', 20), now())`,
        [accountId, mode],
      )
      isHeld.resolve()
      await ends.promise
      throw new Error('It was nothing')
    })
    await isHeld.promise
    const late = createPayment(shop.app, standing, keyed('held'))
    const others = await askAll(Array.from({ length: 20 }, (_, at) => [standing, keyed(`beside ${at}`)]))
    expect(new Set(others.map(invoiceOf)).size).toBe(20)
    ends.resolve()
    await expect(other).rejects.toThrow('It was nothing')
    expect(await late).toMatchObject({ accountId, amount: 20_000 })
  })
})
