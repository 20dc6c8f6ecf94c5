import type { Needs } from '../../needs.ts'
import { Device } from './device.ts'

/** The ids of those of these devices that were not revoked, and whose account is in use. */
export async function findWorkingDevices(app: Needs<'em'>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const working = { id: [...ids], revokedAt: null, account: { isActive: true } }
  const found = await app.em('installation').find(Device, working, { fields: ['id'] })
  return new Set(found.map(({ id }) => id))
}
