import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Device } from './device.ts'

/**
 * Revokes a device permanently, from its next request on; an unused code becomes invalid. Returns false if it was
 * already revoked. Refuses `not_found`.
 */
export async function revokeDevice(
  app: Needs<'transaction' | 'now'>,
  deviceId: number,
  by: ModeActor,
): Promise<boolean> {
  const { accountId, mode, ...acting } = by
  return app.transaction({ accountId, mode }, async tx => {
    const change = { revokedAt: app.now(), codeHash: null, codeUntil: null }
    if ((await tx.em.nativeUpdate(Device, { id: deviceId, revokedAt: null }, change)) === 1) {
      await recordAct(app, tx, { accountId, ...acting, act: 'device.revoked', subject: `device ${deviceId}` })
      return true
    }
    if ((await tx.em.count(Device, { id: deviceId })) === 0) throw notFound('device')
    return false
  })
}
