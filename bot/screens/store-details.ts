import { Customer } from '../../src/orders/customers/customer.ts'
import { updateCustomer } from '../../src/orders/customers/update-customer.ts'
import { editOrder } from '../../src/orders/edit-order.ts'
import { Order } from '../../src/orders/order.ts'
import type { ShopContext } from '../context.ts'
import { type Button, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'

/**
 * Stores a phone number or an address that a customer sent outside a form. Returns the buttons that copy it into their
 * order while that is not being paid.
 */
export async function storeDetails(
  { app, store, customer, language }: ShopContext,
  details: { phone: string } | { address: string },
): Promise<Button[][]> {
  await updateCustomer(app, store.accountId, customer.id, details)
  const [what, way] = 'phone' in details ? (['phone', {}] as const) : (['address', { receiving: 'delivery' }] as const)
  const scope = { accountId: store.accountId, mode: store.mode }
  const waiting = { customer: customer.id, status: 'pending', ...way } as const
  const order = await app.em(scope).findOne(Order, waiting, { orderBy: { id: 'desc' } })
  if (!order) return []
  return [[{ text: customerTexts[language].useFor(order.orderNumber), press: makePress('usekept', order.token, what) }]]
}

/** Copies the customer's last phone number or address into their order; false if they sent none. */
export async function reuseStoredDetail(
  { app, store, customer }: ShopContext,
  token: string,
  detail: string,
): Promise<boolean> {
  const stored = await app.em({ accountId: store.accountId }).findOne(Customer, { id: customer.id })
  const value = detail === 'phone' ? stored?.phone : detail === 'address' ? stored?.address : null
  if (!value) return false
  const owner = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  await editOrder(app, owner, token, detail === 'phone' ? { phone: value } : { address: value })
  return true
}
