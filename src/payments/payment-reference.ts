import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { accountAndModeFilter, type Mode } from '../database/scope.ts'

/** The maximum length of a merchant's reference. */
export const referenceMax = 100

const PaymentReferenceSchema = defineEntity({
  name: 'PaymentReference',
  tableName: 'payment_reference',
  comment: "A merchant's own id, and the last payment that was created with it.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.text().$type<Mode>().primary(),
    reference: p
      .text()
      .primary()
      .check(charactersBetweenSql('reference', 1, referenceMax)),
    invoiceId: p.text(),
  },
})

/**
 * A merchant's own id and the last payment created with it. A separate table, because payments can be partitioned by
 * month and the id must be unique across all partitions.
 */
export class PaymentReference extends PaymentReferenceSchema.class {}
PaymentReferenceSchema.setClass(PaymentReference)
