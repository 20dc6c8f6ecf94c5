import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import type { AccountScope } from '../../../src/database/scope.ts'
import { Cashier } from '../../../src/modules/counter/cashier.ts'
import { Device } from '../../../src/modules/counter/device.ts'
import { enterPin } from '../../../src/modules/counter/enter-pin.ts'
import { openShift } from '../../../src/modules/counter/open-shift.ts'
import { type SaleInput, sellGoods } from '../../../src/modules/counter/sell.ts'
import type { TestShop } from '../../kit/app.ts'
import { pairedDevice } from './stand.ts'

export const pin = '271828'
let people = 0

/** Returns the current state of the device. */
export function deviceNow(shop: TestShop, id: number): Promise<Device> {
  const scope: AccountScope = { accountId: shop.demo.accountId, mode: 'test' }
  return shop.app.em(scope).findOneOrFail(Device, id)
}

/** Opens a counter whose cashier has signed in and opened a shift with Rp 100.000. */
export async function openCounter(shop: TestShop): Promise<{ id: number; cashier: number; shift: number }> {
  const { device } = await pairedDevice(shop)
  const cashier = await cheapCashier(shop)
  await enterPin(shop.app, device, { cashier, pin })
  const shift = await openShift(shop.app, await deviceNow(shop, device.id), 100_000)
  return { id: device.id, cashier, shift: shift.id }
}

/** Adds a cashier whose PIN is hashed with little work, because a test file has dozens of them. Returns their id. */
export async function cheapCashier(shop: TestShop): Promise<number> {
  const row = { account: shop.demo.accountId, name: `Kasir ${++people}`, pinHash: cheapHash(`pin ${pin}`) }
  const em = shop.app.em({ accountId: shop.demo.accountId })
  return Number(await em.insert(Cashier, { ...row, isActive: true, createdAt: shop.app.now() }))
}

function cheapHash(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=64,t=1,p=1$${plain(nonce)}$${plain(tag)}`
}

/** Sells at a counter; by default a typed amount of Rp 25.000 in cash. */
export async function sellAt(shop: TestShop, { id }: { id: number }, asked: Partial<SaleInput> = {}) {
  const free = asked.free ?? (asked.lines ? 0 : 25_000)
  const whole: SaleInput = {
    key: randomUUID(),
    lines: [],
    free,
    discount: 0,
    method: 'cash',
    expectedTotal: free,
    ...asked,
  }
  return sellGoods(shop.app, shop.demo, await deviceNow(shop, id), whole)
}
