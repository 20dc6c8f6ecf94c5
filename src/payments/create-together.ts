import { instancesOf } from '../database/columns.ts'
import type { Many } from '../database/gathered.ts'
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

/**
 * Makes payments with their amounts held, those of several requests by one statement. Undefined: an amount is
 * another's.
 */
export const createHolding: Many<Holding, Readonly<Payment>> = {
  send: async (sql, payments) => inOrder(payments, await sql.query(createHoldingSql, creatingHolding(payments))),
  ownerOf: ({ draft }) => draft.account_id,
  wants: ({ draft, code, held, claims }) => [
    ...held.map(on => `${on.receiving_account_id} ${draft.amount + code}`),
    ...namesOf(draft, claims),
  ],
}

/** Makes payments with a charge each, those of several requests by one statement. Undefined: an amount is another's. */
export const createCharged: Many<Charged, Readonly<Payment>> = {
  send: async (sql, payments) => inOrder(payments, await sql.query(createChargedSql, creatingCharged(payments))),
  ownerOf: ({ draft }) => draft.account_id,
  wants: ({ draft, code, fee, apartOn, claims }) => [
    ...(apartOn === null ? [] : [`${apartOn} ${draft.amount + code + fee}`]),
    ...namesOf(draft, claims),
  ],
}

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
