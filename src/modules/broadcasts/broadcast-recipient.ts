import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { Broadcast } from './broadcast.ts'

/**
 * `taken`: from just before the sending until its outcome is known; `unsure`: a process died in between. Neither is
 * sent again, because receiving a broadcast twice is worse than missing one.
 */
export const recipientStates = ['pending', 'taken', 'sent', 'blocked', 'failed', 'unsure'] as const

const BroadcastRecipientSchema = defineEntity({
  name: 'BroadcastRecipient',
  tableName: 'broadcast_recipient',
  comment: 'A chat to which a broadcast is sent, as of its start.',
  filters: accountFilter,
  indexes: [{ name: 'broadcast_recipient_pending', properties: ['broadcast', 'chatId'], where: "state = 'pending'" }],
  properties: {
    broadcast: () => p.manyToOne(Broadcast).lazyRef().primary(),
    chatId: p.bigint('number').comment("Telegram's id of the chat.").primary(),
    account: owner,
    state: p.enum(recipientStates).comment('The outcome for this chat.').default('pending'),
  },
})

export class BroadcastRecipient extends BroadcastRecipientSchema.class {}
BroadcastRecipientSchema.setClass(BroadcastRecipient)
