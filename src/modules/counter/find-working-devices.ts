import type { Needs } from '../../needs.ts'
import { Device } from './device.ts'

/** Returns the ids of those devices that are not revoked and whose account is active. */
export async function findWorkingDevices(app: Needs<'em'>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const working = { id: [...ids], revokedAt: null, account: { isActive: true } }
  const found = await app.em('installation').find(Device, working, { fields: ['id'] })
  return new Set(found.map(({ id }) => id))
}
