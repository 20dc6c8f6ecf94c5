import type { Sql } from '../../lib/sql.ts'
import type { CodeRow } from './code.ts'

/**
 * Returns the reference to store a code by at a provider that makes another code each time it gets the same one: with
 * the number of the codes before it.
 */
export async function repeatedReference(sql: Sql, mid: string, reference: string): Promise<string> {
  const counting = 'select count(*) from sandbox.code where mid = $1 and starts_with(client_reference, $2)'
  const [row] = await sql.query<{ count: number }>(counting, [mid, `${reference} `])
  return `${reference} ${row!.count}`
}

/** Returns the reference that the request for such a code had. */
export function requestedReference({ client_reference }: CodeRow): string {
  return client_reference.split(' ')[0]!
}
