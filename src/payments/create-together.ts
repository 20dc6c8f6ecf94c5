import { instancesOf } from '../database/columns.ts'
import type { Many } from '../database/gathered.ts'
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

/** The ways to make payments, those of several requests by one statement. Undefined: an amount is another's. */
export interface Creating {
  /** With their amounts held. */
  holding: Many<Holding, Readonly<Payment>>
  /** With a charge each. */
  charged: Many<Charged, Readonly<Payment>>
}

/** Returns the ways to make payments, whose statements plan what the reactions' plan says. They are made once. */
export const creatingFor = onceFor(({ plan }: Reactions): Creating => {
  const sql = { holding: createHoldingSql(plan), charged: createChargedSql(plan) }
  return {
    holding: {
      send: async (database, payments) =>
        inOrder(payments, await database.query(sql.holding, creatingHolding(payments))),
      ownerOf: ({ draft }) => draft.account_id,
      wants: ({ draft, code, held, claims }) => [
        ...held.map(on => `${on.receiving_account_id} ${draft.amount + code}`),
        ...namesOf(draft, claims),
      ],
    },
    charged: {
      send: async (database, payments) =>
        inOrder(payments, await database.query(sql.charged, creatingCharged(payments))),
      ownerOf: ({ draft }) => draft.account_id,
      wants: ({ draft, code, fee, apartOn, claims }) => [
        ...(apartOn === null ? [] : [`${apartOn} ${draft.amount + code + fee}`]),
        ...namesOf(draft, claims),
      ],
    },
  }
})

function namesOf({ account_id, mode }: DraftRow, { idempotencyKey, reference }: Claims = {}): string[] {
  return [
    ...(idempotencyKey ? [`key ${account_id} ${mode} ${idempotencyKey.key}`] : []),
    ...(reference === undefined ? [] : [`reference ${account_id} ${mode} ${reference}`]),
  ]
}

function inOrder(asked: { draft: { invoice_id: string } }[], rows: object[]): (Readonly<Payment> | undefined)[] {
  const made = new Map(instancesOf(Payment, rows).map(payment => [payment.invoiceId, payment]))
  return asked.map(({ draft }) => made.get(draft.invoice_id))
}
