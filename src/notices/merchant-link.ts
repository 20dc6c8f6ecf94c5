import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { byAccount } from '../database/scope.ts'
import { User } from '../people/user.ts'

const MerchantLinkSchema = defineEntity({
  name: 'MerchantLink',
  tableName: 'merchant_link',
  filters: byAccount,
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    account: () => p.manyToOne(Account).lazyRef(),
    /** Whose own chat it becomes too, for codes. */
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }).strictNullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedBy: p.text().strictNullable(),
  },
})

/** A one-time deep link that makes a chat the merchant's. */
export class MerchantLink extends MerchantLinkSchema.class {}
MerchantLinkSchema.setClass(MerchantLink)
