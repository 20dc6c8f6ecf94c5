import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { charactersBetween } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'

const HiddenContentSchema = defineEntity({
  name: 'HiddenContent',
  tableName: 'hidden_content',
  filters: byAccount,
  uniques: [{ properties: ['account', 'id'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    title: p.text().check(charactersBetween('title', 1, 100)),
    contentType: p.enum(['text', 'link']),
    body: p.text().check(charactersBetween('body', 1, 20_000)),
    isActive: p.boolean().default(true),
    viewCount: p.bigint('number').default(0),
    createdAt: p.datetime(),
  },
})

/** A text or a link that is shown to who paid for it. */
export class HiddenContent extends HiddenContentSchema.class {}
HiddenContentSchema.setClass(HiddenContent)
