import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findHolders } from '../../src/payments/hold.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, walletOf } from './scenario.ts'

let shop: TestShop
let payment: CreatedPayment

const from = new Date('2026-03-01T10:00:00Z')
const until = new Date('2026-03-01T10:30:00Z')
const window = { skewS: 40, resolutionS: 20 }
const slackMs = 60_000

beforeAll(async () => {
  shop = await createTestShop()
  payment = await create(shop)
  await lasts(payment, from, until)
})
afterAll(() => shop.close())

async function lasts({ invoice_id }: CreatedPayment, since: Date, to: Date): Promise<void> {
  await shop.app.sql.write('update hold set held_from = $2, held_until = $3 where invoice_id = $1', [
    invoice_id,
    since,
    to,
  ])
}

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

async function holdersAt(
  asked: { amount: number; occurredAt: Date | null }[],
  { receivingAccountId, now = new Date() }: { receivingAccountId?: number; now?: Date } = {},
): Promise<(string | undefined)[]> {
  const source = { receivingAccountId: receivingAccountId ?? (await walletOf(shop)).receivingAccountId, window }
  const holders = await shop.app.transaction('installation', tx => findHolders(tx, source, asked, now))
  return holders.map(holder => holder?.invoiceId)
}

describe("the hold of a transfer's amount", () => {
  test.each([
    ['as long before the hold as the clock may be wrong', () => later(from, -slackMs), true],
    ['a moment earlier', () => later(from, -slackMs - 1), false],
    ['while it is held', () => later(from, 1), true],
    ['as long after the hold as the clock may be wrong', () => later(until, slackMs), true],
    ['a moment later', () => later(until, slackMs + 1), false],
  ])('the hold of an amount is looked up for money that came %s: %s', async (_, moment, isFound) => {
    const asked = [{ amount: payment.final_amount, occurredAt: moment() }]
    expect(await holdersAt(asked)).toEqual([isFound ? payment.invoice_id : undefined])
  })

  test('a hold is found at each position of a page, whatever precedes it', async () => {
    const occurredAt = later(from, 1)
    const { final_amount: amount } = payment
    expect(
      await holdersAt([
        { amount: amount + 5000, occurredAt },
        { amount, occurredAt },
        { amount, occurredAt: later(until, 3_600_000) },
        { amount, occurredAt: until },
      ]),
    ).toEqual([undefined, payment.invoice_id, undefined, payment.invoice_id])
  })

  test('the current hold is used if the provider gives no time', async () => {
    const asked = [{ amount: payment.final_amount, occurredAt: null }]
    expect(await holdersAt(asked, { now: later(from, 1) })).toEqual([payment.invoice_id])
    expect(await holdersAt(asked, { now: later(until, 3_600_000) })).toEqual([undefined])
  })

  test('the account of another wallet has no hold', async () => {
    const { receivingAccountId } = shop.second.connections.find(({ connector }) => connector === 'wallet')!
    const asked = [{ amount: payment.final_amount, occurredAt: later(from, 1) }]
    expect(await holdersAt(asked, { receivingAccountId })).toEqual([undefined])
  })

  test('of two holds within the clock error, the later one is used', async () => {
    const next = await create(shop)
    await shop.app.sql.write('update hold set final_amount = $2 where invoice_id = $1', [
      next.invoice_id,
      payment.final_amount,
    ])
    await lasts(next, later(until, 1000), later(until, 1_800_000))
    const asked = [{ amount: payment.final_amount, occurredAt: until }]
    expect(await holdersAt(asked)).toEqual([next.invoice_id])
  })
})
