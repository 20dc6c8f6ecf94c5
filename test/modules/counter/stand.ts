import type { ModeActor } from '../../../src/accounts/audit.ts'
import type { DeviceKind } from '../../../src/modules/counter/device.ts'
import { inviteDevice } from '../../../src/modules/counter/invite-device.ts'
import { type PairedDevice, pairDevice } from '../../../src/modules/counter/pair-device.ts'
import type { TestShop } from '../../kit/app.ts'

/** Returns the owner of the demo account, by default in test mode. */
export function ownerOf(shop: TestShop, mode: 'live' | 'test' = 'test'): ModeActor {
  return { accountId: shop.demo.accountId, mode, actor: 'user 1' }
}

let addresses = 0

/** Returns an address without earlier attempts. */
export const newAddress = () => `10.9.${++addresses >> 8}.${addresses & 255}`

/** Pairs a device of the demo account. */
export async function pairedDevice(
  shop: TestShop,
  { kind = 'kasir', mode = 'test' }: { kind?: DeviceKind; mode?: 'live' | 'test' } = {},
): Promise<PairedDevice> {
  const { code } = await inviteDevice(shop.app, { kind, name: 'Tablet depan' }, ownerOf(shop, mode))
  return pairDevice(shop.app, { kind, code, address: newAddress(), userAgent: 'Mozilla/5.0 (Android) Chrome/147' })
}
