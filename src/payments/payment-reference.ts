import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { charactersBetween } from '../database/checks.ts'
import { byAccountAndMode, type Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import type { Standing } from '../keys/standing.ts'
import { refuseField } from '../lib/refusal.ts'

/** The longest reference that a merchant may give. */
export const referenceMax = 100

const PaymentReferenceSchema = defineEntity({
  name: 'PaymentReference',
  tableName: 'payment_reference',
  filters: byAccountAndMode,
  properties: {
    account: () => p.manyToOne(Account).lazyRef().primary(),
    mode: p.text().$type<Mode>().primary(),
    reference: p
      .text()
      .primary()
      .check(charactersBetween('reference', 1, referenceMax)),
    invoiceId: p.text(),
  },
})

/**
 * A merchant's own id and the payment that has it. A table of its own, because payments can be partitioned by month and an id must be unique across
 * all of them.
 */
export class PaymentReference extends PaymentReferenceSchema.class {}
PaymentReferenceSchema.setClass(PaymentReference)

/**
 * Takes the merchant's id for a payment that is made in the same transaction; a claim of the same id in another transaction is waited for. Refuses
 * `reference_taken`, naming the invoice.
 */
export async function claimReference(
  { em }: Tx,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  { reference, invoiceId }: { reference: string; invoiceId: string },
): Promise<void> {
  const row = { account: accountId, mode, reference, invoiceId }
  const { affectedRows } = await em
    .qb(PaymentReference)
    .insert(row)
    .onConflict(['account', 'mode', 'reference'])
    .ignore()
    .execute()
  if (affectedRows === 1) return
  const taken = await em.findOneOrFail(PaymentReference, { account: accountId, mode, reference })
  throw refuseField('reference', `belongs to ${taken.invoiceId}`, 'reference_taken')
}
