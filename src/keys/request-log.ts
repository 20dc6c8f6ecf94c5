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
      await app.sql.write(insertSql, { request: batch.map(toRequestRow) })
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

function toRequestRow(logged: LoggedRequest): RequestRow {
  return {
    account_id: logged.accountId,
    mode: logged.mode,
    api_key_id: logged.apiKeyId,
    method: logged.method,
    path: logged.path,
    status: logged.status,
    code: logged.code,
    request_id: logged.requestId,
    duration_ms: logged.durationMs,
    received_at: logged.receivedAt,
    unknown_fields: logged.unknownFields,
  }
}

interface RequestRow {
  account_id: number
  mode: Mode
  api_key_id: number
  method: string
  path: string
  status: number
  code: string | null
  request_id: string
  duration_ms: number
  received_at: Date
  unknown_fields: UnknownField[] | null
}

const request = rowsSql<RequestRow>('request', {
  account_id: 'bigint',
  mode: 'text',
  api_key_id: 'bigint',
  method: 'text',
  path: 'text',
  status: 'integer',
  code: 'text',
  request_id: 'text',
  duration_ms: 'integer',
  received_at: 'timestamptz',
  unknown_fields: 'jsonb',
})

// Every request with an API key is one row; all rows of a second are written at once.
const insertSql = statement<{ request: RequestRow[] }>(`
  insert into api_request (account_id, mode, api_key_id, method, path, status, code, request_id, duration_ms,
    received_at, unknown_fields)
  select account_id, mode, api_key_id, method, path, status, code, request_id, duration_ms, received_at, unknown_fields
  from ${request}`)
