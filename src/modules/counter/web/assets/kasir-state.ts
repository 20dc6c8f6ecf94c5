// Shared by the counter's scripts: the current sale, which is stored on this device, and the shop's last answer.

import type { BillVersion } from '../../tables/bill-content.ts'
import type { CounterState, OfferedGoods, OfflineRules, SaleRequest } from '../counter-answers.ts'
import { find, t } from './kasir-parts.ts'

export interface CartLine {
  variant: string
  quantity: number
  /** The keys of the chosen options, and their names. */
  choices: string[]
  made: string
}

interface Cart {
  lines: CartLine[]
  free: number
  discount: number
  note: string
  phone: string
  customerName: string
  /** The open bill in the cart, and its name. */
  bill: (BillVersion & { name: string; tableNumber: number | null; sent: Record<string, number> }) | null
  /** The cart's key as a new bill, once it was sent: saving it again updates the same bill. */
  billKey: string | null
  /** The request that was sent to the shop and has no answer yet. */
  sale: SaleRequest | null
  /** The key of the previous sale. */
  last: string | null
  isPadOpen?: boolean
  cashier?: number
  /** The keys of the products that this device shows first. */
  favourites?: string[]
}

const stored = 'warung-kasir'
const empty = {
  lines: [],
  free: 0,
  discount: 0,
  note: '',
  phone: '',
  customerName: '',
  bill: null,
  billKey: null,
  sale: null,
}

/** The sale being made. */
export const cart: Cart = { ...empty, last: null, ...readCart() }
type Counter = Omit<CounterState, 'at' | 'phone'> & Partial<CounterState>

/** The shop's last answer: the cashier, the goods and the rules. */
export const counter: Counter = {
  cashiers: [],
  cashier: null,
  shift: null,
  goods: [],
  categories: [],
  bills: [],
  stations: [],
  stuck: [],
  discountMaxPercent: 0,
  offline: { salesMax: 0, amountMax: 0, isCounted: false, used: { sales: 0, amount: 0 }, next: 1 },
}

/** Applies the shop's count of the offline sales. */
export function rememberOffline(counts: Pick<OfflineRules, 'used' | 'next'>) {
  Object.assign(counter.offline, counts)
}

export const findGoods = (variant: string) => counter.goods.find(one => one.variant === variant)

function readCart() {
  try {
    return JSON.parse(localStorage.getItem(stored) ?? '{}')
  } catch {
    return {}
  }
}

/** Stores the cart for a reload. If the browser refuses, it lasts only while the page is open. */
export function storeCart() {
  try {
    localStorage.setItem(stored, JSON.stringify(cart))
  } catch {
    // Private windows of some browsers have no storage.
  }
}

/** Empties the cart. */
export function emptyCart() {
  Object.assign(cart, empty, { lines: [] })
  // The next cart shows the goods again, which open details cover on a phone.
  find('till-details').open = false
  storeCart()
}

export const computeGoodsTotal = () =>
  cart.lines.reduce((sum, line) => sum + computeLinePrice(line) * line.quantity, cart.free)
export const computeTotal = () => computeGoodsTotal() - cart.discount

export function computeLinePrice({ variant, choices }: Pick<CartLine, 'variant' | 'choices'>) {
  const goods = findGoods(variant)
  if (!goods) return 0
  const options = (goods.groups ?? []).flatMap(group => group.options)
  return choices.reduce((sum, key) => sum + (options.find(one => one.key === key)?.price ?? 0), goods.price)
}

// Some scanners report a UPC as an EAN, with a leading zero.
const bare = (code: string) => code.toLowerCase().replace(/^0+(?=\d)/, '')
export const hasCode = ({ sku, barcode }: OfferedGoods, code: string) =>
  sku.includes(code) || (barcode !== undefined && bare(barcode) === bare(code))

export const isSoldOut = ({ left }: OfferedGoods) => left !== null && left < 1

/** Returns the table and the name of a bill; by default its name is that of its table. */
export function formatBillLabel({ name, tableNumber }: { name: string; tableNumber: number | null }) {
  const table = tableNumber !== null && `${t.table} ${tableNumber}`
  return [table, name !== table && name].filter(Boolean).join(' · ')
}
