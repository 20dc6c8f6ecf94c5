import type { AccountScope, BothModes } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { CompatKey } from './compat-key.ts'

/** Returns keys for the SDKs of other gateways, valid ones first, each newest first. */
export async function listCompatKeys(
  app: Needs<'em'>,
  scope: Required<AccountScope> | BothModes,
): Promise<CompatKey[]> {
  const keys = await app.em(scope).find(CompatKey, {}, { orderBy: { createdAt: 'desc', id: 'asc' } })
  return [...keys.filter(key => key.revokedAt === null), ...keys.filter(key => key.revokedAt !== null)]
}
