import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { accountFilter } from '../database/scope.ts'
import { User } from '../people/user.ts'

const MerchantLinkSchema = defineEntity({
  name: 'MerchantLink',
  tableName: 'merchant_link',
  comment: 'A one-time deep link that links a chat to the merchant.',
  filters: accountFilter,
  properties: {
    tokenHash: p.blob().comment('A hash of the token in the link.').$type<Buffer>().primary(),
    account: owner,
    user: () =>
      p
        .manyToOne(User)
        .comment('The user whose private chat for codes it also becomes.')
        .lazyRef()
        .filters({ caller: false })
        .strictNullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedBy: p.text().strictNullable(),
  },
})

export class MerchantLink extends MerchantLinkSchema.class {}
MerchantLinkSchema.setClass(MerchantLink)
