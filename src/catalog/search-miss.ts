import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

export const termMax = 60

const SearchMissSchema = defineEntity({
  name: 'SearchMiss',
  tableName: 'search_miss',
  comment: 'What customers searched for in the chat on one day and did not find.',
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment("In the installation's time zone.").primary(),
    term: p
      .text()
      .comment('Its words in small letters.')
      .primary()
      .check(charactersBetweenSql('term', 1, termMax)),
    searches: p.integer().comment('How often.'),
  },
})

export class SearchMiss extends SearchMissSchema.class {}
SearchMissSchema.setClass(SearchMiss)
