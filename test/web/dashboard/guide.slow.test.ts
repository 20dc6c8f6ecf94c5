import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byCommand } from '../../../src/accounts/audit.ts'
import { findShopRules } from '../../../src/catalog/find-shop-rules.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { storeOwnCode } from '../../../src/connections/store-own-code.ts'
import { makeStaticCode } from '../../../src/connectors/simulator/qris-code.ts'
import { findGuide } from '../../../src/doctor/find-guide.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { inviteDevice } from '../../../src/modules/counter/invite-device.ts'
import { pairDevice } from '../../../src/modules/counter/pair-device.ts'
import { findMenu } from '../../../src/modules/menu/find-menu.ts'
import { setMenu } from '../../../src/modules/menu/set-menu.ts'
import { Payment } from '../../../src/payments/payment.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import { Membership } from '../../../src/people/membership.ts'
import { setPhone } from '../../../src/people/set-phone.ts'
import { forward, money, secret } from '../../connectors/mutations/phone.ts'
import { create } from '../../payments/scenario.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
/** The id of a phone's live connection. */
let phone: number
beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop, { accountId: shop.second.accountId })
})
afterAll(() => shop.close())

const slug = `panduan-${randomUUID().slice(0, 8)}`
const amount = () => 20_000 + randomInt(9_000)
const guide = async () => (await owner.get('/dashboard/guide?lang=id')).text
const go = (step: string, more: object = {}) => owner.post('/dashboard/guide', { act: 'go', step, ...more })
const isTicked = async (title: string) => (await guide()).includes(`class="ready"><b>${title}`)

test('the guide shows a new shop its next step with the reason, on the home page and on its own page', async () => {
  const home = (await owner.get('/dashboard')).text
  expect(home).toContain('Berikutnya: Tambah barang pertamamu')
  expect(home).toContain('Satu barang sudah cukup untuk mulai')
  expect(home).toContain('0 dari 6 selesai')
  expect(await guide()).toContain('Buktikan dengan uang sungguhan')
  const reader = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await reader.get('/dashboard/guide?lang=en')).text).toContain('Prove it with real money')
})

test('the guide opens the form of each step in the right mode', async () => {
  const answers = []
  for (const step of ['product', 'door', 'account', 'trial', 'live', 'first']) answers.push((await go(step)).location)
  for (const door of ['/dashboard/counter', '/dashboard/bots/add', '/dashboard/keys', '//elsewhere.example'])
    answers.push((await go('door', { door })).location)
  expect(answers.map(address => address?.replace(/^http:\/\/[^/]+/, ''))).toEqual([
    '/dashboard/catalog/new',
    '/dashboard/menu',
    '/dashboard/connections',
    '/dashboard/new-payment',
    '/dashboard/guide/live',
    '/dashboard/new-payment?amount=1001',
    '/dashboard/counter',
    '/dashboard/bots/add',
    '/dashboard/keys',
    '/dashboard/menu',
  ])
  await go('account')
  expect((await owner.get('/dashboard/connections')).text).not.toContain('Mode uji')
  await go('trial')
  expect((await owner.get('/dashboard/new-payment?amount=1001')).text).toContain('value="1001"')
})

test('the guide ticks a step once its condition is met', async () => {
  const made = await shop.api('/create-payment', { key: shop.keys.second, body: { amount: 20_000 } })
  const invoice = made.body.data.invoice_id
  expect((await go('trial')).location).toContain(`/dashboard/payments/${invoice}`)
  await shop.work()
  await owner.post(`/dashboard/payments/${invoice}`, { act: 'simulate' })
  await shop.hurry()
  await shop.work()
  expect(await guide()).toMatch(/class="ready"><b>Coba dulu dengan uang mainan/)
  const added = { act: 'create', name: 'Kopi', kind: 'physical', description: '', price: '20000', mode: 'unlimited' }
  await owner.post('/dashboard/catalog/new', added)
  expect(await guide()).toMatch(/class="ready"><b>Tambah barang pertamamu/)
  expect((await owner.get('/dashboard')).text).toContain('Berikutnya: Buka pintu tokomu')
  expect(await guide()).toContain('2 dari 6 selesai')
})

