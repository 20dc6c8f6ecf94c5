import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import type { Needs } from '../../needs.ts'
import type { Customer } from '../../orders/customers/customer.ts'
import { Order } from '../../orders/order.ts'
import { lockOrder } from '../../orders/order-goods.ts'
import { sellOrder } from '../../orders/pay-orders.ts'
import { writeOrder } from '../../orders/place-order.ts'
import type { PricedLine } from '../../orders/price-line.ts'
import { Cashier } from './cashier.ts'
import { CounterSale, type SaleMethod } from './counter-sale.ts'
import type { Shift } from './shift.ts'

export interface SaleDraft {
  standing: Pick<Standing, 'accountId' | 'mode'>
  deviceId: number
  customer: Customer
  shift: Pick<Shift, 'id' | 'cashier'>
  priced: PricedLine[]
  /** The total in whole rupiah, after the discount. */
  total: number
  discount: number
  once: string
  note: string | null
  phone: string | null
  /** The customer's name; null if they give none. */
  customerName: string | null
  tableNumber: number | null
  method: SaleMethod
  /** The cash given; null for a sale by code. */
  cashGiven: number | null
  /** Whether to record missing stock as a shortage, because the customer already has the goods. */
  mayBeShort?: boolean
}

type WriteNeeds = Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>

/**
 * Writes a counter sale with its order, in a transaction that has locked device, customer and shift. A cash sale also
 * becomes paid. Refuses `out_of_stock`.
 */
export async function writeSale(app: WriteNeeds, tx: Tx, draft: SaleDraft): Promise<Order> {
  const now = app.now()
  const { standing, shift, method, total } = draft
  const { accountId, mode } = standing
  const cashier = await tx.em.findOneOrFail(Cashier, shift.cashier.id)
  const { order } = await writeOrder(app, tx, orderDraft(draft, cashier), draft.priced)
  await tx.em.insert(CounterSale, {
    order: order.id,
    account: accountId,
    mode,
    device: draft.deviceId,
    cashier: cashier.id,
    shift: shift.id,
    method,
    total,
    cashGiven: draft.cashGiven,
    createdAt: now,
  })
  return method === 'cash' ? payInCash(app, tx, order, now) : order
}

function orderDraft(draft: SaleDraft, cashier: Cashier): Parameters<typeof writeOrder>[2] {
  const { standing, customer, total, discount, once, note, phone, tableNumber } = draft
  const receiving = tableNumber === null ? null : ('dine_in' as const)
  return {
    accountId: standing.accountId,
    mode: standing.mode,
    customer,
    customerName: draft.customerName ?? `Kasir · ${cashier.name}`,
    total,
    discount,
    once,
    emptiesCart: false,
    told: { note, phone, address: null },
    planned: { receiving, deliveryZone: null, tableNumber, deliveryFee: 0 },
    door: 'counter',
    mayBeShort: draft.mayBeShort ?? false,
  }
}

async function payInCash(app: WriteNeeds, tx: Tx, { id, total }: Order, now: Date): Promise<Order> {
  await tx.em.nativeUpdate(Order, { id, status: 'pending' }, { paidVia: 'cash' })
  const order = await lockOrder(tx, id)
  const receipt = { invoiceId: null, paidAt: now.toISOString(), paidAmount: total, paidLate: false, createdAt: now }
  await sellOrder(tx, app, order, receipt)
  return order
}
