import type { Sql } from '../../lib/sql.ts'
import type { CodeRow } from './code.ts'

/**
 * Returns the reference under which a code is stored. For a provider that creates another code for a repeated
 * reference, it ends with the number of earlier codes.
 */
export async function findStoredReference(sql: Sql, mid: string, reference: string): Promise<string> {
  const counting = 'select count(*) from sandbox.code where mid = $1 and starts_with(client_reference, $2)'
  const [row] = await sql.query<{ count: number }>(counting, [mid, `${reference} `])
  return `${reference} ${row!.count}`
}

/** Returns the reference in the request for such a code. */
export function restoreReference({ client_reference }: CodeRow): string {
  return client_reference.split(' ')[0]!
}