test('the guide says in words what each step still lacks, and pressing a step ticks nothing', async () => {
  const before = await guide()
  for (const sentence of [
    'Belum ada halaman menu, kasir, bot, atau API key live.',
    'Belum ada rekening atau penyedia yang dihubungkan di mode live.',
    'Uang sungguhan belum bisa diterima',
    'Belum ada tagihan live yang lunas.',
  ]) {
    expect(before).toContain(sentence)
  }
  for (const step of ['door', 'account', 'live', 'first']) await go(step)
  expect(await guide()).toContain('2 dari 6 selesai')
})

test("a menu page without a bot completes the guide's step of opening the shop", async () => {
  await setMenu(shop.app, { ...byCommand, accountId: shop.second.accountId, mode: 'test' }, { slug, isOn: true })
  expect(await isTicked('Buka pintu tokomu')).toBe(true)
})

test("a paired counter without a bot completes the guide's step of opening the shop", async () => {
  const { id: accountId } = await createAccount(shop.app, {
    name: `kasir-${randomUUID().slice(0, 8)}`,
    isVerified: true,
    plan: 'paid',
  })
  const ofDoor = async () => (await findGuide(shop.app, accountId)).steps.find(({ id }) => id === 'door')!.isDone
  const by = { ...byCommand, accountId, mode: 'live' as const }
  const { code } = await inviteDevice(shop.app, { kind: 'kasir', name: 'HP depan' }, by)
  expect(await ofDoor()).toBe(false)
  await pairDevice(shop.app, { kind: 'kasir', code, address: '10.9.8.7', userAgent: 'Chrome' })
  expect(await ofDoor()).toBe(true)
})

test('the first notification of a phone ticks its step, and the guide then asks for a QRIS photo', async () => {
  expect((await owner.get('/dashboard/guide/live')).text).toContain('Belum bisa dibuka')
  const apps = ['com.gojek.gopay']
  const credentials = { method: 'wallet_qris', dialect: 'native', secret, apps, account: `08${randomInt(1e9, 9e9)}` }
  const accountId = shop.second.accountId
  const asked = { accountId, connector: 'mutations', mode: 'live' as const, label: 'HP kasir', credentials }
  phone = await createConnection(shop.app, asked)
  expect(await guide()).toContain('Foto QRIS e-wallet belum diunggah.')
  expect(await guide()).toContain('HP-nya belum pernah melapor')
  expect((await go('account')).location).toMatch(new RegExp(`/dashboard/connections/${phone}/qris$`))
  await storeOwnCode(shop.app, { accountId, mode: 'live' }, phone, { qris: makeStaticCode('WARUNG.PANDUAN', 'Toko') })
  expect(await guide()).not.toContain('Foto QRIS e-wallet belum diunggah.')
  expect((await go('account')).location).toMatch(new RegExp(`/dashboard/connections/${phone}$`))
  expect(await isTicked('Hubungkan rekening untuk uangmu')).toBe(false)
  await forward(shop, phone, money(amount()))
  expect(await isTicked('Hubungkan rekening untuk uangmu')).toBe(true)
})

