import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { betweenSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { Payment } from '../payment.ts'

/** How often the file of one payment can be downloaded: enough for one person's devices. */
export const downloadsMax = 20
/** How long goods can be opened after the payment, in days. */
export const releaseDays = 30

const GoodsReleaseSchema = defineEntity({
  name: 'GoodsRelease',
  tableName: 'goods_release',
  comment: 'What a payer has opened of the goods of a payment. No row: nothing yet.',
  filters: accountAndModeFilter,
  properties: {
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').primary(),
    account: owner,
    mode: p.enum(modes),
    downloads: p
      .integer()
      .comment('The number of downloads of the file.')
      .default(0)
      .check(betweenSql('downloads', 0, downloadsMax)),
    contentOpenedAt: p.datetime().comment('When the hidden content was first viewed.').strictNullable(),
  },
})

export class GoodsRelease extends GoodsReleaseSchema.class {}
GoodsReleaseSchema.setClass(GoodsRelease)

export type ReleasedPayment = Pick<Payment, 'invoiceId' | 'accountId' | 'mode'>

/** Creates the row that counts openings, if it is missing. */
export async function startRelease({ em }: Tx, { invoiceId, accountId, mode }: ReleasedPayment): Promise<void> {
  const row = { payment: invoiceId, account: accountId, mode, downloads: 0, contentOpenedAt: null }
  await em.qb(GoodsRelease).insert(row).onConflict(['payment']).ignore().execute()
}

export function computeReleaseEnd(paidAt: Date): Date {
  return new Date(paidAt.getTime() + releaseDays * 86_400_000)
}
