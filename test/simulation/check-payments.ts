import { expect } from 'vitest'
import type { Visitor } from '../web/browse.ts'
import type { Details, ModelPayment } from './model-types.ts'
import { allOf, inOrder, readCsv, sorted } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks payments, the money that came for them, and the books. */
export async function checkPayments(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  for (const payment of simulated.model.payments) await checkPayment(simulated, payment)
  await checkLists(simulated, owner)
  await checkTransfers(simulated)
  await checkBooks(simulated, owner)
  checkMadeRefunds(simulated)
}

/** Checks what the provider has returned, and by which code. */
function checkMadeRefunds({ model, refunder }: SimulatedShop): void {
  const found = [...refunder.made].map(([key, one]) => [key, one.reference.slice(0, 24), one.amount, one.reason])
  const expected = model.refunds
    .filter(({ byProvider, state }) => byProvider && state === 'succeeded')
    .map(({ id, payment, amount, reason }) => [id, payment.invoiceId, amount, reason])
  expect(sorted(found), "the provider's refunds").toEqual(sorted(expected))
}

type Texts = 'refund_id' | 'reason' | 'status' | 'restocked' | 'created_at' | 'by_provider'

async function checkPayment({ shop, model, isAt, minuteOf }: SimulatedShop, payment: ModelPayment): Promise<void> {
  const { body } = await shop.api(`/check-payment?invoice=${payment.invoiceId}`)
  const noted: (Record<Texts, string> & { amount: number })[] = body.refunds
  const own = model.refunds.filter(refund => refund.payment === payment)
  const found = {
    ...{ status: body.status, amount: body.amount, final_amount: body.final_amount, method: body.payment_method },
    ...{ reference: body.paid_reff_num ?? null, refunded: body.refunded_amount ?? 0 },
    refundedAt: body.refunded_at && minuteOf(body.refunded_at),
    own: payment.details ? [body.reference, body.metadata] : [],
    isPaidInTime: payment.paidAt === null ? body.paid_at === null : isAt(body.paid_at, payment.paidAt),
    isExpiring: isAt(body.expires_at, payment.createdAt + payment.lifetime),
    refunds: noted
      .filter(({ amount }) => amount > 0)
      .map(one => [
        ...[one.refund_id, one.amount, one.reason, one.status, one.restocked, minuteOf(one.created_at)],
        one.by_provider,
      ]),
    corrections: sorted(
      noted.filter(({ amount }) => amount < 0).map(one => [one.amount, minuteOf(one.created_at), one.reason]),
    ),
  }
  expect(found, `check-payment ${payment.invoiceId}`).toEqual({
    ...{ status: payment.status, amount: payment.amount, final_amount: payment.finalAmount, method: payment.method },
    ...{ reference: payment.paidBy?.reference ?? null, refunded: payment.refunded, refundedAt: payment.refundedAt },
    own: payment.details ? [payment.details.reference, payment.details.metadata] : [],
    ...{ isPaidInTime: true, isExpiring: true },
    refunds: own.map(one => [one.id, one.amount, one.reason, one.state, one.restocks, one.at, one.byProvider]),
    corrections: sorted(
      own
        .filter(({ correctedAt }) => correctedAt !== null)
        .map(({ amount, correctedAt, correctedFor }) => [-amount, correctedAt, correctedFor]),
    ),
  })
}

async function checkLists({ shop, model, isAt }: SimulatedShop, owner: Visitor): Promise<void> {
  const listed = await allOf(shop, '/list-payments')
  const byId = new Map(model.payments.map(payment => [payment.invoiceId, payment]))
  const fromApi = listed.map(one => [
    ...[one.invoice_id, one.status, one.amount, one.unique_code, one.final_amount, one.payment_method, one.paid_via],
    ...[one.refunded_amount ?? 0, isAt(one.created_at, byId.get(one.invoice_id)?.createdAt ?? -1)],
    listedTexts(byId.get(one.invoice_id)?.details && one),
  ])
  const rows = model.payments.map(one => [...rowOf(one), true, listedTexts(one.details)])
  expect(sorted(fromApi), 'list-payments').toEqual(sorted(rows))
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

/** Writes the texts of a payment that lists have. */
function listedTexts(
  one: Pick<Details, 'description' | 'customer_name' | 'reference' | 'metadata'> | null | undefined,
) {
  return one ? inOrder([one.description, one.customer_name, one.reference, inOrder(one.metadata)]) : ''
}

async function checkTransfers({ shop, model, minuteOf }: SimulatedShop): Promise<void> {
  const listed = await allOf(shop, '/list-transfers')
  const found = listed.map(one => [
    ...[one.reference, one.state, one.reason, one.amount, minuteOf(one.occurred_at), minuteOf(one.received_at)],
    ...[one.invoice_id ?? 'none', one.likely_invoice_id ?? 'none', one.payer_name, one.note],
    ...[one.resolved_at !== null, one.resolved_by !== null],
  ])
  const expected = model.transfers.map(one => {
    const isResolved = one.reason !== null && one.state !== 'review'
    return [
      ...[one.reference, one.state, one.reason, one.amount, one.at, one.at],
      ...[one.payment?.invoiceId ?? 'none', one.likely?.invoiceId ?? 'none', one.payer, one.note],
      ...[isResolved, isResolved],
    ]
  })
  expect(sorted(found), 'list-transfers').toEqual(sorted(expected))
}

async function checkBooks({ shop, model }: SimulatedShop, owner: Visitor): Promise<void> {
  const movements = await allOf(shop, '/list-movements')
  const found = movements.map(one => [one.type, one.invoice_id, one.amount, one.fee, one.net, one.is_withdrawable])
  const succeeded = model.refunds.filter(({ state }) => state === 'succeeded')
  const noted = succeeded.flatMap(refund =>
    (refund.correctedAt === null ? [-1] : [-1, 1]).map(sign => ({
      payment: refund.payment,
      amount: sign * refund.amount,
    })),
  )
  const expected = [
    ...model.payments
      .filter(({ status }) => status === 'paid')
      .map(({ invoiceId, paidBy, method }) => {
        return ['sale', invoiceId, paidBy!.amount, 0, paidBy!.amount, method === 'qris']
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
