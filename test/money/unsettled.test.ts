import { afterEach, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Event } from '../../src/events/announce.ts'
import { retryUnsettled } from '../../src/money/retry-unsettled.ts'
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
  transfers,
} from '../payments/scenario.ts'

let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

/** A shop where nothing can follow from the payments that are named here. */
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
  // Once together with the other transfer of its page, and three times alone.
  expect(tries()).toBe(4)
  expect(await statusOf(shop, stuck)).toBe('pending')
  expect(await statusOf(shop, well)).toBe('paid')
  expect((await transfers(shop)).map(({ invoice_id, state }) => [invoice_id, state])).toEqual([
    [stuck.invoice_id, 'unsettled'],
    [well.invoice_id, 'settled'],
  ])
  expect(await count(shop, 'delivery', `invoice_id = '${stuck.invoice_id}'`)).toBe(0)
})

test('its payment does not expire meanwhile, and it is in time when it is settled at last', async () => {
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
  // Seen, and forgotten: what the row protects from.
  await shop.app.sql.write(
    "update transfer set state = 'review', reason = 'unmatched', invoice_id = null where state = 'unsettled'",
  )
  await shop.app.sql.write('update reading set due_at = now()')
  await shop.work()
  expect(await statusOf(shop, stuck)).toBe('expired')
})

test('seen again it is known; retried by several sweeps at once it pays once', async () => {
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
