import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDevice } from '../../../src/modules/counter/find-device.ts'
import { inviteDevice } from '../../../src/modules/counter/invite-device.ts'
import { listDevices } from '../../../src/modules/counter/list-devices.ts'
import { pairDevice } from '../../../src/modules/counter/pair-device.ts'
import { revokeDevice } from '../../../src/modules/counter/revoke-device.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newAddress, ownerOf, pairedDevice } from './stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const invite = (name = 'Tablet depan') => inviteDevice(shop.app, { kind: 'kasir', name }, ownerOf(shop))
const userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/147.0'
const pair = (code: string, address = newAddress()) => pairDevice(shop.app, { kind: 'kasir', code, address, userAgent })

describe('pairing a device', () => {
  test('a device pairs with the code as people type it, once, and is found only by its token', async () => {
    const { device, code } = await invite()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    const typed = `${code.slice(0, 4)} - ${code.slice(4)}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    const { token } = await pair(typed)
    const found = await findDevice(shop.app, 'kasir', token)
    expect(found).toMatchObject({ id: device.id, mode: 'test', name: 'Tablet depan', browser: 'Chrome, Android' })
    expect(await findDevice(shop.app, 'soundbox', token)).toBeNull()
    for (const other of [undefined, '', `${token.slice(0, 42)}${token.endsWith('A') ? 'B' : 'A'}`])
      expect(await findDevice(shop.app, 'kasir', other)).toBeNull()
    await expect(pair(code)).rejects.toMatchObject({ code: 'unauthorized' })
    const stored = JSON.stringify(await shop.app.sql.query('select * from device where id = $1', [device.id]))
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(code)
  })

  test('twenty simultaneous entries of a pairing code pair one device', async () => {
    const { device, code } = await invite()
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => pair(code)))
    const won = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(won).toHaveLength(1)
    expect((await findDevice(shop.app, 'kasir', won[0]!.token))?.id).toBe(device.id)
    const audited = await shop.app.sql.query(
      `select act from audit_entry where subject = $1 and chain = ${shop.demo.accountId} order by number`,
      [`device ${device.id}`],
    )
    expect(audited).toEqual([{ act: 'device.invited' }, { act: 'device.paired' }])
  })

  test('a pairing code expires after ten minutes, and does not pair other kinds of devices', async () => {
    const late = await invite()
    shop.advance(599)
    await expect(
      pairDevice(shop.app, { kind: 'soundbox', code: late.code, address: newAddress(), userAgent }),
    ).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(pair((await invite()).code)).resolves.toBeDefined()
    shop.advance(1)
    await expect(pair(late.code)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await listDevices(shop.app, shop.demo)).not.toContainEqual(expect.objectContaining({ id: late.device.id }))
  })

  test('an address can guess a pairing code ten times a quarter hour, then not even the right one', async () => {
    const { code } = await invite()
    const address = newAddress()
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => pair(`GUESS${at}`, address)))
    const codes = guesses.map(guess => (guess as PromiseRejectedResult).reason.code)
    expect(codes.filter(one => one === 'unauthorized')).toHaveLength(10)
    expect(codes.filter(one => one === 'rate_limited')).toHaveLength(20)
    await expect(pair(code, address)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(pair(code)).resolves.toBeDefined()
  })
})

describe('revoking a device', () => {
  test('revoking a device blocks its next request, counts once, and invalidates an unused pairing code', async () => {
    const { device, token } = await pairedDevice(shop)
    const answers = await Promise.all(Array.from({ length: 5 }, () => revokeDevice(shop.app, device.id, ownerOf(shop))))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await findDevice(shop.app, 'kasir', token)).toBeNull()
    const waiting = await invite()
    await revokeDevice(shop.app, waiting.device.id, ownerOf(shop))
    await expect(pair(waiting.code)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('only its own account can revoke a device, in its own mode', async () => {
    const { device, token } = await pairedDevice(shop)
    for (const by of [ownerOf(shop, 'live'), { ...ownerOf(shop), accountId: shop.second.accountId }])
      await expect(revokeDevice(shop.app, device.id, by)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findDevice(shop.app, 'kasir', token)).not.toBeNull()
  })

  test("a suspended shop's devices open nothing, without being revoked", async () => {
    const { token } = await pairedDevice(shop)
    await shop.app.sql.write(`update account set is_active = false where id = ${shop.demo.accountId}`)
    expect(await findDevice(shop.app, 'kasir', token)).toBeNull()
    await shop.app.sql.write(`update account set is_active = true where id = ${shop.demo.accountId}`)
  })
})

test('a device needs a name, and an account has at most fifty devices', async () => {
  for (const name of ['', '  ', 'x'.repeat(61)])
    await expect(invite(name)).rejects.toMatchObject({ fields: [{ path: 'name' }] })
  for (const { id } of await listDevices(shop.app, shop.demo)) await revokeDevice(shop.app, id, ownerOf(shop))
  for (let at = 0; at < 50; at++) await invite()
  await expect(invite()).rejects.toMatchObject({ fields: [{ path: 'devices', code: 'too_many' }] })
  shop.advance(600)
  await expect(invite()).resolves.toBeDefined()
})
