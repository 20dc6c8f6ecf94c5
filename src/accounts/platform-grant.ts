import { defineEntity, p } from '@mikro-orm/core'

import { atMost, charactersBetween } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import { Account } from './account.ts'

const PlatformGrantSchema = defineEntity({
  name: 'PlatformGrant',
  tableName: 'platform_grant',
  filters: byAccount,
  // The money of one merchant id belongs to one merchant.
  uniques: [{ properties: ['connector', 'merchantId'] }],
  properties: {
    account: () => p.oneToOne(Account).lazyRef().primary().owner(),
    /** The provider that the merchant id is at. */
    connector: p.text(),
    /** Null while the account is approved and the provider has not given one yet. */
    merchantId: p
      .text()
      .strictNullable()
      .check(charactersBetween('merchant_id', 1, 64)),
    /** Whole rupiah. */
    maxAmount: p.bigint('number').check('max_amount >= 1000'),
    /** The merchant id's own code without an amount. */
    staticQris: p.text().strictNullable().check(atMost('static_qris', 512)),
    createdAt: p.datetime(),
  },
})

/** The operator's approval of an account for `qris_platform`: codes under a merchant id of its own. */
export class PlatformGrant extends PlatformGrantSchema.class {}
PlatformGrantSchema.setClass(PlatformGrant)
