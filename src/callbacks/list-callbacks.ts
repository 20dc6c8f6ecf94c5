import type { Needs } from '../needs.ts'
import type { CallbackOwner } from './redeliver.ts'

export interface ListedCallback {
  id: number
  invoiceId: string
  url: string
  state: 'pending' | 'delivered' | 'exhausted' | 'blocked' | 'stopped' | 'paused'
  isTest: boolean
  /** Who had it sent again, or tested; null for what the payment itself caused. */
  requestedBy: string | null
  createdAt: Date
  /** When it is tried next; null when it will not be. */
  nextAt: Date | null
  /** Newest first. */
  attempts: CallbackAttemptEntry[]
}

export interface CallbackAttemptEntry {
  number: number
  attemptedAt: Date
  /** HTTP status of the answer; null when none came. */
  status: number | null
  durationMs: number
  error: string | null
  /** The first kilobyte of the answer. */
  response: string | null
}

export interface CallbackFilter {
  invoiceId?: string | undefined
  /** Only those that nobody tries any more and nobody took. */
  failed?: boolean | undefined
  /** Older than this one, for the next page. */
  beforeId?: number | undefined
}

const shown = 20

/** The last 20 callbacks of an account, newest first, each with its attempts (spec 6, 8). */
export async function listCallbacks(
  app: Needs<'sql' | 'slowly'>,
  owner: CallbackOwner,
  { invoiceId, failed, beforeId }: CallbackFilter = {},
): Promise<ListedCallback[]> {
  const values = [owner.accountId, owner.mode, shown, invoiceId ?? null, failed ?? false, beforeId ?? null]
  const rows = await app.slowly(() => app.sql.query<StoredCallback>(listSql, values))
  return rows.map(row => ({
    ...row,
    attempts: row.attempts.map(attempt => ({ ...attempt, attemptedAt: new Date(attempt.attemptedAt) })),
  }))
}

type StoredCallback = Omit<ListedCallback, 'attempts'> & { attempts: StoredAttempt[] }
type StoredAttempt = Omit<CallbackAttemptEntry, 'attemptedAt'> & { attemptedAt: string }

const listSql = `
  select d.id, d.invoice_id as "invoiceId", d.url, d.state, d.is_test as "isTest", d.requested_by as "requestedBy",
    d.created_at as "createdAt", case when d.state = 'pending' then d.next_at end as "nextAt", (
      select coalesce(json_agg(json_build_object('number', t.number, 'attemptedAt', t.attempted_at, 'status', t.status,
        'durationMs', t.duration_ms, 'error', t.error, 'response', t.response) order by t.number desc), '[]')
      from delivery_attempt t where t.delivery_id = d.id) as attempts
  from delivery d
  where d.account_id = $1 and d.mode = $2 and ($4::text is null or d.invoice_id = $4)
    and (not $5 or d.state in ('exhausted', 'blocked', 'stopped', 'paused')) 
    and ($6::bigint is null or (d.created_at, d.id) < (select b.created_at, b.id from delivery b where b.id = $6))
  order by d.created_at desc, d.id desc limit $3`