test("a shop without contacts cannot go live, and the field suggests the merchant's number", async () => {
  const { accountId } = shop.second
  const owners = await shop.app.em('installation').find(Membership, { account: accountId, role: 'owner' })
  for (const { user } of owners) await setPhone(shop.app, user.id, '0812 5550 1234')
  expect(await guide()).toContain('Pembeli belum bisa menghubungimu')
  expect((await go('live')).location).toContain('/dashboard/guide/live')
  const page = (await owner.get('/dashboard/guide/live')).text
  expect(page).toMatch(/id="whatsapp"[^>]*value="\+6281255501234"[^>]*autofocus/)
  const refused = await owner.post('/dashboard/guide/live', { act: 'open', whatsapp: ' ' })
  expect(refused.text).toContain('aria-invalid="true"')
  await owner.post('/dashboard/menu', { act: 'save', slug: `${slug}-2`, on: 'on' })
  expect(await findMenu(shop.app, `${slug}-2`)).toBeNull()
  expect(await findMenu(shop.app, slug)).toMatchObject({ mode: 'test' })
  expect((await owner.post('/dashboard/guide/live', { act: 'contact', whatsapp: 'nomorku' })).text).toContain(
    'aria-invalid="true"',
  )
  expect(await findShopRules(shop.app, accountId)).toBeNull()
})

test('going live says what changes, and the tested menu then takes real orders at the same address', async () => {
  const page = (await owner.get('/dashboard/guide/live')).text
  expect(page).toContain(`/m/${slug} dibayar dengan uang sungguhan`)
  expect(page).toContain('Stok mode live dihitung terpisah')
  expect(await isTicked('Buka toko sungguhan')).toBe(false)
  expect((await owner.post('/dashboard/guide/live', { act: 'open', whatsapp: '0812 5550 1234' })).location).toContain(
    '/dashboard/menu',
  )
  expect((await findShopRules(shop.app, shop.second.accountId))!.whatsapp).toBe('0812 5550 1234')
  expect(await findMenu(shop.app, slug)).toMatchObject({ mode: 'live', accountId: shop.second.accountId })
  expect(await isTicked('Buka toko sungguhan')).toBe(true)
  expect((await owner.get('/dashboard/guide/live?lang=en')).text).toContain('takes real money already')
})

test('only money that the shop detected ticks the last step, not a manual confirmation', async () => {
  const key = await createKey(shop.app, { accountId: shop.second.accountId, mode: 'live', label: 'Situs' })
  const foreign = await create(shop, { amount: amount(), payment_method: 'wallet_qris' }, key)
  const { invoice_id: invoice } = foreign
  expect((await go('first')).location).toContain(`/dashboard/payments/${invoice}`)
  await shop.app.sql.write('delete from hold where invoice_id = $1', [invoice])
  await shop.app.sql.write(`update payment set is_foreign = true, converted_qris = 'x' where invoice_id = $1`, [
    invoice,
  ])
  await confirmed(owner, `/dashboard/payments/${invoice}`, { act: 'confirm_by_hand', note: 'mutasi 4711' })
  expect(await shop.app.em('installation').findOne(Payment, { invoiceId: invoice })).toMatchObject({ status: 'paid' })
  expect(await isTicked('Buktikan dengan uang sungguhan')).toBe(false)

  const payment = await create(shop, { amount: amount(), payment_method: 'wallet_qris' }, key)
  await forward(shop, phone, money(payment.final_amount))
  await shop.work()
  expect(await isTicked('Buktikan dengan uang sungguhan')).toBe(true)
  expect(await guide()).toContain('Semua langkah selesai')
})

test('the guide can be dismissed and restored, and continues at the same step', async () => {
  expect((await owner.post('/dashboard/guide', { act: 'away' })).location).toContain('/dashboard')
  expect((await owner.get('/dashboard')).text).not.toContain('Berikutnya')
  expect(await guide()).toContain('Panduan ini tidak tampil di beranda')
  await owner.post('/dashboard/guide', { act: 'bring' })
  expect((await owner.get('/dashboard')).text).toContain('Tokomu sudah menerima uang sungguhan pertamanya')
})

test('only members who may edit the shop see the guide', async () => {
  const support = await signInAs(shop, { accountId: shop.second.accountId, role: 'support' })
  expect((await support.get('/dashboard')).text).not.toContain('Berikutnya')
  expect((await support.post('/dashboard/guide', { act: 'away' })).status).toBe(403)
})
