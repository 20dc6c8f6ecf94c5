import { type Actor, recordAct } from '../../accounts/audit.ts'
import {
  addNotedRefund,
  lockPaidPayment,
  makeRefundColumns,
  type NewPaymentRefund,
  type RefundDetails,
} from '../../books/book-refund.ts'
import { Refund, type RefundLine } from '../../books/refund.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { formatRupiah } from '../../lib/money.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { OrderItem } from '../../orders/order.ts'
import { lockOrder, readInvoices, readItems } from '../../orders/order-goods.ts'
import type { Payment } from '../../payments/payment.ts'
import { findSender } from './find-sender.ts'
import { type RefundedOrder, restockRefunded } from './restock.ts'

export interface NewRefund extends Pick<RefundDetails, 'reason' | 'returnedAt' | 'proof' | 'lines'> {
  invoiceId: string
  /** The amount in whole rupiah; by default the remainder, or the price of the lines. */
  amount?: number | undefined
  /** Whether the goods of the lines, or all remaining ones, return to stock. */
  restock?: boolean | undefined
  /** A key for the request: repeating it returns the same refund. */
  key?: string | undefined
  /** Whether the merchant returned the money even if the provider could. */
  isNoted?: boolean | undefined
}

type RefundNeeds = Needs<'transaction' | 'now' | 'reactions' | 'connectors'>

/**
 * Refunds all or part of a paid payment. If the provider of its code can send the money, it is requested to, and the
 * refund counts once that has succeeded; otherwise the merchant has returned it. Returns the updated payment. Refuses
 * `not_found`, `refused_transition` for a payment that is not paid or fully refunded, and `invalid_request` for more
 * than remains.
 */
export async function refundPayment(
  app: RefundNeeds,
  { accountId, mode }: Required<AccountScope>,
  request: NewRefund,
  by: Actor,
): Promise<{ payment: Payment; key: string }> {
  return app.transaction({ accountId, mode }, async tx => {
    const payment = await lockPaidPayment(tx, request.invoiceId)
    const earlier = request.key && payment.refunds?.find(({ key }) => key === request.key)
    if (earlier) return { payment, key: earlier.key }
    const refunded = await lockRefundedOrder(tx, payment)
    const lines = request.lines ?? null
    const amount = computeRefundAmount(payment, refunded?.items ?? [], request)
    const restocked = request.restock ? await restockRefunded(app, tx, refunded, lines) : null
    const { reason, returnedAt, proof, key } = request
    const facts = { reason, returnedAt, proof, lines, key, restocked }
    const sender = request.isNoted ? null : await findSender(app, tx.em, payment)
    if (sender) return requestRefund(app, tx, { ...facts, payment, amount }, by)
    await addNotedRefund(app, tx, { ...facts, payment, amount }, by)
    return { payment, key: payment.refunds!.at(-1)!.key }
  })
}

/**
 * Returns the amount of a refund of this payment, for an order with these items. Refuses `refused_transition` if
 * nothing remains, and `invalid_request` for more than remains or unknown lines.
 */
export function computeRefundAmount(
  payment: Readonly<Payment>,
  items: readonly OrderItem[],
  { amount, lines }: Pick<NewRefund, 'amount' | 'lines'>,
): number {
  if (lines) checkLines(items, lines)
  return checkAmount(payment, amount ?? (lines ? computePrice(items, lines, payment) : undefined))
}

async function requestRefund(
  app: Needs<'now'>,
  tx: Tx,
  { payment, amount, ...facts }: NewPaymentRefund,
  by: Actor,
): Promise<{ payment: Payment; key: string }> {
  const now = app.now()
  const refund = tx.em.create(Refund, {
    ...makeRefundColumns(payment, { ...facts, returnedAt: now }, now),
    amount,
    corrects: null,
    state: 'requested',
    isByProvider: true,
    actor: by.actor.slice(0, 100),
    retryAt: now,
    endedAt: null,
  })
  await tx.em.flush()
  await tx.em.refresh(refund)
  await tx.em.refresh(payment)
  const { accountId, invoiceId: subject } = payment
  await recordAct(app, tx, { accountId, ...by, act: 'refund.requested', subject, detail: { amount } })
  return { payment, key: refund.key }
}

/** Refuses an amount that cannot be returned. Returns the remaining amount if none was given. */
function checkAmount(payment: Readonly<Payment>, requestedAmount: number | undefined): number {
  const left = payment.refundable()
  if (left <= 0) throw new Refusal('refused_transition', 'Nothing is left of it that could be returned')
  const amount = requestedAmount ?? left
  if (amount < 1 || amount > left) {
    const problem = { code: 'out_of_range', min: 1, max: left } as const
    throw refuseField('amount', `is from ${formatRupiah(1)} to ${formatRupiah(left)}, which is left of it`, problem)
  }
  return amount
}

/** Locks the order of a locked payment, and reads its items; null without an order. */
export async function lockRefundedOrder(tx: Tx, { invoiceId }: Payment): Promise<RefundedOrder | null> {
  const [invoice] = await readInvoices(tx, [invoiceId])
  if (!invoice) return null
  const order = await lockOrder(tx, invoice.orderId)
  return { order, items: await readItems(tx, [order]) }
}

function checkLines(items: readonly OrderItem[], lines: RefundLine[]): void {
  for (const { itemId, quantity } of lines) {
    const item = items.find(({ id }) => id === itemId)
    if (!item) throw refuseField('lines', 'name lines of the order that the payment is for', 'not_found')
    if (quantity < 1 || quantity > item.quantity) {
      throw refuseField('lines', 'have no more units than were ordered', {
        code: 'out_of_range',
        min: 1,
        max: item.quantity,
      })
    }
  }
}

/** Returns the price of these units, but at most the remainder: a discount made the order cheaper than its lines. */
function computePrice(items: readonly OrderItem[], lines: RefundLine[], payment: Readonly<Payment>): number {
  const costs = lines.map(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId)!
    return Math.round((item.total() * quantity) / item.quantity)
  })
  return Math.min(
    payment.refundable(),
    costs.reduce((sum, cost) => sum + cost, 0),
  )
}
