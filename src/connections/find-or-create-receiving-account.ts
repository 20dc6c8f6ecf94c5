import type { ConnectorId } from '../connectors/index.ts'
import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { ReceivingAccount } from './receiving-account.ts'

/** Returns the id of a receiving account, storing it first if it is new. */
export async function findOrCreateReceivingAccount(
  app: Needs<'em'>,
  account: { connector: ConnectorId; mode: Mode; externalId: string; ownerId: number },
): Promise<number> {
  const em = app.em('shared')
  const known = await em.findOne(ReceivingAccount, account)
  if (known) return known.id
  const stored = await em.upsert(ReceivingAccount, account)
  return stored.id
}
