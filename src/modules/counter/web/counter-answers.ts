/*
 * The JSON between the script of a counter and the shop. Both sides are checked against these types, so nothing that
 * only a server has is imported here. Amounts are whole rupiah.
 */

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
}

/** The body of each path that is posted. */
export interface CounterRequests {
  pin: { cashier: number; pin: string }
  leave: object
  open: { cash: number }
  close: { shift: number; cash: number; note?: string | undefined }
  sell: SaleRequest
  'give-up': { key: string }
}

/** Everything that a counter shows before it sells. */
export interface CounterState {
  /** When the shop said it, by its own clock. */
  at: string
  cashiers: NamedCashier[]
  cashier: NamedCashier | null
  shift: { id: number; cashier: NamedCashier } | null
  discountMaxPercent: number
  goods: OfferedGoods[]
  /** The trouble of the phone that reports payments. */
  phone: string | null
}

export interface NamedCashier {
  id: number
  name: string
}

export interface OfferedGoods {
  variant: string
  name: string
  price: number
  /** Null if its stock is not counted. */
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
  method: 'cash' | 'code'
  cashGiven?: number | undefined
  expectedTotal: number
}

export type SaleState = 'waiting' | 'paid' | 'cancelled' | 'ended'

/** A sale as its page and its receipt show it. */
export interface ShownSale {
  key: string
  state: SaleState
  /** The picture to scan while it waits for its payment, as SVG. */
  code: string | null
  number: string
  cashier: string
  method: 'cash' | 'code'
  total: number
  discount: number
  note: string | null
  at: string
  /** The total with the code that makes it recognizable. */
  pay: number
  unique: number
  given: number | null
  page: string | null
  returned: boolean
  /** Where everybody can check the receipt, and the picture of that address. */
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

/** A refusal; without a message if the device is not paired, or the shop is broken. */
export interface CounterRefusal {
  code: string
  message?: string
  field?: string | undefined
  /** The total of now, if a price has changed. */
  total?: number
}
