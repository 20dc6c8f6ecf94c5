import { expect } from 'vitest'
import type { Visitor } from '../web/browse.ts'
import type { ModelPayment } from './model.ts'
import { allOf, readCsv, sorted } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks payments, the money that came for them, and the books. */
export async function checkPayments(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  for (const payment of simulated.model.payments) await checkPayment(simulated, payment)
  await checkLists(simulated, owner)
  await checkTransfers(simulated)
  await checkBooks(simulated, owner)
}

async function checkPayment({ shop, model, isAt }: SimulatedShop, payment: ModelPayment): Promise<void> {
  const { body } = await shop.api(`/check-payment?invoice=${payment.invoiceId}`)
  const noted: { refund_id: string; amount: number; reason: string | null; status: string }[] = body.refunds
  const own = model.refunds.filter(refund => refund.payment === payment)
  const found = {
    ...{ status: body.status, amount: body.amount, final_amount: body.final_amount, method: body.payment_method },
    ...{ reference: body.paid_reff_num ?? null, refunded: body.refunded_amount ?? 0 },
    isPaidInTime: payment.paidAt === null ? body.paid_at === null : isAt(body.paid_at, payment.paidAt),
    isExpiring: isAt(body.expires_at, payment.createdAt + payment.lifetime),
    refunds: noted
      .filter(({ amount }) => amount > 0)
      .map(({ refund_id, amount, reason, status }) => [refund_id, amount, reason, status]),
    corrections: sorted(noted.filter(({ amount }) => amount < 0).map(({ amount }) => [amount])),
  }
  expect(found, `check-payment ${payment.invoiceId}`).toEqual({
    ...{ status: payment.status, amount: payment.amount, final_amount: payment.finalAmount, method: payment.method },
    ...{ reference: payment.paidBy?.reference ?? null, refunded: payment.refunded },
    ...{ isPaidInTime: true, isExpiring: true },
    refunds: own.map(({ id, amount, reason }) => [id, amount, reason, 'succeeded']),
    corrections: sorted(own.filter(({ correctedAt }) => correctedAt !== null).map(({ amount }) => [-amount])),
  })
}

async function checkLists({ shop, model, isAt }: SimulatedShop, owner: Visitor): Promise<void> {
  const listed = await allOf(shop, '/list-payments')
  const byId = new Map(model.payments.map(payment => [payment.invoiceId, payment]))
  const fromApi = listed.map(one => [
    ...[one.invoice_id, one.status, one.amount, one.unique_code, one.final_amount, one.payment_method, one.paid_via],
    ...[one.refunded_amount ?? 0, isAt(one.created_at, byId.get(one.invoice_id)?.createdAt ?? -1)],
  ])
  expect(sorted(fromApi), 'list-payments').toEqual(sorted(model.payments.map(one => [...rowOf(one), true])))
  const csv = readCsv((await owner.get('/dashboard/payments.csv')).text)
  const fromFile = csv.rows.map(one => [
    ...[one.invoice_id, one.status, one.amount, one.unique_code, one.final_amount, one.payment_method],
    ...[one.paid_via || null, one.refunded_amount || 0, one.paid_amount || 0, one.paid_reff_num, one.created_at],
  ])
  const expected = model.payments.map(one => [
    ...[...rowOf(one), one.paidBy?.amount ?? 0, one.paidBy?.reference ?? ''],
    listed.find(({ invoice_id }) => invoice_id === one.invoiceId).created_at,
  ])
  expect(sorted(fromFile), 'payments.csv').toEqual(sorted(expected))
  expect(csv.total, 'the total of payments.csv').toBe(model.payments.length)
}

const rowOf = (one: ModelPayment) => [
  ...[one.invoiceId, one.status, one.amount, one.finalAmount - one.amount, one.finalAmount, one.method],
  ...[one.status === 'paid' ? one.method : null, one.refunded],
]

/** Which payment the money was probably meant for is a guess in these cases, and affects no state or sum. */
const guesses = new Set(['early', 'late', 'inexact', 'ambiguous'])

async function checkTransfers({ shop, model }: SimulatedShop): Promise<void> {
  const listed = await allOf(shop, '/list-transfers')
  const found = listed.map(one => [
    ...[one.reference, one.state, guesses.has(one.reason) && !one.invoice_id ? 'unmatched' : one.reason, one.amount],
    ...[one.invoice_id ?? 'none', one.payer_name],
    ...[one.resolved_at !== null, one.resolved_by !== null],
  ])
  const expected = model.transfers.map(one => {
    const isResolved = one.reason !== null && one.state !== 'review'
    return [
      ...[one.reference, one.state, one.reason, one.amount, one.payment?.invoiceId ?? 'none', one.payer],
      ...[isResolved, isResolved],
    ]
  })
  expect(sorted(found), 'list-transfers').toEqual(sorted(expected))
}

async function checkBooks({ shop, model }: SimulatedShop, owner: Visitor): Promise<void> {
  const movements = await allOf(shop, '/list-movements')
  const found = movements.map(one => [one.type, one.invoice_id, one.amount, one.fee, one.net, one.is_withdrawable])
  const noted = model.refunds.flatMap(refund =>
    (refund.correctedAt === null ? [-1] : [-1, 1]).map(sign => ({
      payment: refund.payment,
      amount: sign * refund.amount,
    })),
  )
  const expected = [
    ...model.payments
      .filter(({ status }) => status === 'paid')
      .map(({ invoiceId, finalAmount, method }) => {
        return ['sale', invoiceId, finalAmount, 0, finalAmount, method === 'qris']
      }),
    ...noted.map(({ payment: { invoiceId }, amount }) => {
      return ['refund_note', invoiceId, amount, 0, amount, false]
    }),
  ]
  expect(sorted(found), 'list-movements').toEqual(sorted(expected))
  const { rows, total } = readCsv((await owner.get('/dashboard/movements.csv')).text)
  const fromFile = rows.map(one => [...[one.kind, one.invoice_id, one.amount, one.fee, one.net, one.is_withdrawable]])
  expect(sorted(fromFile), 'movements.csv').toEqual(sorted(expected))
  expect(total, 'the total of movements.csv').toBe(expected.length)
  const withdrawable = expected.filter(row => row[5]).reduce((total, row) => total + Number(row[4]), 0)
  const { body } = await shop.api('/get-balance')
  expect(body.data, 'get-balance').toEqual({ available: withdrawable, underway: 0 })
}
