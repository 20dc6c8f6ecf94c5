import type { Tx } from '../../../database/transaction.ts'
import type { Needs } from '../../../needs.ts'
import { Cashier } from '../cashier.ts'
import type { CounterRules } from '../counter-rules.ts'
import type { Device } from '../device.ts'
import { computeDiscountMax } from '../sell.ts'
import type { Shift } from '../shift.ts'
import { holdingReasons, type OfflineReason } from './offline-sale.ts'
import { isSumRight, type PricedOfflineSale, priceOfflineSale } from './price-offline-sale.ts'
import { type ArrivedSale, computeOfflineGoodsTotal, type OfflineSaleContent, type OfflineUse } from './sold-offline.ts'

export interface OfflineSaleToJudge {
  arrived: ArrivedSale
  device: Device
  customerId: number
  /** The shift; null if the device has no such shift. */
  shift: Shift | null
  rules: CounterRules | null
  /** Earlier offline sales of the device in this shift. */
  used: OfflineUse
}

export interface OfflineSaleVerdict {
  /** Whether the owner decides before it is booked. */
  isHeld: boolean
  reasons: OfflineReason[]
  /** The total at the shop's prices; null if the goods cannot be priced. */
  shopTotal: number | null
}

/** A smaller difference of the clock is accepted. */
const clockToleranceMs = 2 * 60_000

/** Decides whether an offline sale is booked, and how it differs from the shop's own prices and rules. */
export async function judgeOfflineSale(
  app: Needs<'now' | 'calendar'>,
  tx: Tx,
  { arrived, device, customerId, shift, rules, used }: OfflineSaleToJudge,
): Promise<OfflineSaleVerdict> {
  const { sold } = arrived
  const reasons: OfflineReason[] = []
  if (device.revokedAt !== null) reasons.push('revoked')
  if (shift === null || shift.closedAt !== null) reasons.push('shift')
  else if (!(await isCashierHere(tx, shift, arrived.cashier))) reasons.push('cashier')
  if (isOverLimit(sold, rules, used)) reasons.push('limit')
  if (sold.discount > computeDiscountMax(computeOfflineGoodsTotal(sold), rules)) reasons.push('discount')
  const standing = { accountId: device.accountId, mode: device.mode }
  const priced = await priceOfflineSale(tx, { standing, sold, customerId, now: app.now() })
  if (!isSumRight(sold, priced) || sold.cashGiven < sold.total) reasons.push('sum')
  reasons.push(...goodsReasons(sold, priced, rules))
  const clock = clockReason(app, arrived, shift)
  if (clock) reasons.push(clock)
  const isHeld = reasons.some(reason => (holdingReasons as readonly string[]).includes(reason))
  return { isHeld, reasons, shopTotal: priced?.shopTotal ?? null }
}

/** Returns whether the shift belongs to the cashier and they may still sell. */
async function isCashierHere({ em }: Tx, shift: Shift, cashierId: number): Promise<boolean> {
  return shift.cashier.id === cashierId && (await em.count(Cashier, { id: cashierId, isActive: true })) === 1
}

function isOverLimit({ total }: OfflineSaleContent, rules: CounterRules | null, used: OfflineUse): boolean {
  if (!rules) return true
  return used.sales + 1 > rules.offlineSalesMax || used.amount + total > rules.offlineAmountMax
}

function goodsReasons({ total }: OfflineSaleContent, priced: PricedOfflineSale | null, rules: CounterRules | null) {
  if (priced === null) return ['goods' as const]
  const { goods } = priced.rows
  const reasons: OfflineReason[] = []
  if (!rules?.offlineCounted && goods.some(row => row.stock_mode === 'counter')) reasons.push('counted')
  if (priced.shopTotal !== total) reasons.push('price')
  if (goods.some(row => !row.is_shown)) reasons.push('hidden')
  return reasons
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
