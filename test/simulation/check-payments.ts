import { expect } from 'vitest'
import type { Visitor } from '../web/browse.ts'
import type { ModelPayment } from './model-types.ts'
import { phoneName } from './phone.ts'
import { allOf, expectSame, inOrder, readCsv, sorted, writeRow } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { viewPayment, withoutUnknown } from './views.ts'

/** Checks payments, the money that came for them, and the books. */
export async function checkPayments(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  for (const payment of simulated.model.payments) await checkPayment(simulated, payment)
  await checkLists(simulated, owner)
  await checkTransfers(simulated)
  await checkBooks(simulated, owner)
  checkMadeRefunds(simulated)
  checkTakenBack(simulated)
}

/** Checks what the provider has returned, and by which code. */
function checkMadeRefunds({ model, refunder }: SimulatedShop): void {
  const found = [...refunder.made].map(([key, one]) => [key, one.reference.slice(0, 24), one.amount, one.reason])
  const expected = model.refunds
    .filter(({ byProvider, state }) => byProvider && state === 'succeeded')
    .map(({ id, payment, amount, reason }) => [id, payment.invoiceId, amount, reason])
  expect(sorted(found), "the provider's refunds").toEqual(sorted(expected))
}

/** Checks which codes the provider has taken back, and for which reason. */
function checkTakenBack({ model, refunder, timeOf }: SimulatedShop): void {
  for (const { invoiceId, reason, askedAt } of refunder.taken.values()) {
    const payment = model.payments.find(one => one.invoiceId === invoiceId)!
    // An expired one may have been paid late since then.
    const reasons = {
      pending: [],
      paid: ['paid in another way', 'expired'],
      expired: ['expired'],
      cancelled: ['cancelled'],
    }
    expect(reasons[payment.status], `why the code of ${invoiceId} was taken back`).toContain(reason)
    // The clock may have gone back since then.
    expect(askedAt.getTime(), `when ${invoiceId} was taken back`).toBeLessThanOrEqual(timeOf(model.latest).getTime())
  }
}

async function checkPayment(simulated: SimulatedShop, payment: ModelPayment): Promise<void> {
  const { invoice_id, status, amount, final_amount, payment_method, ...listed } = viewPayment(simulated, payment)
  const { paid_at, refunded_at, refunded_amount, refunds, reference, metadata } = listed
  const expected = {
    success: true,
    invoice_id,
    status,
    amount,
    final_amount,
    payment_method,
    paid_at,
    paid_reff_num: payment.paidBy?.reference ?? null,
    refunded_at,
    refunded_amount,
    refunds,
    reference,
    metadata,
    expires_at: simulated.write(payment.createdAt + payment.lifetime),
  }
  if (simulated.isUnchanged(`check-payment ${invoice_id}`, expected)) return
  const { body } = await simulated.shop.api(`/check-payment?invoice=${invoice_id}`)
  expect(withoutUnknown(body, payment), `check-payment ${invoice_id}`).toEqual(expected)
}

async function checkLists(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  const { shop, model } = simulated
  const byId = new Map(model.payments.map(payment => [payment.invoiceId, payment]))
  const listed = (await allOf(shop, '/list-payments')).map(one => withoutUnknown(one, byId.get(one.invoice_id)))
  const newest = model.payments.toSorted(
    (one, other) => other.createdAt - one.createdAt || (one.invoiceId < other.invoiceId ? 1 : -1),
  )
  expect(listed, 'list-payments').toEqual(newest.map(payment => viewPayment(simulated, payment)))
  const csv = readCsv((await owner.get('/dashboard/payments.csv')).text)
  const fromFile = csv.rows.map(one => ({ ...one, ...(byId.get(one.invoice_id!)?.details ? {} : noTexts) }))
  const expected = newest.map(payment => {
    const { invoice_id, status, payment_method, paid_via, amount, unique_code, ...view } = viewPayment(
      simulated,
      payment,
    )
    const { final_amount, description, customer_name, reference, created_at, paid_at, refunded_at } = view
    const { customer_email, customer_phone, metadata = {} } = payment.details ?? {}
    return writeRow({
      invoice_id,
      status,
      payment_method,
      paid_via,
      amount,
      unique_code,
      final_amount,
      paid_amount: payment.paidBy?.amount,
      paid_reff_num: payment.paidBy?.reference,
      description,
      customer_name,
      customer_email,
      customer_phone,
      reference,
      metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
      created_at,
      paid_at,
      refunded_at,
      refunded_amount: view.refunded_amount,
    })
  })
  expect(fromFile, 'payments.csv').toEqual(expected)
  expect(csv.total, 'the total of payments.csv').toBe(model.payments.length)
}

