import { p } from '@mikro-orm/core'

/** Where an order was placed: in a chat, at a counter, on a menu page, or by opening a bill. */
const orderDoors = ['chat', 'counter', 'menu', 'bill'] as const

/** The channel through which an order was placed, and how it was paid if not by a payment. */
export const doorColumns = {
  door: p.enum(orderDoors).comment('The channel in which it was placed.').default('chat'),
  paidVia: p.enum(['cash']).comment('How it was paid, if not by a payment.').strictNullable(),
}
