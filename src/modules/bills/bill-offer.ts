import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { amountMin } from '../../methods/method.ts'

const BillOfferSchema = defineEntity({
  name: 'BillOffer',
  tableName: 'bill_offer',
  comment: "Text that a merchant typed after the bot's name in any chat; its card becomes a bill once it is sent.",
  filters: accountAndModeFilter,
  uniques: [{ properties: ['botId', 'personId', 'amount', 'title'] }],
  indexes: [{ name: 'bill_offer_offered', properties: ['offeredAt'] }],
  properties: {
    id: identity(),
    publicId: p.text().comment('Its id in the buttons of its card.').unique(),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    // Not a relation, because bots are in a higher layer.
    botId: p.bigint('number'),
    personId: p.bigint('number').comment("Telegram's id of the merchant who typed it."),
    amount: p.bigint('number').comment('Whole rupiah.').check(`amount >= ${amountMin}`),
    title: p.text().check(charactersBetweenSql('title', 1, 100)),
    language: p.enum(['id', 'en']).comment('The language of its card.'),
    offeredAt: p.datetime().comment('When it was last typed.'),
  },
})

/** A bill that a merchant offers in a chat that the bot cannot see. */
export class BillOffer extends BillOfferSchema.class {}
BillOfferSchema.setClass(BillOffer)
