import { rowsOf, statement } from '../../lib/statement.ts'

export interface OwedRow {
  event_id: string
  account_id: number
  mode: string
  type: string
  object: string
  sequence: number
  endpoints: string[]
  /** Null where it is written when it is sent. */
  body: string | null
  created_at: Date
}

const owed = rowsOf<OwedRow>('owed', {
  event_id: 'uuid',
  account_id: 'bigint',
  mode: 'text',
  type: 'text',
  object: 'text',
  sequence: 'integer',
  endpoints: 'text[]',
  body: 'text',
  created_at: 'timestamptz',
})

/** In the order of each object: `raiseSequences` holds its lock. */
export const planDeliveries = statement<{ owed: OwedRow[] }>(`
  insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, body, created_at)
  select event_id, account_id, mode, type, object, sequence, endpoints, body, created_at
  from ${owed} order by sequence`)
