import { defineEntity, p } from '@mikro-orm/core'

import { atMostSql, charactersBetweenSql } from '../database/checks.ts'
import { accountFilter } from '../database/scope.ts'
import { Account } from './account.ts'

const PlatformGrantSchema = defineEntity({
  name: 'PlatformGrant',
  tableName: 'platform_grant',
  comment: "The operator's approval of an account for qris_platform: codes under its own merchant id.",
  filters: accountFilter,
  // One merchant id receives the money of only one merchant.
  uniques: [{ properties: ['connector', 'merchantId'] }],
  properties: {
    account: () => p.oneToOne(Account).lazyRef().primary().owner(),
    connector: p.text().comment('The provider of the merchant id.'),
    merchantId: p
      .text()
      .comment('Null if the account is approved but the provider has not issued one yet.')
      .strictNullable()
      .check(charactersBetweenSql('merchant_id', 1, 64)),
    maxAmount: p.bigint('number').comment('Whole rupiah.').check('max_amount >= 1000'),
    staticQris: p
      .text()
      .comment("The merchant id's static code.")
      .strictNullable()
      .check(atMostSql('static_qris', 512)),
    createdAt: p.datetime(),
  },
})

export class PlatformGrant extends PlatformGrantSchema.class {}
PlatformGrantSchema.setClass(PlatformGrant)
