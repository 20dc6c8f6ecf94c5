import type { Tx } from '../../database/transaction.ts'
import type { Customer } from '../../orders/customers/customer.ts'
import type { Order } from '../../orders/order.ts'

/** One line of an order: a product's key, followed by `/` and the variant's key if it is not the first. */
export interface PastLine {
  key: string
  quantity: number
}

/** An order of the demo's shop from before its first start. */
export interface PastOrder
  extends Pick<Order, 'status' | 'door' | 'deliveryFee'>,
    Partial<
      Pick<
        Order,
        | 'paidVia'
        | 'customerName'
        | 'customerPhone'
        | 'address'
        | 'note'
        | 'receiving'
        | 'deliveryZone'
        | 'tableNumber'
        | 'cancelledBy'
        | 'sellerNote'
        | 'paidAt'
        | 'completedAt'
        | 'cancelledAt'
        | 'shippedAt'
        | 'courier'
        | 'trackingNumber'
        | 'receiveBy'
        | 'receivedAt'
        | 'invoiceCount'
      >
    > {
  at: Date
  customer: Customer
  lines: PastLine[]
}

/** The past weeks of the demo's shop in test mode: rows only, without notifications. */
export interface DemoPast {
  tx: Tx
  accountId: number
  mode: 'test'
  /** The start of each past day, oldest first. */
  days: readonly Date[]
  now: Date
  /** Adds an order with its lines to the unit of work. */
  addOrder(order: PastOrder): Order
}

declare module '../../slots.ts' {
  interface Slots {
    /** Adds a module's data to the history of the demo's shop. */
    demoPast(past: DemoPast): Promise<void>
  }
}
