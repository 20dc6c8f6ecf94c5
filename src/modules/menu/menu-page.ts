import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { betweenSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

/** The pattern of an address that a merchant may choose. */
export const menuSlugPattern = /^[a-z][a-z0-9-]{2,29}$/

/** The colours that a merchant may choose from; each is readable on light and dark backgrounds. */
export const menuColours = ['green', 'blue', 'red', 'orange', 'purple', 'pink', 'brown', 'black'] as const
export type MenuColour = (typeof menuColours)[number]

/** The maximum estimate that a shop may show, in minutes. */
export const estimateMax = 1440

const MenuPageSchema = defineEntity({
  name: 'MenuPage',
  tableName: 'menu_page',
  comment: 'The public page on which a shop sells without Telegram: /m/<slug>.',
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).comment('The mode of the orders placed there.').primary(),
    accountId: ownerId(),
    slug: p
      .text()
      .comment('The name in its address, chosen by the merchant.')
      .unique()
      .check(`slug ~ '${menuSlugPattern.source}'`),
    isOn: p.boolean().comment('Whether it is open to customers.').default(true),
    colour: p.enum(menuColours).comment('The colour of its buttons and links.').default('green'),
    coverKey: p
      .text()
      .comment('The name under which its cover picture is stored; null for none.')
      .strictNullable()
      .unique(),
    readyMin: p
      .integer()
      .comment('The usual preparation time in minutes; null: no estimate is shown.')
      .strictNullable()
      .check(betweenSql('ready_min', 1, estimateMax)),
    deliveryMin: p
      .integer()
      .comment('Additional minutes until delivery; null: no estimate is shown.')
      .strictNullable()
      .check(betweenSql('delivery_min', 1, estimateMax)),
    createdAt: p.datetime(),
  },
})

/** The public page on which a shop sells: one per account and mode, once its merchant enables it. */
export class MenuPage extends MenuPageSchema.class {}
MenuPageSchema.setClass(MenuPage)
