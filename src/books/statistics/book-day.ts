import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const BookDaySchema = defineEntity({
  name: 'BookDay',
  tableName: 'book_day',
  comment: "An account's sales and refunds of a day that has ended, as in the books. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment("In the installation's time zone at the time of counting.").primary(),
    sales: p.integer(),
    amount: p.bigint('number').comment('The amount received.'),
    fees: p.bigint('number').comment('The part of it that is the qris_platform fee.'),
    refunds: p.integer(),
    refunded: p
      .bigint('number')
      .comment('The amount refunded minus corrections: negative if corrections exceeded refunds on that day.'),
  },
})

/** The totals of one past day of the books, which never change. */
export class BookDay extends BookDaySchema.class {}
BookDaySchema.setClass(BookDay)

const BookCloseSchema = defineEntity({
  name: 'BookClose',
  tableName: 'book_close',
  comment: 'The last day for which the books of all accounts are summed by day: one row.',
  properties: {
    id: p.integer().primary().autoincrement(false),
    day: p.date(),
  },
})

export class BookClose extends BookCloseSchema.class {}
BookCloseSchema.setClass(BookClose)
