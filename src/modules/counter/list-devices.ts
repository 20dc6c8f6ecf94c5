import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Device } from './device.ts'

const shownMax = 100

/** Returns the devices that are paired or wait for their code, and recently revoked ones, newest first. */
export async function listDevices(app: Needs<'em' | 'now'>, scope: Required<AccountScope>): Promise<Device[]> {
  const now = app.now()
  const worthSeeing = { $or: [{ pairedAt: { $ne: null } }, { codeUntil: { $gt: now }, revokedAt: null }] }
  return app.em(scope).find(Device, worthSeeing, { orderBy: { id: 'desc' }, limit: shownMax })
}
