import { p } from '@mikro-orm/core'

/** Where an order was placed: in a chat, at a counter, on a menu page, or by opening a bill. */
const orderDoors = ['chat', 'counter', 'menu', 'bill'] as const

/** The door that an order came in by, and how it was paid where no payment did it. */
export const doorColumns = {
  door: p.enum(orderDoors).comment('Where it was placed.').default('chat'),
  paidVia: p.enum(['cash']).comment('How it was paid where no payment did it.').strictNullable(),
}
