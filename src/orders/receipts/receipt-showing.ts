import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'

const ReceiptShowingSchema = defineEntity({
  name: 'ReceiptShowing',
  tableName: 'receipt_showing',
  comment: 'A receipt that was scanned at a counter of its shop; when it is scanned again, it may be a copy.',
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    number: p
      .text()
      .comment('The invoice id, or the number of an order that was paid without an invoice.')
      .primary()
      .check("number ~ '^(INV-[0-9A-Z]{20}|ORD-[0-9]{6}-[0-9A-Z]{6})$'"),
    firstShownAt: p.datetime(),
  },
})

/** A receipt that was scanned at a counter of its shop. */
export class ReceiptShowing extends ReceiptShowingSchema.class {}
ReceiptShowingSchema.setClass(ReceiptShowing)
