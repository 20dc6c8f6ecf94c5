import { LockMode } from '@mikro-orm/core'
import { audit, type ModeActing } from '../../accounts/audit.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import { CounterSale } from './counter-sale.ts'
import { Shift } from './shift.ts'

/**
 * Records that the cash of a sale was returned, from the drawer of its device if a shift is open there. Money of a
 * payment is recorded with the payment. Returns false if it had been recorded before. Refuses `not_found`, and
 * `refused_transition` for a sale that was not in cash.
 */
export async function refundSale(
  app: Needs<'transaction' | 'now'>,
  orderNumber: string,
  { accountId, mode, actor, address = null }: ModeActing,
): Promise<boolean> {
  return app.transaction({ accountId, mode }, async tx => {
    const order = await tx.em.findOne(Order, { orderNumber })
    const sale = order && (await tx.em.findOne(CounterSale, { order: order.id }))
    if (!sale) throw notFound('sale')
    if (sale.method !== 'cash') throw new Refusal('refused_transition', 'The sale was not paid in cash')
    const open = { device: sale.device.id, closedAt: null }
    const shift = await tx.em.findOne(Shift, open, { lockMode: LockMode.PESSIMISTIC_READ })
    const noted = { refundedAt: app.now(), refundedBy: actor, refundShift: shift?.id ?? null }
    if ((await tx.em.nativeUpdate(CounterSale, { order: sale.orderId, refundedAt: null }, noted)) !== 1) return false
    const detail = { amount: sale.total }
    await audit(app, tx, { accountId, actor, address, act: 'counter.refunded', subject: orderNumber, detail })
    return true
  })
}
