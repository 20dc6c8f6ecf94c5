import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/keys/create-key.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop, { accountId: shop.second.accountId })
})
afterAll(() => shop.close())

const guide = async () => (await owner.get('/dashboard/guide')).text
const go = (step: string) => owner.post('/dashboard/guide', { act: 'go', step })

test('shows a new shop its next step and why, on the home page and on a page of its own', async () => {
  const home = (await owner.get('/dashboard')).text
  expect(home).toContain('Berikutnya: Tambah barang pertamamu')
  expect(home).toContain('Satu barang sudah cukup untuk mulai')
  expect(home).toContain('0 dari 6 selesai')
  expect(await guide()).toContain('Bayar Rp 1.001 ke dirimu sendiri')
  const reader = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await reader.get('/dashboard/guide?lang=en')).text).toContain('Pay Rp 1,001 to yourself')
})

test('opens the form of each step in the mode that it is for', async () => {
  const answers = []
  for (const step of ['product', 'bot', 'account', 'trial', 'live', 'first']) answers.push((await go(step)).location)
  expect(answers.map(address => address?.replace(/^http:\/\/[^/]+/, ''))).toEqual([
    '/dashboard/catalog/new',
    '/dashboard/bots/add',
    '/dashboard/connections',
    '/dashboard/new-payment',
    '/dashboard/new-payment',
    '/dashboard/new-payment?amount=1001',
  ])
  expect((await owner.get('/dashboard/connections')).text).not.toContain('Mode uji')
  await go('trial')
  expect((await owner.get('/dashboard/new-payment?amount=1001')).text).toContain('value="1001"')
})

test('ticks a step by itself once the shop has what it asks for', async () => {
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
  expect((await owner.get('/dashboard')).text).toContain('Berikutnya: Buat bot tokomu')
  expect(await guide()).toContain('2 dari 6 selesai')
})

test('a live key opens the door of a shop only once a live payment could be made', async () => {
  await createKey(shop.app, { accountId: shop.second.accountId, mode: 'live', label: 'Situs' })
  expect(await guide()).not.toMatch(/class="ready"><b>Buka toko sungguhan/)
  expect(await guide()).toContain('Belum ada metode pembayaran yang bisa dipakai di mode live')
})

test('is put away and brought back, and goes on where it was', async () => {
  expect((await owner.post('/dashboard/guide', { act: 'away' })).location).toContain('/dashboard')
  expect((await owner.get('/dashboard')).text).not.toContain('Berikutnya')
  expect(await guide()).toContain('Panduan ini tidak tampil di beranda')
  await owner.post('/dashboard/guide', { act: 'bring' })
  expect((await owner.get('/dashboard')).text).toContain('2 dari 6 selesai')
})

test('is for those who may change the shop', async () => {
  const support = await signInAs(shop, { accountId: shop.second.accountId, role: 'support' })
  expect((await support.get('/dashboard')).text).not.toContain('Berikutnya')
  expect((await support.post('/dashboard/guide', { act: 'away' })).status).toBe(403)
})
