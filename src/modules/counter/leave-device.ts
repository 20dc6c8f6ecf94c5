import type { Needs } from '../../needs.ts'
import { Device } from './device.ts'

/** Signs out the current cashier of a device; an open shift stays theirs. */
export async function leaveDevice(
  app: Needs<'em'>,
  { id, accountId, mode }: Pick<Device, 'id' | 'accountId' | 'mode'>,
): Promise<void> {
  await app.em({ accountId, mode }).nativeUpdate(Device, { id }, { cashier: null })
}
