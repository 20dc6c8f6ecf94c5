import { defineEntity, p } from '@mikro-orm/core'

const OwedReactionSchema = defineEntity({
  name: 'OwedReaction',
  tableName: 'owed_reaction',
  comment: 'What a module that is off has not done about an event; gone once it is on again and has done it.',
  indexes: [{ name: 'owed_reaction_due', properties: ['retryAt'] }],
  properties: {
    module: p.text().comment('The name of the module.').primary(),
    // Not a foreign key: its check would slow down the transaction of a payment.
    eventId: p.uuid().primary(),
    retryAt: p.datetime().comment('When the event happened; later once its reaction has failed.'),
  },
})

/** An event whose reaction a module owes, because it was disabled when the event happened. */
export class OwedReaction extends OwedReactionSchema.class {}
OwedReactionSchema.setClass(OwedReaction)
