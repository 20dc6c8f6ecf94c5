import { statement } from '../lib/statement.ts'

/**
 * Serialises reports of one amount of an account, because two reports of one transfer must not both be judged as the
 * first.
 */
export const lockAmountSql = statement<{ account: string; amount: number }>(
  'select pg_advisory_xact_lock(hashtext(:account), hashtext(:amount::bigint::text))',
)
