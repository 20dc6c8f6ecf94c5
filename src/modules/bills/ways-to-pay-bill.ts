import type { Standing } from '../../keys/standing.ts'
import { listUsableMethods } from '../../methods/list-usable-methods.ts'
import { amountMin, computeAmountMaximum, type PaymentMethodId } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import type { Bill } from './bill.ts'
import { computeHighestAmount } from './bill-terms.ts'
import { computeUsualPart } from './part-amount.ts'

/** The possible methods for the next payment of a bill. Amounts are in whole rupiah. */
export interface WaysToPayBill {
  /** The maximum amount of one payment. */
  highest: number
  methods: PaymentMethodId[]
  /** Methods of this account with a lower limit. */
  limited: { method: PaymentMethodId; max: number }[]
}

/** Returns the methods by which a bill can be paid now, and those with lower limits; null if it cannot be paid. */
export function listWaysToPayBill(app: Needs<'edition'>, standing: Standing | null, bill: Bill): WaysToPayBill | null {
  if (!standing) return null
  const usable = listUsableMethods(app, standing, amountMin)
  if (usable.length === 0) return null
  const highest = computeHighestAmount(app, standing)
  const amount = bill.kind === 'open' ? bill.minAmount! : computeUsualPart(bill.due() ?? bill.amount!, highest)
  const limits = usable.map(method => ({ method, max: computeAmountMaximum(standing, method) }))
  return {
    highest,
    methods: limits.filter(({ max }) => amount <= max).map(({ method }) => method),
    limited: limits.filter(({ max }) => amount > max),
  }
}
