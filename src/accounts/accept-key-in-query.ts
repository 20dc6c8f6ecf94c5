import type { Needs } from '../needs.ts'

/** Whether the account's keys may come as `?apiKey=` (spec 5.1), where logs and histories keep them; the header always works. */
export async function acceptKeyInQuery(app: Needs<'sql'>, accountId: number, isAccepted: boolean): Promise<void> {
  await app.sql.write('update account set accepts_key_in_query = $2 where id = $1', [accountId, isAccepted])
}
