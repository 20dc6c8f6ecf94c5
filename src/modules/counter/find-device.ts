import { hashToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { Device, type DeviceKind } from './device.ts'

/**
 * Returns the device of a cookie, and records its use; null if it is unknown, of another kind, or (unless allowed)
 * revoked.
 */
export async function findDevice(
  app: Needs<'em' | 'now'>,
  kind: DeviceKind,
  token: string | undefined,
  { mayBeRevoked = false } = {},
): Promise<Device | null> {
  if (token === undefined || !/^[\w-]{43}$/.test(token)) return null
  const em = app.em('installation')
  const mine = {
    tokenHash: hashToken(token),
    kind,
    account: { isActive: true },
    ...(mayBeRevoked ? {} : { revokedAt: null }),
  }
  const device = await em.findOne(Device, mine)
  const now = app.now()
  if (device?.isSeenLongBefore(now)) await em.nativeUpdate(Device, { id: device.id, revokedAt: null }, { seenAt: now })
  return device
}
