import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { accountAndModeFilter, type Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { refuseMismatchedKey } from '../keys/refuse-mismatched-key.ts'
import type { Standing } from '../keys/standing.ts'

const IdempotencySchema = defineEntity({
  name: 'Idempotency',
  tableName: 'idempotency',
  comment: 'The invoice that a request with an Idempotency-Key created.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'idempotency_age', properties: ['createdAt'] }],
  properties: {
    account: () => owner().primary(),
    mode: p.text().$type<Mode>().primary(),
    key: p
      .text()
      .primary()
      .check(charactersBetweenSql('key', 1, 255)),
    fingerprint: p
      .blob()
      .comment('A hash of the request: a different request with the same key is rejected.')
      .$type<Buffer>(),
    invoiceId: p.text(),
    createdAt: p.datetime(),
  },
})

export class Idempotency extends IdempotencySchema.class {}
IdempotencySchema.setClass(Idempotency)

export interface IdempotencyKey {
  key: string
  /** A hash of the request's content: reusing a key with other content is a mistake of the caller. */
  fingerprint: Buffer
}

/**
 * Claims the key for a new invoice. Returns null if this call has claimed it, otherwise the invoice that the key
 * created before. Waits for a concurrent claim of the same key. Refuses `idempotency_mismatch` if the content differs.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  standing: Standing,
  claim: IdempotencyKey,
  { invoiceId, createdAt }: { invoiceId: string; createdAt: Date },
): Promise<string | null> {
  const { accountId, mode } = standing
  const { key, fingerprint } = claim
  const insert = tx.em
    .qb(Idempotency)
    .insert({ account: accountId, mode, key, fingerprint, invoiceId, createdAt })
    .onConflict(['account', 'mode', 'key'])
  if ((await insert.ignore().execute()).affectedRows === 1) return null
  const earlier = await findKeyedInvoice(tx.em, standing, claim)
  if (earlier === null) throw new Error('Bug: an Idempotency-Key is taken and made nothing')
  return earlier
}

/** Stores that the key, claimed in this transaction, belongs to an existing payment. */
export async function storeReusedInvoice(
  tx: Tx,
  { accountId, mode }: Standing,
  { key }: IdempotencyKey,
  { invoiceId }: { invoiceId: string },
): Promise<void> {
  const count = await tx.em.nativeUpdate(Idempotency, { account: accountId, mode, key }, { invoiceId })
  if (count !== 1) throw new Error('Bug: the Idempotency-Key of a reused payment is not claimed')
}

/**
 * Returns the invoice that the key created; null if it created none. Refuses `idempotency_mismatch` if the content
 * differs.
 */
export async function findKeyedInvoice(
  em: EntityManager,
  { accountId, mode }: Standing,
  { key, fingerprint }: IdempotencyKey,
): Promise<string | null> {
  const earlier = await em.findOne(Idempotency, { account: accountId, mode, key })
  if (earlier === null) return null
  if (!earlier.fingerprint.equals(fingerprint)) {
    throw refuseMismatchedKey()
  }
  return earlier.invoiceId
}
