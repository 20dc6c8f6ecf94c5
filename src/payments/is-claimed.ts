import { alignRows, type Batch, type PendingRequest } from '../database/batcher.ts'
import type { Mode } from '../database/scope.ts'
import type { Standing } from '../keys/standing.ts'
import { type Columns, rowsSql, statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import type { Claims } from './create-payment-sql.ts'

/**
 * Returns whether an earlier request has the `Idempotency-Key` or the `reference`, so that claiming them does not
 * suffice. The look-ups of several requests share a statement; without either, no query is sent.
 */
export async function isClaimed(
  app: Needs<'ask'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  { idempotencyKey, reference }: Claims,
  waiter?: PendingRequest,
): Promise<boolean> {
  if (!idempotencyKey && reference === undefined) return false
  const named = { account_id: accountId, mode, key: idempotencyKey?.key ?? null, reference: reference ?? null }
  return (await app.ask(claimed, named, waiter)) !== undefined
}

interface Named {
  account_id: number
  mode: Mode
  key: string | null
  reference: string | null
}

const claimed: Batch<Named, { place: number }> = {
  async send(sql, pieces) {
    const rows = await sql.query(claimedSql, { named: pieces.map((one, place) => ({ ...one, place })) })
    return alignRows(pieces, rows)
  },
  ownerOf: ({ account_id }) => account_id,
}

interface NamedRow extends Named {
  place: number
}

const namedColumns: Columns<NamedRow> = {
  place: 'integer',
  account_id: 'bigint',
  mode: 'text',
  key: 'text',
  reference: 'text',
}

// Each one is looked up separately: a plan for a list, prepared on an empty table, would scan the whole table.
const claimedSql = statement<{ named: NamedRow[] }, { place: number }>(`
  select named.place from ${rowsSql('named', namedColumns)}
  left join lateral (
    select true as is_claimed from idempotency i
    where i.account_id = named.account_id and i.mode = named.mode and i.key = named.key offset 0) k on true
  left join lateral (
    select true as is_claimed from payment_reference r
    where r.account_id = named.account_id and r.mode = named.mode and r.reference = named.reference offset 0) r on true
  where k.is_claimed or r.is_claimed`)
