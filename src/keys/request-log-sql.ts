import type { Mode } from '../database/scope.ts'
import { rowsOf, statement } from '../lib/statement.ts'
import type { UnknownField } from './api-request.ts'

export interface RequestRow {
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

const request = rowsOf<RequestRow>('request', {
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

// Every request with an API key is one row; a second's rows are written at once.
export const insertSql = statement<{ request: RequestRow[] }>(`
  insert into api_request (account_id, mode, api_key_id, method, path, status, code, request_id, duration_ms,
    received_at, unknown_fields)
  select account_id, mode, api_key_id, method, path, status, code, request_id, duration_ms, received_at, unknown_fields
  from ${request}`)
