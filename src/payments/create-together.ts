import type { Batch } from '../database/batcher.ts'
import { toInstances } from '../database/columns.ts'
import type { Reactions } from '../events/announce.ts'
import { onceFor } from '../lib/statement.ts'
import {
  type Charged,
  type Claims,
  createChargedSql,
  createHoldingSql,
  creatingCharged,
  creatingHolding,
  type DraftRow,
  type Holding,
} from './create-payment-sql.ts'
import { Payment } from './payment.ts'

/** Functions that create payments, those of several requests by one statement. Undefined if the amount is taken. */
export interface Creating {
  /** Creates payments with holds. */
  holding: Batch<Holding, Readonly<Payment>>
  /** Creates payments with charges. */
  charged: Batch<Charged, Readonly<Payment>>
}

/** Returns these functions, whose statements include the reactions' event plan. They are compiled once. */
export const creatingFor = onceFor(({ plan }: Reactions): Creating => {
  const sql = { holding: createHoldingSql(plan), charged: createChargedSql(plan) }
  return {
    holding: {
      send: async (database, payments) =>
        inOrder(payments, await database.query(sql.holding, creatingHolding(payments))),
      ownerOf: ({ draft }) => draft.account_id,
      wants: ({ draft, code, held, claims }) => [
        ...held.map(on => `${on.receiving_account_id} ${draft.amount + code}`),
        ...listClaimNames(draft, claims),
      ],
    },
    charged: {
      send: async (database, payments) =>
        inOrder(payments, await database.query(sql.charged, creatingCharged(payments))),
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
