import { LockMode, ref } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from '../customers/customer.ts'
import { burstMs, QuantityStep } from './quantity-step.ts'

export interface QuantityPress {
  /** Identifies the button of this message, and the number beside it. */
  button: string
  updateId: number
  /** The number that the customer saw. */
  shown: number
  by: 1 | -1
  min: number
  max: number
}

/**
 * Returns the quantity after one press of "+" or "−", and whether the press exceeded the stock. An update counts once;
 * presses of a button that still shows the old number continue from the last one.
 */
export async function stepQuantity(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  customerId: number,
  { button, updateId, shown, by, min, max }: QuantityPress,
): Promise<{ quantity: number; isPastMax: boolean }> {
  return app.transaction({ accountId }, async ({ em }) => {
    const now = app.now()
    const last = await em.findOne(QuantityStep, { customer: customerId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (last?.updateId === updateId) return { quantity: last.quantity, isPastMax: false }
    const isBurst = last !== null && last.button === button && now.getTime() - last.at.getTime() < burstMs
    const wanted = (isBurst ? last.quantity : shown) + by
    const quantity = Math.max(min, Math.min(max, wanted))
    const step = { button, quantity, updateId, at: now }
    if (last) em.assign(last, step)
    else em.create(QuantityStep, { customer: ref(Customer, customerId), account: ref(Account, accountId), ...step })
    return { quantity, isPastMax: by === 1 && wanted > max }
  })
}
