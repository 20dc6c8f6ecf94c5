import type { Needs } from '../needs.ts'

/** The operator vouches for an account, which opens more payment methods to it in the edition with verification. Returns false when it was verified before. */
export async function verifyAccount(app: Needs<'sql'>, accountId: number): Promise<boolean> {
  const verified = await app.sql.write('update account set is_verified = true where id = $1 and not is_verified', [
    accountId,
  ])
  return verified === 1
}
