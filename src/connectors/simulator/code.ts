import type { Sql } from '../../lib/sql.ts'
import { demoMerchant } from './demo-merchant.ts'
import { makeNmid, makeQrisCode, providerPan } from './qris-code.ts'

/** A code created by one of the sandbox's providers. */
export interface CodeRow {
  id: number
  /** The merchant id; a provider that pushes prefixes it with its own id and a blank. */
  mid: string
  client_reference: string
  amount: number
  qris: string
  requested_at: Date
  ends_at: Date | null
  cancelled_at: Date | null
  /** The address for notifications named in the request for the code; null if it named none. */
  notify_url: string | null
  paid_at: Date | null
  payer_name: string | null
  payer_app: string | null
  /** Provider-specific facts about the code. */
  details: Record<string, unknown>
}

export interface NewCode {
  mid: string
  reference: string
  amount: number
  now: Date
  endsAt?: Date | null
  notifyUrl?: string | null
  details?: Record<string, unknown>
}

/** Returns the code of this merchant's reference. Creates it if it does not exist, so that a retry is safe. */
export async function findOrCreateCode(sql: Sql, code: NewCode): Promise<CodeRow> {
  const find = () =>
    sql.query<CodeRow>('select * from sandbox.code where mid = $1 and client_reference = $2', [
      code.mid,
      code.reference,
    ])
  const [known] = await find()
  if (known) return known
  const [next] = await sql.query<{ id: number }>(`select nextval(pg_get_serial_sequence('sandbox.code', 'id')) as id`)
  await sql.write(
    `insert into sandbox.code (id, mid, client_reference, amount, qris, requested_at, ends_at, notify_url, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (mid, client_reference) do nothing`,
    [
      next!.id,
      code.mid,
      code.reference,
      code.amount,
      makeQris(next!.id, code.mid, code.amount),
      code.now,
      code.endsAt ?? null,
      code.notifyUrl ?? null,
      JSON.stringify(code.details ?? {}),
    ],
  )
  const [made] = await find()
  return made!
}

function makeQris(id: number, mid: string, amount: number): string {
  return makeQrisCode({
    merchantId: mid.split(' ').at(-1)!.replace(/\W/g, '').slice(0, 15) || 'SANDBOX',
    merchantName: mid === demoMerchant.id ? demoMerchant.name : 'WARUNG SANDBOX',
    nmid: makeNmid(mid),
    pan: providerPan,
    amount,
    reference: String(id),
  })
}