const textColumns = ['description', 'customer_name', 'customer_email', 'customer_phone', 'reference', 'metadata']
const noTexts = Object.fromEntries(textColumns.map(name => [name, '']))

async function checkTransfers({ shop, model, write }: SimulatedShop): Promise<void> {
  const listed = await allOf(shop, '/list-transfers')
  const references = new Map(listed.map(one => [one.transfer_id, one.reference]))
  const found = listed.map(({ transfer_id: _, resolved_by, ...one }) => ({
    ...one,
    repeats: references.get(one.repeats) ?? one.repeats,
    resolved_by: resolved_by?.replace(/ \d+$/, '') ?? null,
  }))
  const expected = model.transfers.map(one => ({
    state: one.state,
    reason: one.reason,
    amount: one.amount,
    reference: one.reference,
    occurred_at: one.hasTime ? write(one.at) : null,
    received_at: write(one.receivedAt),
    payer_name: one.payer,
    payer_app: one.app,
    invoice_id: one.payment?.invoiceId ?? null,
    likely_invoice_id: one.likely?.invoiceId ?? null,
    repeats: one.repeats?.reference ?? null,
    connection: one.method === 'qris_user' ? phoneName : 'Sandbox',
    resolved_at: write(one.decidedAt),
    resolved_by: one.decidedAt === null ? null : 'api key',
    note: one.note,
  }))
  expectSame(found.map(inOrder), expected.map(inOrder), 'list-transfers')
}

async function checkBooks({ shop, model, write }: SimulatedShop, owner: Visitor): Promise<void> {
  const movements = await allOf(shop, '/list-movements')
  const succeeded = model.refunds.filter(({ state }) => state === 'succeeded')
  const noted = succeeded.flatMap(({ payment, amount, at, correctedAt }) => {
    const note = { type: 'refund_note', payment, isOurs: false }
    const times = correctedAt === null ? [] : [{ ...note, amount, at: correctedAt }]
    return [{ ...note, amount: -amount, at }, ...times]
  })
  const sales = model.payments
    .filter(({ status }) => status === 'paid')
    .map(payment => {
      const { paidBy, bookedAt, method } = payment
      return { type: 'sale', payment, amount: paidBy!.amount, at: bookedAt!, isOurs: method === 'qris' }
    })
  const expected = [...sales, ...noted].map(({ type, payment: { invoiceId }, amount, at, isOurs }) => ({
    type,
    invoice_id: invoiceId,
    withdrawal_id: null,
    amount,
    fee: 0,
    net: amount,
    is_withdrawable: isOurs,
    created_at: write(at),
  }))
  const found = movements.map(({ id: _, ...one }) => inOrder(one))
  expect(found.sort(), 'list-movements').toEqual(expected.map(inOrder).sort())
  const { rows, total } = readCsv((await owner.get('/dashboard/movements.csv')).text)
  const fromFile = rows.map(({ id: _, kind: type, ...one }) => inOrder({ type, ...one }))
  expect(fromFile.sort(), 'movements.csv').toEqual(expected.map(one => inOrder(writeRow(one))).sort())
  expect(total, 'the total of movements.csv').toBe(expected.length)
  const newest = movements.toSorted((one, other) =>
    one.created_at === other.created_at ? other.id - one.id : one.created_at < other.created_at ? 1 : -1,
  )
  expect(movements, 'the order of list-movements').toEqual(newest)
  const withdrawable = expected.filter(one => one.is_withdrawable).reduce((sum, { net }) => sum + net, 0)
  const { body } = await shop.api('/get-balance')
  expect(body.data, 'get-balance').toEqual({ available: withdrawable, underway: 0 })
}
