import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { atMost } from '../database/checks.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Customer } from '../orders/customers/customer.ts'

const TalkMessageSchema = defineEntity({
  name: 'TalkMessage',
  tableName: 'talk_message',
  filters: byAccountAndMode,
  indexes: [{ name: 'talk_message_of_customer', properties: ['customer', 'id'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    customer: () => p.manyToOne(Customer).lazyRef(),
    /** Who wrote it. */
    from: p.enum(['customer', 'merchant']),
    /** Empty where a picture says it all. */
    text: p.text().check(atMost('text', 1000)),
    /** A picture that came with it, on the shelf of pictures. */
    storageKey: p.text().strictNullable(),
    /** What caused it, so that an update that is handled again writes it once. */
    once: p.text().unique(),
    createdAt: p.datetime(),
  },
})

/** A line between a customer and the seller, brought by the bots, so that neither learns the other's number. */
export class TalkMessage extends TalkMessageSchema.class {}
TalkMessageSchema.setClass(TalkMessage)

export const talkTextMax = 1000
