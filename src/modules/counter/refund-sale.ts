import { LockMode } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
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
  /** The amount in whole rupiah; by default the entire remainder. */
  amount?: number | undefined
  reason?: string | undefined
  /** A key for the request: repeating it returns the same refund. */
  key?: string | undefined
}

/**
 * Records a full or partial cash refund of a sale, from the drawer of its device if a shift is open there. A refund of
 * a payment is recorded with the payment instead. Returns false if it was already recorded. Refuses `not_found`,
 * `refused_transition` for a sale that was not in cash, and `invalid_request` for more than remains.
 */
export async function refundSale(
  app: Needs<'transaction' | 'now'>,
  { orderNumber, amount, reason, key }: NewCashReturn,
  { accountId, mode, actor, address = null }: ModeActor,
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
 * Reverses a cash refund by a counter-entry, because rows are never changed. A second call changes nothing. Refuses
 * `not_found`.
 */
export async function takeBackCashReturn(
  app: Needs<'transaction' | 'now'>,
  { orderNumber, key }: { orderNumber: string; key: string },
  { accountId, mode, actor, address = null }: ModeActor,
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
