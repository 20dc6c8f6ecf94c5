import type { Needs } from '../../needs.ts'
import { burstMs, QuantityStep } from './quantity-step.ts'

/**
 * Returns the quantity set by the customer's last press of "+" or "−". Returns null if that press is more than a moment
 * old, or if the name of its button lacks one of `parts`.
 */
export async function findStep(
  app: Needs<'em' | 'now'>,
  accountId: number,
  customerId: number,
  parts: string[],
): Promise<number | null> {
  const last = await app.em({ accountId }).findOne(QuantityStep, { customer: customerId })
  if (!last || app.now().getTime() - last.at.getTime() > burstMs) return null
  return parts.every(part => last.button.includes(part)) ? last.quantity : null
}
