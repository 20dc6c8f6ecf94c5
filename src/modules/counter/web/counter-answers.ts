/*
 * The JSON between the script of a counter and the shop. Both sides are checked against these types, so this file
 * imports nothing that exists only on a server. Amounts are whole rupiah.
 */

import type { ArrivedSale, OfflineUse } from '../offline/sold-offline.ts'
import type { BillContent, BillVersion, KitchenLine } from '../tables/bill-content.ts'

/** The answer to each path below `/kasir/`. */
export interface CounterAnswers {
  state: CounterState
  sale: ShownSale
  sales: { sales: SaleInList[] }
  pin: object
  leave: object
  open: object
  close: ClosedShift
  sell: ShownSale
  'give-up': ShownSale
  offline: OfflineSaleAnswer
  'bill-save': OpenBills
  'bill-merge': OpenBills
  'bill-split': OpenBills
  'bill-drop': OpenBills
  'take-tickets': { tickets: number[] }
  customer: { customer: CustomerSummary | null }
}

/** The body of each POST path. */
export interface CounterRequests {
  pin: { cashier: number; pin: string }
  leave: object
  open: { cash: number }
  close: { shift: number; cash: number; note?: string | undefined }
  sell: SaleRequest
  'give-up': { key: string }
  offline: OfflineRequest
  'bill-save': BillContent & { key: string; version?: number | undefined }
  'bill-merge': { from: BillVersion; into: BillVersion }
  'bill-split': { from: BillVersion; to: { key: string; name: string }; units: number[] }
  'bill-drop': BillVersion
  'take-tickets': { tickets: number[] }
}

/** Everything that a counter shows before it sells. */
export interface CounterState {
  /** When the shop sent it, by its own clock. */
  at: string
  cashiers: NamedCashier[]
  cashier: NamedCashier | null
  shift: { id: number; cashier: NamedCashier } | null
  discountMaxPercent: number
  goods: OfferedGoods[]
  categories: { id: string; name: string }[]
  bills: OpenBillView[]
  stations: CounterStation[]
  /** The tickets that printers did not accept. */
  stuck: StuckTicket[]
  offline: OfflineRules
  /** The trouble of the phone that reports payments; null if there is not any. */
  phone: string | null
}

/** A place that gets tickets for ordered items. */
export interface CounterStation {
  name: string
  /** The public ids of the categories that it prepares. */
  categories: string[]
  /** Whether the shop prints its tickets; otherwise the counter does. */
  hasPrinter: boolean
}

/** A ticket that waits because its printer does not accept it. */
export interface StuckTicket {
  id: number
  station: string
  title: string
  tableNumber: number | null
  note: string | null
  lines: KitchenLine[]
}

/** The limits of cash sales while the shop cannot be reached. */
export interface OfflineRules {
  salesMax: number
  amountMax: number
  /** Whether goods with counted stock may be sold, too. */
  isCounted: boolean
  /** The sales of this shift that have arrived, and the next number. */
  used: OfflineUse
  next: number
}

/** A cash sale that was made while offline. */
export interface OfflineRequest extends Omit<ArrivedSale, 'soldAt'> {
  /** The time in milliseconds since 1970, by the device's clock. */
  soldAt: number
}

export interface OfflineSaleAnswer {
  state: 'booked' | 'held' | 'rejected'
  /** Whether the owner is shown a difference. */
  isDifferent: boolean
  used: OfflineUse
  next: number
}

export interface OpenBillView extends BillContent, BillVersion {
  /** When it was opened, by the shop's clock. */
  at: string
}

export interface OpenBills {
  bills: OpenBillView[]
}

export interface CustomerSummary {
  name: string
  orders: number
  last: string
}

export interface NamedCashier {
  id: number
  name: string
}

export interface OfferedGoods {
  variant: string
  /** The number of its product in this answer; all variants of a product share a tile. */
  product: number
  /** The public id of its category; empty for none. */
  category: string
  /** The address of a picture of 160 pixels. */
  picture?: string
  /** The name of the variant; unset if the product has only one. */
  kind?: string
  name: string
  price: number
  /** The remaining stock; null if it is not counted. */
  left: number | null
  sku: string[]
  barcode?: string
  groups?: OfferedGroup[]
}

export interface OfferedGroup {
  name: string
  min: number
  max: number
  options: { key: string; name: string; price: number }[]
}

export interface SaleRequest {
  key: string
  lines: { variant: string; quantity: number; choices: string[] }[]
  free: number
  discount: number
  note?: string | undefined
  phone?: string | undefined
  customerName?: string | undefined
  bill?: BillVersion | undefined
  method: 'cash' | 'code'
  cashGiven?: number | undefined
  expectedTotal: number
}

export type SaleState = 'waiting' | 'paid' | 'cancelled' | 'ended'

/** A sale as shown on its page and its receipt. */
export interface ShownSale {
  key: string
  state: SaleState
  /** The QR code as SVG while it waits for its payment; null otherwise. */
  code: string | null
  number: string
  cashier: string
  method: 'cash' | 'code'
  total: number
  discount: number
  note: string | null
  at: string
  /** The total including the unique code. */
  pay: number
  unique: number
  given: number | null
  page: string | null
  returned: boolean
  /** The address that opens WhatsApp with the receipt, and the customer's number if known; null if unpaid. */
  whatsApp: string | null
  /** The public address at which the receipt can be verified, with its QR code. */
  receipt: { url: string; code: string } | null
  lines: { name: string; total: number; made: string[] }[]
}

export interface SaleInList {
  key: string
  number: string
  state: SaleState
  at: string
  method: 'cash' | 'code'
  total: number
  returned: boolean
  cashier: string
}

export interface ClosedShift {
  openingCash: number
  cash: { sales: number; amount: number }
  code: { sales: number; amount: number }
  returned: number
  expectedCash: number | null
  countedCash: number | null
  difference: number | null
}

/** A refusal; it has no message if the device is not paired, or the shop is broken. */
export interface CounterRefusal {
  code: string
  message?: string
  field?: string | undefined
  /** The current total, if a price has changed. */
  total?: number
}
