import type { Mode } from '../database/scope.ts'
import { rowsSql, statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import type { UnknownField } from './api-request.ts'

export interface LoggedRequest {
  accountId: number
  mode: Mode
  apiKeyId: number
  method: string
  /** The path without its query, which may contain a key. */
  path: string
  status: number
  code: string | null
  requestId: string
  /** The unknown fields; null if there were none. */
  unknownFields: UnknownField[] | null
  durationMs: number
  receivedAt: Date
}

export interface RequestLog {
  /** Holds it in memory only; it is written within a second, in one batch with others. */
  record(request: LoggedRequest): void
  /** Writes the pending lines. */
  flush(): Promise<void>
}

const everyMs = 1000
const waitingMax = 5000

/**
 * Creates the log of API requests, which is independent of them: no request waits for it, and its memory is bounded. A
 * process that dies loses the last second. If the database is unavailable, or requests come faster than they can be
 * written, the oldest are lost.
 */
export function createRequestLog(app: Needs<'sql' | 'log'>): RequestLog {
  let waiting: LoggedRequest[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function writeRequests(): Promise<void> {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await app.sql.write(insertSql, { request: groupRequests(batch) })
    } catch (error) {
      lost += batch.length
      app.log.warn({ err: error, lost }, 'the log of requests could not be written')
    }
  }

  function flushRequests(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeRequests)
    return writing
  }

  return {
    record(request) {
      if (waiting.length >= waitingMax) {
        waiting.shift()
        lost++
      }
      waiting.push(request)
      timer ??= setTimeout(() => void flushRequests(), everyMs).unref()
    },
    flush: flushRequests,
  }
}

/** Requests that differ only in id, duration and time: the requests of a second form a few such groups. */
interface RequestGroup {
  account_id: number
  mode: Mode
  api_key_id: number
  method: string
  path: string
  status: number
  code: string | null
  unknown_fields: UnknownField[] | null
  /** The positions in the batch, because the rows are stored in the order of the requests. */
  places: number[]
  request_ids: string[]
  durations_ms: number[]
  received_at: number[]
}

/**
 * Groups requests by their equal fields. Eleven fields per request would take several times as long to write here and
 * to parse in PostgreSQL.
 */
function groupRequests(requests: readonly LoggedRequest[]): RequestGroup[] {
  const groups = new Map<string, RequestGroup>()
  for (const [place, request] of requests.entries()) {
    const { accountId, mode, apiKeyId, method, path, status, code, unknownFields } = request
    const name = `${accountId} ${mode} ${apiKeyId} ${method} ${path} ${status} ${code} ${JSON.stringify(unknownFields)}`
    let group = groups.get(name)
    if (group === undefined) {
      group = {
        account_id: accountId,
        mode,
        api_key_id: apiKeyId,
        method,
        path,
        status,
        code,
        unknown_fields: unknownFields,
        places: [],
        request_ids: [],
        durations_ms: [],
        received_at: [],
      }
      groups.set(name, group)
    }
    group.places.push(place)
    group.request_ids.push(request.requestId)
    group.durations_ms.push(request.durationMs)
    group.received_at.push(request.receivedAt.getTime())
  }
  return [...groups.values()]
}

const groupSql = rowsSql<RequestGroup>('request', {
  account_id: 'bigint',
  mode: 'text',
  api_key_id: 'bigint',
  method: 'text',
  path: 'text',
  status: 'integer',
  code: 'text',
  unknown_fields: 'jsonb',
  places: 'integer[]',
  request_ids: 'text[]',
  durations_ms: 'integer[]',
  received_at: 'bigint[]',
})

// Every request with an API key is one row; all rows of a second are written at once.
const insertSql = statement<{ request: RequestGroup[] }>(`
  insert into api_request (account_id, mode, api_key_id, method, path, status, code, request_id, duration_ms,
    received_at, unknown_fields)
  select account_id, mode, api_key_id, method, path, status, code, one.request_id, one.duration_ms,
    to_timestamp(one.received_ms / 1000::double precision), unknown_fields
  from ${groupSql}
  cross join lateral unnest(places, request_ids, durations_ms, request.received_at)
    as one(place, request_id, duration_ms, received_ms)
  order by one.place`)
