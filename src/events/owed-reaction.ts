import { defineEntity, p } from '@mikro-orm/core'

const OwedReactionSchema = defineEntity({
  name: 'OwedReaction',
  tableName: 'owed_reaction',
  comment: 'An event to which a disabled module has not reacted; deleted once it is enabled and has reacted.',
  indexes: [{ name: 'owed_reaction_due', properties: ['retryAt'] }],
  properties: {
    module: p.text().comment('The name of the module.').primary(),
    // Not a foreign key: its check would slow down the transaction of a payment.
    eventId: p.uuid().primary(),
    retryAt: p.datetime().comment('When the reaction is due: the time of the event, or later after a failure.'),
  },
})

/** An event whose reaction a module owes, because it was disabled when the event happened. */
export class OwedReaction extends OwedReactionSchema.class {}
OwedReactionSchema.setClass(OwedReaction)
