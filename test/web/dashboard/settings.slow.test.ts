import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../src/accounts/account.ts'
import { readNoticeSwitches } from '../../../src/notices/switch-notices.ts'
import { listMembers } from '../../../src/people/list-members.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs, signInByPassword } from './members.ts'

let shop: WebShop
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop, { username: 'ayu' })
})
afterAll(() => shop.close())

const account = () => shop.app.em({ accountId: shop.demo.accountId }).findOneOrFail(Account, shop.demo.accountId)

describe('a logo', () => {
  const upload = async (bytes: Buffer) =>
    (await owner.upload('/dashboard/settings', 'logo', { name: 'logo.png', bytes })).status

  test('a logo appears on the payment page until it is removed, and an invalid one is refused', async () => {
    expect(await upload(Buffer.from('<svg onload=alert(1)>'))).toBe(400)
    const png = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(await upload(png)).toBe(303)
    const invoice = await shop.invoice()
    const { text } = await shop.page(`/pay?invoice=${invoice}`)
    const address = /<img class="logo" src="([^"]+)"/.exec(text)![1]!
    const logo = await shop.page(address)
    expect(logo.headers['content-type']).toBe('image/webp')
    expect(await sharp(logo.bytes).metadata()).toMatchObject({ width: 160, height: 160 })
    expect((await owner.post('/dashboard/settings', { act: 'unlogo' })).status).toBe(303)
    expect((await shop.page(`/pay?invoice=${invoice}`)).text).not.toContain('class="logo"')
    expect((await shop.page(address)).status).toBe(404)
  })
})

describe('settings', () => {
  const good = {
    act: 'save',
    language: 'id',
    display_name: 'Kedai Kita',
    invoice_lifetime: '45',
    dialect: 'simple',
    subtract: 'on',
    strict: 'on',
  }

  test('saved settings are stored, and unticked boxes are off', async () => {
    expect((await owner.post('/dashboard/settings', good)).location).toBe('/dashboard/settings?lang=id&done=saved')
    expect(await account()).toMatchObject({
      displayName: 'Kedai Kita',
      invoiceLifetimeS: 2700,
      dialect: 'simple',
      subtractsUniqueCode: true,
      acceptsLateMoney: false,
      acceptsKeyInQuery: false,
      refusesUnknownFields: true,
    })
  })

  test('the setting of all methods on one invoice appears only in the edition that has several methods', async () => {
    expect((await owner.get('/dashboard/settings')).text).not.toContain('name="all"')
    const verifying = await createWebShop({}, {}, { settings: { EDITION: 'verification' } })
    try {
      const merchant = await signInAs(verifying, { username: 'tuti' })
      expect((await merchant.get('/dashboard/settings')).text).toContain('semua metode di satu tagihan')
      await merchant.post('/dashboard/settings', { ...good, all: 'on' })
      const accountId = verifying.demo.accountId
      expect(await verifying.app.em({ accountId }).findOneOrFail(Account, accountId)).toMatchObject({
        offersAllMethods: true,
      })
      await merchant.post('/dashboard/settings', good)
      expect((await merchant.get('/dashboard/settings')).text).not.toMatch(/name="all"[^>]* checked/)
    } finally {
      await verifying.close()
    }
  })

  test.each([
    { invoice_lifetime: '4' },
    { invoice_lifetime: '1441' },
    { invoice_lifetime: 'x' },
    { display_name: ' ' },
    { display_name: 'x'.repeat(101) },
    { dialect: 'other' },
  ])('settings refuse %j and change nothing', async wrong => {
    expect((await owner.post('/dashboard/settings', { ...good, ...wrong })).status).toBe(400)
    expect((await account()).displayName).toBe('Kedai Kita')
  })

  test('settings accept app schemes as people write them, and a form without the field keeps them', async () => {
    const typed = { redirect_schemes: 'TokoKu:// , warung+pay:\n tokoku' }
    expect((await owner.post('/dashboard/settings', { ...good, ...typed })).status).toBe(303)
    expect((await account()).redirectSchemes).toEqual(['tokoku', 'warung+pay'])
    expect((await owner.get('/dashboard/settings')).text).toContain('value="tokoku, warung+pay"')
    await owner.post('/dashboard/settings', good)
    expect((await account()).redirectSchemes).toEqual(['tokoku', 'warung+pay'])
    await owner.post('/dashboard/settings', { ...good, redirect_schemes: '' })
    expect((await account()).redirectSchemes).toEqual([])
  })

  test.each([
    ...['intent', 'view-source:', 'filesystem', 'feed', 'jar', 'chrome', 'ms-settings', 'javascript', 'data', 'https'],
    ...['toko ku/', '1toko', 'a'.repeat(51), Array.from({ length: 21 }, (_, at) => `toko${at}`).join(' ')],
  ])('settings refuse %s as an app scheme, show it again, and change nothing', async wrong => {
    const answer = await owner.post('/dashboard/settings', { ...good, redirect_schemes: `tokoku ${wrong}` })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(`tokoku ${wrong}`)
    expect((await account()).redirectSchemes).toEqual([])
  })

  test('the fee setting warns that charging payers is not allowed, and refuses more than 10 percent', async () => {
    expect((await owner.get('/dashboard/settings')).text).toContain('dilarang di Indonesia')
    await owner.post('/dashboard/settings', { act: 'fee', fee: '0,7' })
    expect((await account()).platformFeeBps).toBe(70)
    for (const fee of ['11', '-1', '1e1', '']) {
      expect((await owner.post('/dashboard/settings', { act: 'fee', fee })).status).toBe(400)
    }
    expect((await account()).platformFeeBps).toBe(70)
  })

  test('settings of notices disable unticked kinds', async () => {
    await owner.post('/dashboard/settings', { ...good, kinds: 'merchant.order_new' })
    const switches = await readNoticeSwitches(shop.app, shop.demo.accountId)
    expect(switches.filter(({ isOn }) => isOn).map(({ kind }) => kind)).toEqual(['merchant.order_new'])
  })
})

