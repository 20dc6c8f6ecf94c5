import { randomBytes } from 'node:crypto'
import { recordAct } from '../../accounts/audit.ts'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import { hashToken } from '../../lib/ids.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { describeBrowser } from '../../people/browser-name.ts'
import { Device, type DeviceKind, hashDeviceCode } from './device.ts'

export interface DevicePairing {
  kind: DeviceKind
  /** The typed code. */
  code: string
  address: string
  userAgent: string
}

/** A device, and the 256 random bits stored in its cookie. */
export interface PairedDevice {
  device: Device
  token: string
}

const triesMax = 10
const windowS = 900
const browserMax = 100

/**
 * Pairs the browser that entered a code with the waiting device. If several enter it at once, one wins, and the code is
 * used up. Refuses `unauthorized` for a code that is unknown, used, expired or of another kind, and `rate_limited` for
 * an address with too many attempts.
 */
export async function pairDevice(
  app: Needs<'em' | 'transaction' | 'now'>,
  { kind, code, address, userAgent }: DevicePairing,
): Promise<PairedDevice> {
  await takeAttempt(app, { key: `pairing address ${address}`, max: triesMax, windowS })
  const now = app.now()
  const codeHash = hashDeviceCode(code)
  const token = randomBytes(32).toString('base64url')
  return app.transaction('installation', async tx => {
    const seen = await tx.em.findOne(Device, { codeHash, kind })
    const change = { tokenHash: hashToken(token), pairedAt: now, seenAt: now, codeHash: null, codeUntil: null }
    const browser = describeBrowser(userAgent).slice(0, browserMax)
    const waits = { codeHash, codeUntil: { $gt: now }, pairedAt: null, revokedAt: null }
    const won = seen ? await tx.em.nativeUpdate(Device, { id: seen.id, ...waits }, { ...change, browser }) : 0
    if (won === 0) throw new Refusal('unauthorized', 'The code is not right, was used, or is over')
    const device = await tx.em.findOneOrFail(Device, seen!.id, { refresh: true })
    const subject = `device ${device.id}`
    const detail = { kind, mode: device.mode, name: device.name, browser }
    await recordAct(app, tx, {
      accountId: device.accountId,
      actor: subject,
      act: 'device.paired',
      subject,
      address,
      detail,
    })
    return { device, token }
  })
}
