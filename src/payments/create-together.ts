import type { Batch } from '../database/batcher.ts'
import { toInstances } from '../database/columns.ts'
import type { Reactions } from '../events/announce.ts'
import { createOncePer } from '../lib/statement.ts'
import {
  type ChargedPayment,
  type Claims,
  createChargedSql,
  createHoldingSql,
  type DraftRow,
  type HeldPayment,
  makeChargedValues,
  makeHoldingValues,
} from './create-payment-sql.ts'
import { Payment } from './payment.ts'

/** Functions that create payments, those of several requests by one statement. Undefined if the amount is taken. */
export interface PaymentCreators {
  /** Creates payments with holds. */
  holding: Batch<HeldPayment, Readonly<Payment>>
  /** Creates payments with charges. */
  charged: Batch<ChargedPayment, Readonly<Payment>>
}

/**
 * Returns the functions that create payments; their statements include the reactions' event plan and are compiled once.
 */
export const getPaymentCreators = createOncePer(({ plan }: Reactions): PaymentCreators => {
  const sql = { holding: createHoldingSql(plan), charged: createChargedSql(plan) }
  return {
    holding: {
      send: async (database, payments) =>
        inOrder(payments, await database.query(sql.holding, makeHoldingValues(payments))),
      ownerOf: ({ draft }) => draft.account_id,
      wants: ({ draft, code, held, claims }) => [
        ...held.map(on => `${on.receiving_account_id} ${draft.amount + code}`),
        ...listClaimNames(draft, claims),
      ],
    },
    charged: {
      send: async (database, payments) =>
        inOrder(payments, await database.query(sql.charged, makeChargedValues(payments))),
      ownerOf: ({ draft }) => draft.account_id,
      wants: ({ draft, code, fee, apartOn, claims }) => [
        ...(apartOn === null ? [] : [`${apartOn} ${draft.amount + code + fee}`]),
        ...listClaimNames(draft, claims),
      ],
    },
  }
})

function listClaimNames({ account_id, mode }: DraftRow, { idempotencyKey, reference }: Claims = {}): string[] {
  return [
    ...(idempotencyKey ? [`key ${account_id} ${mode} ${idempotencyKey.key}`] : []),
    ...(reference === undefined ? [] : [`reference ${account_id} ${mode} ${reference}`]),
  ]
}

function inOrder(drafts: { draft: { invoice_id: string } }[], rows: object[]): (Readonly<Payment> | undefined)[] {
  const paymentsById = new Map(toInstances(Payment, rows).map(payment => [payment.invoiceId, payment]))
  return drafts.map(({ draft }) => paymentsById.get(draft.invoice_id))
}
