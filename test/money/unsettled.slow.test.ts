import { afterEach, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Event } from '../../src/events/announce.ts'
import { retryUnsettled } from '../../src/money/retry-unsettled.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import type { App } from '../../src/needs.ts'
import { reactions } from '../../src/reactions.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import {
  type CreatedPayment,
  count,
  create,
  detect,
  events,
  letExpire,
  send,
  statusOf,
  transfer,
  transfers,
  walletOf,
} from '../payments/scenario.ts'

let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

/** Opens a shop in which settling fails for the payments named here. */
async function openShop(broken: Set<string>): Promise<{ tries: () => number }> {
  let tries = 0
  const failing = async (_tx: unknown, told: Event[]) => {
    if (!told.some(event => broken.has(event.subject))) return
    tries++
    throw new Error('a reaction that is broken')
  }
  shop = await createTestShop({
    parts: { reactions: { ...reactions, 'payment.paid': [...reactions['payment.paid'], failing] } },
  })
  return { tries: () => tries }
}

async function retry(): Promise<void> {
  await shop.hurry()
  await retryUnsettled(shop.app)
}

test('a transfer whose reactions fail three times is stored alone, and pays nothing', async () => {
  const broken = new Set<string>()
  const { tries } = await openShop(broken)
  const [stuck, well] = [await create(shop), await create(shop)]
  broken.add(stuck.invoice_id)
  await send(shop, { invoice_id: stuck.invoice_id })
  await send(shop, { invoice_id: well.invoice_id })
  await detect(shop)
  // One try together with the other transfer of its page, and three alone.
  expect(tries()).toBe(4)
  expect(await statusOf(shop, stuck)).toBe('pending')
  expect(await statusOf(shop, well)).toBe('paid')
  expect((await transfers(shop)).map(({ invoice_id, state }) => [invoice_id, state])).toEqual([
    [stuck.invoice_id, 'unsettled'],
    [well.invoice_id, 'settled'],
  ])
  expect(await count(shop, 'delivery', `invoice_id = '${stuck.invoice_id}'`)).toBe(0)
})

test('an unsettled payment does not expire, and its money is in time once it is settled', async () => {
  const broken = new Set<string>()
  await openShop(broken)
  const [stuck, left] = [await create(shop), await create(shop)]
  broken.add(stuck.invoice_id)
  await send(shop, { invoice_id: stuck.invoice_id })
  await detect(shop)
  await letExpire(shop)
  expect([await statusOf(shop, stuck), await statusOf(shop, left)]).toEqual(['pending', 'expired'])
  await retry()
  expect(await statusOf(shop, stuck)).toBe('pending')
  expect(await count(shop, 'transfer', "state = 'unsettled' and failures = 1 and retry_at > now()")).toBe(1)

  broken.clear()
  await retry()
  await expectPaidInTime(stuck)
})

test("a settled payment has its money's payer, reference and time", async () => {
  const broken = new Set<string>()
  await openShop(broken)
  const stuck = await create(shop)
  broken.add(stuck.invoice_id)
  const source = await walletOf(shop)
  const occurredAt = new Date(shop.app.now().getTime() - 1000)
  const money = { ...transfer({ amount: stuck.final_amount, occurredAt }), payerName: 'Siti Aminah', payerApp: 'DANA' }
  expect(await settleTransfer(shop.app, source, money)).toBe('unsettled')
  broken.clear()
  await retry()
  const [paid] = await shop.app.sql.query(
    'select payer_name, payer_app, paid_reff_num, paid_at, paid_amount from payment where invoice_id = $1',
    [stuck.invoice_id],
  )
  expect(paid).toMatchObject({
    payer_name: 'Siti Aminah',
    payer_app: 'DANA',
    paid_reff_num: money.reference,
    paid_amount: money.amount,
    paid_at: occurredAt,
  })
})

test('a transfer that another process stored during a failure is recognised, and not stored twice', async () => {
  const broken = new Set<string>()
  await openShop(broken)
  const stuck = await create(shop)
  broken.add(stuck.invoice_id)
  const source = await walletOf(shop)
  const money = transfer({ amount: stuck.final_amount, occurredAt: shop.app.now() })
  let transactions = 0
  const overtaken: App = {
    ...shop.app,
    transaction: async (scope, work) => {
      if (++transactions === 4) expect(await settleTransfer(shop.app, source, money)).toBe('unsettled')
      return shop.app.transaction(scope, work)
    },
  }
  expect(await settleTransfer(overtaken, source, money)).toBe('known')
  expect(transactions).toBe(4)
  expect(await count(shop, 'transfer')).toBe(1)
})

test('each failure doubles the delay of the next attempt, up to five minutes', async () => {
  const broken = new Set<string>()
  await openShop(broken)
  const stuck = await create(shop)
  broken.add(stuck.invoice_id)
  await send(shop, { invoice_id: stuck.invoice_id })
  await detect(shop)
  const pauses: number[] = []
  for (let failure = 0; failure < 8; failure++) {
    await retry()
    const [row] = await shop.app.sql.query<{ pause_s: number }>(
      `select ceil(extract(epoch from retry_at - now()) / 5)::integer * 5 as pause_s from transfer where state = 'unsettled'`,
    )
    pauses.push(row!.pause_s)
  }
  // Part of a pause may have passed before it is measured.
  const wanted = [5, 10, 20, 40, 80, 160, 300, 300]
  for (const [failure, pauseS] of wanted.entries()) {
    expect(pauses[failure]).toBeLessThanOrEqual(pauseS)
    expect(pauses[failure]).toBeGreaterThan(pauseS / 2)
  }
  expect(await statusOf(shop, stuck)).toBe('pending')
})

async function expectPaidInTime(payment: CreatedPayment): Promise<void> {
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(await count(shop, 'payment', `invoice_id = '${payment.invoice_id}' and not paid_late`)).toBe(1)
  expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.paid'])
}

test('without the unsettled transfer the same payment would have expired', async () => {
  const broken = new Set<string>()
  await openShop(broken)
  const stuck = await create(shop)
  broken.add(stuck.invoice_id)
  await send(shop, { invoice_id: stuck.invoice_id })
  await detect(shop)
  shop.advance(1900)
  // The transfer was seen and then forgotten, which the stored row prevents.
  await shop.app.sql.write(
    "update transfer set state = 'review', reason = 'unmatched', invoice_id = null where state = 'unsettled'",
  )
  await shop.app.sql.write('update reading set due_at = now()')
  await shop.work()
  expect(await statusOf(shop, stuck)).toBe('expired')
})

test('an unsettled transfer is recognised when read again, and several simultaneous retries pay once', async () => {
  const broken = new Set<string>()
  await openShop(broken)
  const stuck = await create(shop)
  broken.add(stuck.invoice_id)
  await send(shop, { invoice_id: stuck.invoice_id })
  for (let round = 0; round < 3; round++) await detect(shop)
  expect(await count(shop, 'transfer')).toBe(1)
  broken.clear()
  await shop.hurry()
  await Promise.all(Array.from({ length: 8 }, () => retryUnsettled(shop.app)))
  await expectPaidInTime(stuck)
  expect(await count(shop, 'movement')).toBe(1)
})
