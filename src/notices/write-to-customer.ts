import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Customer } from '../orders/customers/customer.ts'
import { findOrder } from '../orders/find-order.ts'
import { planCustomerNotices } from './plan-notices.ts'

export const customerTextMax = 500

/**
 * Sends the seller's message about an order to its customer, through the shop's bot. Repeating `once` sends it only
 * once. Refuses `not_found`, and `invalid_request` for no text or more than 500 characters, or a customer without a
 * chat.
 */
export async function writeToCustomer(
  app: Needs<'em' | 'transaction' | 'now'>,
  accountId: number,
  { orderNumber, text, once }: { orderNumber: string; text: string; once: string },
): Promise<void> {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > customerTextMax) {
    throw refuseField('text', `has 1 to ${customerTextMax} characters`, {
      code: 'wrong_length',
      min: 1,
      max: customerTextMax,
    })
  }
  const { customerId } = await findOrder(app, { accountId }, orderNumber)
  const customer = await app.em({ accountId }).findOneOrFail(Customer, customerId)
  if (!customer.hasChat()) throw refuseField('text', 'cannot be sent: this customer has no chat', 'not_allowed')
  const data = { orderNumber, text: trimmed }
  await app.transaction({ accountId }, tx =>
    planCustomerNotices(tx, app.now(), [{ accountId, customerId, kind: 'order.message', data, key: once }]),
  )
}
