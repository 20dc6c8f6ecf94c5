import { LockMode } from '@mikro-orm/core'
import { type ModeActing, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { formatRupiah } from '../../lib/money.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import { CashReturn } from './cash-return.ts'
import { CounterSale } from './counter-sale.ts'
import { Shift } from './shift.ts'

export interface NewCashReturn {
  orderNumber: string
  /** Whole rupiah; all that is left if unset. */
  amount?: number | undefined
  reason?: string | undefined
  /** Noted again with the same key it is the same return. */
  key?: string | undefined
}

/**
 * Notes that cash of a sale was given back, whole or in part, out of the drawer of its device if a shift is open there.
 * Money of a payment is noted with the payment. Returns false if it was noted before. Refuses `not_found`,
 * `refused_transition` for a sale that was not in cash, and `invalid_request` for more than is left.
 */
export async function refundSale(
  app: Needs<'transaction' | 'now'>,
  { orderNumber, amount, reason, key }: NewCashReturn,
  { accountId, mode, actor, address = null }: ModeActing,
): Promise<boolean> {
  return app.transaction({ accountId, mode }, async tx => {
    const sale = await lockSale(tx, orderNumber)
    if (key && (await tx.em.count(CashReturn, { key })) > 0) return false
    const left = sale.total - sale.returnedCash()
    if (left === 0) return false
    const given = amount ?? left
    if (given < 1 || given > left) {
      const problem = { code: 'out_of_range', min: 1, max: left } as const
      throw refuseField('amount', `is from ${formatRupiah(1)} to ${formatRupiah(left)}, which is left of it`, problem)
    }
    await addReturn(app, tx, sale, {
      amount: given,
      corrects: null,
      reason: reason || null,
      actor,
      ...(key && { key }),
    })
    const detail = { amount: given, reason: reason || null }
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.refunded', subject: orderNumber, detail })
    return true
  })
}

/**
 * Takes a return of cash back with a counter-entry: rows are never changed. A second time it changes nothing. Refuses
 * `not_found`.
 */
export async function takeBackCashReturn(
  app: Needs<'transaction' | 'now'>,
  { orderNumber, key }: { orderNumber: string; key: string },
  { accountId, mode, actor, address = null }: ModeActing,
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    const sale = await lockSale(tx, orderNumber)
    const found = await tx.em.findOne(CashReturn, { sale: sale.orderId, key })
    if (!found || found.amount < 0) throw notFound('refund')
    if ((await tx.em.count(CashReturn, { corrects: found.id })) > 0) return
    await addReturn(app, tx, sale, { amount: -found.amount, corrects: found, reason: null, actor })
    const detail = { amount: -found.amount }
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.refunded', subject: orderNumber, detail })
  })
}

async function lockSale({ em }: Tx, orderNumber: string): Promise<CounterSale> {
  const order = await em.findOne(Order, { orderNumber })
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const sale = order && (await em.findOne(CounterSale, { order: order.id }, { lockMode, refresh: true }))
  if (!sale) throw notFound('sale')
  if (sale.method !== 'cash') throw new Refusal('refused_transition', 'The sale was not paid in cash')
  return sale
}

type ReturnFacts = Pick<CashReturn, 'amount' | 'reason' | 'actor'> & { corrects: CashReturn | null; key?: string }

async function addReturn(app: Needs<'now'>, tx: Tx, sale: CounterSale, facts: ReturnFacts): Promise<void> {
  const { em } = tx
  const now = app.now()
  const open = { device: sale.device.id, closedAt: null }
  const shift = await em.findOne(Shift, open, { lockMode: LockMode.PESSIMISTIC_READ })
  const { account, mode, orderId } = sale
  const actor = facts.actor.slice(0, 100)
  em.create(CashReturn, { ...facts, actor, account, mode, sale: orderId, shift: shift?.id ?? null, createdAt: now })
  sale.returned += facts.amount
  const isWhole = sale.returned === sale.total
  sale.refundedAt = isWhole ? now : null
  sale.refundedBy = isWhole ? actor : null
  sale.refundShift = null
  await em.flush()
}
