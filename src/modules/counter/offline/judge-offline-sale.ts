import type { Tx } from '../../../database/transaction.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { Cashier } from '../cashier.ts'
import type { CounterRules } from '../counter-rules.ts'
import type { Device } from '../device.ts'
import { isHanded, pricedLines, readSaleRows, type SaleRows } from '../price-sale.ts'
import { discountMax, goodsTotal } from '../sell.ts'
import type { Shift } from '../shift.ts'
import { holdingReasons, type OfflineReason } from './offline-sale.ts'
import { type ArrivedSale, type OfflineUse, offlineGoodsTotal, type SoldOffline } from './sold-offline.ts'
import { takenPrices } from './taken-prices.ts'

export interface ToJudge {
  arrived: ArrivedSale
  device: Device
  customerId: number
  /** Null if the device has no such shift. */
  shift: Shift | null
  rules: CounterRules | null
  /** Earlier sales of the device in this shift without a network. */
  used: OfflineUse
}

export interface Judged {
  /** Whether the owner decides before it is booked. */
  isHeld: boolean
  reasons: OfflineReason[]
  /** Null if the goods cannot be priced. */
  shopTotal: number | null
}

/** A clock that differs by less is taken for right. */
const clockToleranceMs = 2 * 60_000

/** Decides whether a sale without a network is booked, and how it differs from what the shop would have sold. */
export async function judgeOfflineSale(
  app: Needs<'now' | 'calendar'>,
  tx: Tx,
  { arrived, device, customerId, shift, rules, used }: ToJudge,
): Promise<Judged> {
  const { sold } = arrived
  const reasons: OfflineReason[] = []
  if (device.revokedAt !== null) reasons.push('revoked')
  if (shift === null || shift.closedAt !== null || shift.device.id !== device.id) reasons.push('shift')
  else if (!(await isCashierOf(tx, shift, arrived.cashier))) reasons.push('cashier')
  if (isOverLimit(sold, rules, used)) reasons.push('limit')
  if (sold.discount > discountMax(offlineGoodsTotal(sold), rules)) reasons.push('discount')
  if (sold.total !== offlineGoodsTotal(sold) - sold.discount || sold.cashGiven < sold.total) reasons.push('sum')
  const standing = { accountId: device.accountId, mode: device.mode }
  const priced = await priceNow(tx, { standing, sold, customerId, now: app.now() })
  if (priced.rows === null) reasons.push('goods')
  else if (!rules?.offlineCounted && priced.rows.goods.some(row => row.stock_mode === 'counter'))
    reasons.push('counted')
  if (priced.total !== null && priced.total !== sold.total) reasons.push('price')
  if (priced.rows?.goods.some(row => !row.is_shown)) reasons.push('hidden')
  const clock = clockReason(app, arrived, shift)
  if (clock) reasons.push(clock)
  const isHeld = reasons.some(reason => (holdingReasons as readonly string[]).includes(reason))
  return { isHeld, reasons, shopTotal: priced.total }
}

/** Whether the shift is theirs, and they may still sell. */
async function isCashierOf({ em }: Tx, shift: Shift, cashierId: number): Promise<boolean> {
  return shift.cashier.id === cashierId && (await em.count(Cashier, { id: cashierId, isActive: true })) === 1
}

function isOverLimit({ total }: SoldOffline, rules: CounterRules | null, used: OfflineUse): boolean {
  if (!rules) return true
  return used.sales + 1 > rules.offlineSalesMax || used.amount + total > rules.offlineAmountMax
}

interface Priced {
  rows: SaleRows | null
  /** At the shop's prices and less the discount; null if an option is gone. */
  total: number | null
}

type Pricing = Omit<Parameters<typeof readSaleRows>[1], 'lines' | 'free'> & { sold: SoldOffline }

async function priceNow(tx: Tx, { sold, ...pricing }: Pricing): Promise<Priced> {
  try {
    const lines = sold.lines.map(line => ({ ...line, choices: line.choices.map(({ key }) => key) }))
    const rows = await readSaleRows(tx, { ...pricing, lines, free: sold.free })
    const isWhole = rows.goods.length === rows.wanted && rows.goods.every(isHanded)
    if (!isWhole || (rows.wanted === 0 && rows.free === null)) return { rows: null, total: null }
    // The sale must be bookable at the prices that were taken.
    pricedLines(takenPrices(rows, sold))
    return { rows, total: goodsTotal(pricedLines(rows)) - sold.discount }
  } catch (error) {
    if (error instanceof Refusal) return { rows: null, total: null }
    throw error
  }
}

function clockReason(
  app: Needs<'now' | 'calendar'>,
  { soldAt }: ArrivedSale,
  shift: Shift | null,
): 'clock' | 'day' | null {
  const now = app.now()
  if (soldAt.getTime() > now.getTime() + clockToleranceMs) return 'clock'
  if (shift && soldAt.getTime() < shift.openedAt.getTime() - clockToleranceMs) return 'clock'
  return app.calendar.formatDay(soldAt) === app.calendar.formatDay(now) ? null : 'day'
}