describe('the team', () => {
  const memberId = async (username: string) =>
    (await listMembers(shop.app, shop.demo.accountId)).find(one => one.username === username)!.userId

  test('a new team member gets a password that is shown once, and can do only what their role includes', async () => {
    const made = await owner.post('/dashboard/team', {
      act: 'add',
      username: 'rini',
      display_name: 'Rini',
      role: 'read_only',
    })
    const codes = [...made.text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code!)
    const rini = await signInByPassword(shop, 'rini', codes[1])
    expect((await rini.get('/dashboard/settings')).status).toBe(200)
    for (const path of ['/dashboard/team', '/dashboard/audit']) expect((await rini.get(path)).status).toBe(403)
    expect((await rini.post('/dashboard/settings', { act: 'fee', fee: '0' })).status).toBe(403)
    const user = String(await memberId('rini'))
    expect((await owner.post('/dashboard/team', { act: 'remove', user })).text).toContain('Keluarkan Rini?')
    await owner.post('/dashboard/team', { act: 'remove', user, confirmed: '1' })
    expect((await rini.get('/dashboard/settings')).location).toContain('/open-account')
  })

  test('a team keeps an owner, even if two owners leave at the same time', async () => {
    const ayu = String(await memberId('ayu'))
    expect((await owner.post('/dashboard/team', { act: 'remove', user: ayu, confirmed: '1' })).status).toBe(400)
    expect((await owner.post('/dashboard/team', { act: 'change', user: ayu, role: 'support' })).status).toBe(400)
    const second = await signInAs(shop, { username: 'dua' })
    const dua = String(await memberId('dua'))
    await Promise.all([
      owner.post('/dashboard/team', { act: 'remove', user: ayu, confirmed: '1' }),
      second.post('/dashboard/team', { act: 'remove', user: dua, confirmed: '1' }),
    ])
    const left = await listMembers(shop.app, shop.demo.accountId)
    expect(left.filter(({ role }) => role === 'owner').length).toBe(1)
  })

  test('the team of another account is not found', async () => {
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    const [member] = await listMembers(shop.app, shop.demo.accountId)
    const user = String(member!.userId)
    expect((await stranger.post('/dashboard/team', { act: 'remove', user, confirmed: '1' })).status).toBe(404)
    expect((await stranger.post('/dashboard/team', { act: 'change', user, role: 'read_only' })).status).toBe(404)
    expect((await stranger.get('/dashboard/team')).text).not.toContain(member!.username)
    const insider = await signInAs(shop)
    const entry = '<b>Pengaturan diubah</b>'
    expect((await insider.get('/dashboard/audit')).text).toContain(entry)
    expect((await stranger.get('/dashboard/audit')).text).not.toContain(entry)
  })
})
