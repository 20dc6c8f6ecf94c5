import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAuditGap } from '../../src/accounts/audit.ts'
import { setLateMoney } from '../../src/accounts/set-late-money.ts'
import { sumTransfers } from '../../src/books/sum-transfers.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { dismissTransfer } from '../../src/money/dismiss-transfer.ts'
import { listTransfers } from '../../src/money/list-transfers.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, events, letExpire, send, statusOf, transfer, walletOf } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const review = (body: object, key = shop.keys.demo) => shop.api('/review-transfer', { body, key })

async function inReview(reference: string) {
  const { transfers } = await listTransfers(shop.app, shop.demo, { page: 1, limit: 100 })
  return transfers.find(each => each.reference === reference)!
}

/** Creates an expired payment and its late money. */
async function late() {
  const payment = await create(shop)
  await letExpire(shop)
  const { reference } = await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  return { payment, transfer: await inReview(reference) }
}

describe('money in review', () => {
  test('money in review is listed with its reason and its payment', async () => {
    const { payment, transfer: told } = await late()
    const { status, body } = await shop.api('/list-transfers?state=review&limit=1')
    expect(status).toBe(200)
    expect(body.data[0]).toMatchObject({
      transfer_id: told.id,
      state: 'review',
      reason: 'late',
      invoice_id: payment.invoice_id,
      likely_invoice_id: null,
      amount: payment.final_amount,
      resolved_by: null,
    })
    expect(body.pagination.total).toBeGreaterThan(0)
  })

  test('accepted late money pays its payment and is marked late, and a second call changes nothing', async () => {
    const { payment, transfer: told } = await late()
    const first = await review({ transfer_id: told.id, action: 'accept', note: 'Asked the customer' })
    expect(first).toMatchObject({ status: 200, body: { data: { state: 'settled', invoice_id: payment.invoice_id } } })
    expect(first.body.data.resolved_by).toMatch(/^api key \d+$/)
    expect((await review({ transfer_id: told.id, action: 'accept' })).body).toEqual(first.body)
    expect(await statusOf(shop, payment)).toBe('paid')
    expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.expired', 'payment.paid'])
    const [row] = await shop.app.sql.query(
      'select paid_late, paid_via, end_reason from payment where invoice_id = $1',
      [payment.invoice_id],
    )
    expect(row).toEqual({
      paid_late: true,
      paid_via: 'wallet_direct',
      end_reason: `accepted: ${first.body.data.resolved_by}`,
    })
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('rounded money probably belongs to the payment of that price, and pays it when accepted', async () => {
    const payment = await create(shop, { amount: 41_000 })
    const { reference } = await send(shop, { connector: 'wallet', amount: 41_000 })
    await detect(shop)
    const told = await inReview(reference)
    expect(told).toMatchObject({ reason: 'inexact', invoiceId: null, likelyInvoiceId: payment.invoice_id })
    expect(await statusOf(shop, payment)).toBe('pending')
    expect((await review({ transfer_id: told.id, action: 'accept' })).body.data).toMatchObject({
      invoice_id: payment.invoice_id,
    })
    const [row] = await shop.app.sql.query('select status, paid_amount, paid_late from payment where invoice_id = $1', [
      payment.invoice_id,
    ])
    expect(row).toEqual({ status: 'paid', paid_amount: 41_000, paid_late: false })
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('money that fits several payments is ambiguous, and is assigned to one of them', async () => {
    const first = await create(shop, { amount: 52_000 })
    const second = await create(shop, { amount: 52_000 })
    const { reference } = await send(shop, { connector: 'wallet', amount: 52_000 })
    await detect(shop)
    const told = await inReview(reference)
    expect(told).toMatchObject({ reason: 'ambiguous', likelyInvoiceId: null })
    expect((await review({ transfer_id: told.id, action: 'accept' })).body.fields).toMatchObject([{ path: 'invoice' }])
    await review({ transfer_id: told.id, action: 'assign', invoice: second.invoice_id })
    expect([await statusOf(shop, first), await statusOf(shop, second)]).toEqual(['pending', 'paid'])
  })

  test('money that came before its payment is early, and does not pay automatically', async () => {
    const payment = await create(shop, { amount: 63_000 })
    const before = new Date(shop.app.now().getTime() - 3600_000).toISOString()
    const { reference } = await send(shop, { connector: 'wallet', amount: payment.final_amount, occurred_at: before })
    await detect(shop)
    expect(await inReview(reference)).toMatchObject({ reason: 'early', likelyInvoiceId: payment.invoice_id })
    expect(await statusOf(shop, payment)).toBe('pending')
  })

  test.each([
    ['refund', 'refunded'],
    ['ignore', 'ignored'],
  ])('the decision %s is final, and no other decision is accepted after it', async (action, state) => {
    const { payment, transfer: told } = await late()
    expect((await review({ transfer_id: told.id, action, note: 'n' })).body.data).toMatchObject({ state, note: 'n' })
    expect((await review({ transfer_id: told.id, action })).status).toBe(200)
    const other = await review({ transfer_id: told.id, action: 'accept' })
    expect(other).toMatchObject({ status: 400, body: { code: 'refused_transition' } })
    expect(await statusOf(shop, payment)).toBe('expired')
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('money for a cancelled payment never pays it', async () => {
    const payment = await create(shop)
    await shop.api('/cancel-payment', { body: { invoice: payment.invoice_id } })
    const { reference } = await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    const { id } = await inReview(reference)
    expect((await review({ transfer_id: id, action: 'accept' })).body.code).toBe('refused_transition')
    expect(await statusOf(shop, payment)).toBe('cancelled')
  })

  test('money for a paid payment cannot be booked a second time', async () => {
    const payment = await create(shop)
    await send(shop, { invoice_id: payment.invoice_id })
    const { reference } = await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    const all = await listTransfers(shop.app, shop.demo, { invoiceId: payment.invoice_id, page: 1, limit: 10 })
    const again = all.transfers.find(({ state }) => state === 'review')!
    expect(all.transfers.map(each => each.reference)).toContain(reference)
    expect((await review({ transfer_id: again.id, action: 'accept' })).body.code).toBe('already_paid')
  })

  test('money in review is hidden from another account and the other mode: 404', async () => {
    const { transfer: told } = await late()
    for (const key of [shop.keys.second, shop.keys.live]) {
      expect((await review({ transfer_id: told.id, action: 'ignore' }, key)).status).toBe(404)
      const { body } = await shop.api('/list-transfers?limit=100', { key })
      expect(body.data.map((each: { transfer_id: number }) => each.transfer_id)).not.toContain(told.id)
    }
    expect(await inReview(told.reference)).toMatchObject({ state: 'review' })
  })

  test("money is not assigned to another account's payment, nor to one not payable where it arrived", async () => {
    const { transfer: told } = await late()
    const foreign = await create(shop, {}, shop.keys.second)
    const byCode = await create(shop, { payment_method: 'qris' })
    for (const invoice of [foreign.invoice_id, byCode.invoice_id, 'INV-00000000000000000000', 'x'.repeat(64)]) {
      const refused = await review({ transfer_id: told.id, action: 'assign', invoice })
      expect([refused.status, refused.body.fields[0].path]).toEqual([400, 'invoice'])
    }
    expect(await inReview(told.reference)).toMatchObject({ state: 'review' })
  })

  test.each([
    ['no transfer', { action: 'accept' }, 400],
    ['no action', { transfer_id: 1 }, 400],
    ['another action', { transfer_id: 1, action: 'steal' }, 400],
    ['an id that is text', { transfer_id: '1', action: 'accept' }, 400],
    ['an id that is too large', { transfer_id: 2 ** 60, action: 'accept' }, 400],
    ['an unknown id', { transfer_id: 2 ** 40, action: 'ignore' }, 404],
    ['assign without an invoice', { transfer_id: 1, action: 'assign' }, 400],
    ['accept with an invoice', { transfer_id: 1, action: 'accept', invoice: 'INV-1' }, 400],
    ['a NUL in the note', { transfer_id: 1, action: 'ignore', note: 'a\0b' }, 400],
  ])('a decision is refused with %s', async (_what, body, status) => {
    expect((await review(body)).status).toBe(status)
  })

  test('only the scope money allows decisions', async () => {
    const { accountId } = shop.demo
    const key = await createKey(shop.app, { accountId, mode: 'test', label: 'Reads', scopes: ['read'] })
    expect((await shop.api('/list-transfers', { key })).status).toBe(200)
    expect((await review({ transfer_id: 1, action: 'ignore' }, key)).status).toBe(401)
  })
})

test('every decision is in the audit log, and the chain holds', async () => {
  const { transfer: told } = await late()
  await review({ transfer_id: told.id, action: 'accept' })
  const acts = await shop.app.sql.query('select act from audit_entry where subject = $1', [`transfer ${told.id}`])
  expect(acts).toEqual([{ act: 'transfer.accepted' }])
  expect(await findAuditGap(shop.app, shop.demo.accountId)).toBeNull()
})

test("exact late money pays automatically if the account's rule allows it, and the books record it", async () => {
  await setLateMoney(shop.app, shop.demo.accountId, { accepts: true, actor: 'command' })
  const { payment, transfer: told } = await late()
  await setLateMoney(shop.app, shop.demo.accountId, { accepts: false, actor: 'command' })
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(told.state).toBe('settled')
  const [row] = await shop.app.sql.query('select end_reason, paid_late from payment where invoice_id = $1', [
    payment.invoice_id,
  ])
  expect(row).toEqual({ end_reason: 'accepted: rule late money', paid_late: true })
})

test('the states of all transfers add up to the money that arrived', async () => {
  const sums = await sumTransfers(shop.app, shop.demo)
  const { total, sold, ...states } = sums
  expect(Object.values(states).reduce((all, { amount }) => all + amount, 0)).toBe(total.amount)
  const [books] = await shop.app.sql.query<{ sold: number }>(
    "select sum(amount) as sold from movement where account_id = $1 and mode = 'test' and kind = 'sale'",
    [shop.demo.accountId],
  )
  expect(states.settled.amount).toBe(books!.sold)
  expect(sold.amount).toBe(books!.sold)
  expect(states.refunded.count * states.ignored.count * states.review.count).toBeGreaterThan(0)
  expect(await findViolations(shop.app)).toEqual([])
})

test('of the simultaneous decisions accept, assign, refund and ignore one wins', async () => {
  for (let round = 0; round < 12; round++) {
    const payment = await create(shop, { amount: 71_000 })
    const wallet = await walletOf(shop)
    const reference = `race-${round}`
    await settleTransfer(shop.app, wallet, transfer({ amount: 71_000, reference, occurredAt: shop.app.now() }))
    const { id } = await inReview(reference)
    const { invoice_id: invoiceId, final_amount: amount } = payment
    if (round % 2 === 0) shop.advance(1805)
    await Promise.allSettled([
      acceptTransfer(shop.app, shop.demo, { transferId: id, invoiceId, actor: 'one' }),
      acceptTransfer(shop.app, shop.demo, { transferId: id, invoiceId, actor: 'two' }),
      dismissTransfer(shop.app, shop.demo, { transferId: id, as: 'ignored', actor: 'three' }),
      dismissTransfer(shop.app, shop.demo, { transferId: id, as: 'refunded', actor: 'four' }),
      settleTransfer(shop.app, wallet, transfer({ amount, reference: `exact-${round}`, occurredAt: shop.app.now() })),
      cancelPayment(shop.app, shop.demo, invoiceId, 'merchant'),
      expirePayments(shop.app),
    ])
    expect((await inReview(reference)).state).not.toBe('review')
    expect(['paid', 'cancelled']).toContain(await statusOf(shop, payment))
  }
  // The clock was advanced: work that became due runs first.
  await detect(shop)
  expect(await findViolations(shop.app)).toEqual([])
})

test.each(['accept', 'assign', 'refund', 'ignore'])(
  'two simultaneous presses of %s get the same answer',
  async action => {
    for (let round = 0; round < 6; round++) {
      const { payment, transfer: told } = await late()
      const invoice = action === 'assign' ? { invoice: payment.invoice_id } : {}
      const press = () => review({ transfer_id: told.id, action, ...invoice })
      const [one, other] = await Promise.all([press(), press()])
      expect(one.status, JSON.stringify(one.body)).toBe(200)
      expect(other.body).toEqual(one.body)
    }
    const acts = await shop.app.sql.query(
      "select subject from audit_entry where act like 'transfer.%' group by subject having count(*) > 1",
    )
    expect(acts).toEqual([])
  },
)

test('late money for a code is accepted for the payment of its charge, even if the operator received it', async () => {
  const payment = await create(shop, { payment_method: 'qris' })
  await detect(shop)
  await letExpire(shop)
  const { reference } = await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  const { id } = await inReview(reference)
  await acceptTransfer(shop.app, shop.demo, { transferId: id, actor: 'command' })
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(await findViolations(shop.app)).toEqual([])
})
