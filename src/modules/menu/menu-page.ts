import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { byAccountAndMode, modes } from '../../database/scope.ts'

/** The form of a name that a merchant may choose. */
export const menuSlug = /^[a-z][a-z0-9-]{2,29}$/

const MenuPageSchema = defineEntity({
  name: 'MenuPage',
  tableName: 'menu_page',
  comment: 'The page of a shop that sells to whoever opens it, without Telegram: /m/<slug>.',
  filters: byAccountAndMode,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).comment('Of the orders that are placed there.').primary(),
    accountId: ownerId(),
    slug: p
      .text()
      .comment('The name in its address, as its merchant chose it.')
      .unique()
      .check(`slug ~ '${menuSlug.source}'`),
    isOn: p.boolean().comment('Whether customers find it.').default(true),
    createdAt: p.datetime(),
  },
})

/** The public page on which a shop sells: one for each account and mode, once its merchant enables it. */
export class MenuPage extends MenuPageSchema.class {}
MenuPageSchema.setClass(MenuPage)
