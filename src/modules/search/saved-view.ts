import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { User } from '../../people/user.ts'

/** The lists that support saved views. */
export const viewedLists = ['orders', 'payments'] as const
export type ViewedList = (typeof viewedLists)[number]

const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  comment: 'A named filter of a list, saved by a member of an account.',
  filters: accountFilter,
  uniques: [{ name: 'saved_view_once', properties: ['account', 'user', 'list', 'name'] }],
  properties: {
    id: identity(),
    account: owner,
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }),
    list: p.enum(viewedLists).comment('The list that it filters.'),
    name: p.text().check(charactersBetweenSql('name', 1, 40)),
    query: p.text().comment('The filter, as in the address of the list.').check(atMostSql('query', 600)),
    createdAt: p.datetime(),
  },
})

export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView)
