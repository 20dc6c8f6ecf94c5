import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Device } from './device.ts'

const shownMax = 100

/** The devices that are paired or wait for their code, and those that were revoked lately, the newest first. */
export async function listDevices(app: Needs<'em' | 'now'>, scope: Required<AccountScope>): Promise<Device[]> {
  const now = app.now()
  const worthSeeing = { $or: [{ pairedAt: { $ne: null } }, { codeUntil: { $gt: now }, revokedAt: null }] }
  return app.em(scope).find(Device, worthSeeing, { orderBy: { id: 'desc' }, limit: shownMax })
}
