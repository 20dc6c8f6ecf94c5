import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const HiddenContentSchema = defineEntity({
  name: 'HiddenContent',
  tableName: 'hidden_content',
  comment: 'A text or a link that is shown to customers who paid for it.',
  filters: accountFilter,
  uniques: [{ properties: ['account', 'id'] }],
  properties: {
    id: identity(),
    account: owner,
    title: p.text().check(charactersBetweenSql('title', 1, 100)),
    contentType: p.enum(['text', 'link']).comment('Whether the body is a text or a link.'),
    body: p.text().check(charactersBetweenSql('body', 1, 20_000)),
    isActive: p.boolean().default(true),
    viewCount: p.bigint('number').comment('The number of views by payers.').default(0),
    createdAt: p.datetime(),
  },
})

export class HiddenContent extends HiddenContentSchema.class {}
HiddenContentSchema.setClass(HiddenContent)
