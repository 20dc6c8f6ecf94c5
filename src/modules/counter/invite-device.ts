import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import { generateCrockford } from '../../lib/ids.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { codeLifetimeS, Device, type DeviceKind, devicesMax, hashDeviceCode } from './device.ts'

export interface NewDevice {
  kind: DeviceKind
  /** The name, 1 to 60 characters. */
  name: string
}

/** An unpaired device, and the code that pairs it: eight characters, shown only once. */
export interface InvitedDevice {
  device: Device
  code: string
}

const nameMax = 60
const codeLength = 8

/**
 * Prepares a new device: the first one that enters the code within ten minutes is paired. It sells in its inviter's
 * current mode. Refuses `invalid_request` for its name, and `refused_transition` with too many devices.
 */
export async function inviteDevice(
  app: Needs<'transaction' | 'now'>,
  { kind, name }: NewDevice,
  by: ModeActor,
): Promise<InvitedDevice> {
  const called = name.trim()
  if (called === '' || called.length > nameMax)
    throw refuseField('name', `has 1 to ${nameMax} characters`, { code: 'wrong_length', min: 1, max: nameMax })
  const { accountId, mode, ...acting } = by
  const now = app.now()
  const code = generateCrockford(codeLength)
  return app.transaction({ accountId, mode }, async tx => {
    const codeUntil = new Date(now.getTime() + codeLifetimeS * 1000)
    const alive = { revokedAt: null, $or: [{ pairedAt: { $ne: null } }, { codeUntil: { $gt: now } }] }
    if ((await tx.em.count(Device, alive)) >= devicesMax)
      throw refuseField('devices', `are ${devicesMax} at most: revoke one first`, { code: 'too_many', max: devicesMax })
    const device = tx.em.create(Device, {
      account: accountId,
      mode,
      kind,
      name: called,
      browser: '',
      codeHash: hashDeviceCode(code),
      codeUntil,
      tokenHash: null,
      createdBy: acting.actor,
      createdAt: now,
      pairedAt: null,
      cashier: null,
      customer: null,
      seenAt: null,
      revokedAt: null,
    })
    await tx.em.flush()
    const detail = { kind, mode, name: called }
    await recordAct(app, tx, { accountId, ...acting, act: 'device.invited', subject: `device ${device.id}`, detail })
    return { device, code }
  })
}
