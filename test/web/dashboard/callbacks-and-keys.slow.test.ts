import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findAuditGap } from '../../../src/accounts/audit.ts'
import { AuditEntry } from '../../../src/accounts/audit-entry.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { password, signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
let stranger: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
  stranger = await signInAs(shop, { accountId: shop.second.accountId })
})
afterAll(() => shop.close())

describe('callbacks', () => {
  test('callbacks go to the default address, which is validated and can be cleared', async () => {
    const path = '/dashboard/callbacks'
    expect((await owner.post(path, { act: 'address', url: 'javascript:alert(1)' })).status).toBe(400)
    expect((await owner.post(path, { act: 'address', url: '' })).status).toBe(303)
    expect((await owner.get(path)).text).not.toContain('Kirim callback uji')
    await owner.post(path, { act: 'address', url: `${shop.sandboxUrl}/receiver` })
    expect((await owner.get(path)).text).toContain(`${shop.sandboxUrl}/receiver`)
  })

  test('callbacks are listed with the status of each response, and can be resent', async () => {
    const invoice = await shop.invoice()
    await shop.work()
    await shop.pay(invoice)
    await shop.work()
    const { text } = await owner.get('/dashboard/callbacks')
    expect(text).toContain(invoice)
    expect(text).toContain('HTTP 200')
    expect((await owner.post('/dashboard/callbacks', { act: 'again', invoice })).status).toBe(303)
    const strangers = await stranger.post('/dashboard/callbacks', { act: 'again', invoice })
    expect(strangers.status).toBe(404)
    expect((await stranger.get('/dashboard/callbacks')).text).not.toContain(invoice)
  })

  test('callbacks of a made-up payment test the address', async () => {
    await owner.post('/dashboard/callbacks', { act: 'test' })
    expect((await owner.get('/dashboard/callbacks')).text).toContain('INV-TEST')
  })
})

describe('the webhook secret', () => {
  const path = '/dashboard/callbacks/secret'

  test('the webhook secret is shown only after the password', async () => {
    expect((await owner.get(path)).text).toContain(shop.secret.replaceAll('+', '+'))
    shop.advance(700)
    const asked = await owner.get(path)
    expect(asked.text).not.toContain('whsec_')
    expect(asked.text).toContain('Masukkan kata sandi sekali lagi')
    expect((await owner.post(path, { act: 'password_again', password_again: 'salah' })).text).not.toContain('whsec_')
    await owner.post(path, { act: 'password_again', password_again: password })
    expect((await owner.get(path)).text).toContain('whsec_')
  })

  test('the webhook secret stays hidden after an unreadable form', async () => {
    shop.advance(660)
    const broken = await owner.post(path, { act: 'rotate', more: 'a\0b' })
    expect([broken.status, broken.text.includes('whsec_')]).toEqual([400, false])
    await owner.post(path, { act: 'password_again', password_again: password })
  })

  test('the webhook secret can be rotated, switched and replaced', async () => {
    const secrets = async () => (await owner.get(path)).text.match(/whsec_[^<]+/g)
    await owner.post(path, { act: 'rotate' })
    const both = (await secrets())!
    expect(both.length).toBe(2)
    await owner.post(path, { act: 'switch' })
    expect(await secrets()).toEqual([both[1]])
    const asked = await owner.post(path, { act: 'regenerate' })
    expect(asked.text).toContain('Secret lama langsung tidak berlaku')
    expect(await secrets()).toEqual([both[1]])
    await owner.post(path, { act: 'regenerate', confirmed: '1' })
    expect(await secrets()).not.toContain(both[1])
  })

  test('the webhook secret is hidden from read-only members', async () => {
    const reader = await signInAs(shop, { role: 'read_only' })
    expect((await reader.get(path)).status).toBe(403)
    expect((await reader.post(path, { act: 'regenerate' })).status).toBe(403)
    expect((await reader.post('/dashboard/keys', { act: 'create', label: 'X', scopes: 'read' })).status).toBe(403)
  })
})

describe('an API key', () => {
  test('an API key is shown once, works, and can be revoked', async () => {
    const shown = await owner.post('/dashboard/keys', { act: 'create', label: 'Server toko', scopes: 'read' })
    expect(shown.status).toBe(200)
    const key = /wrg_test_[0-9A-Za-z]+/.exec(shown.text)![0]
    expect((await shop.api('/get-account-status', { key })).status).toBe(200)
    expect((await shop.api('/create-payment', { key, body: { amount: 5000 } })).status).not.toBe(200)
    const listed = await owner.get('/dashboard/keys')
    expect(listed.text).toContain('Server toko')
    expect(listed.text).not.toContain(key)
    const id = /name="key" value="(\d+)"/.exec(listed.text)![1]!
    // The person has just signed in, so that only the account is wrong.
    const other = await signInAs(shop, { accountId: shop.second.accountId })
    for (const act of ['roll', 'revoke'])
      expect((await other.post('/dashboard/keys', { act, key: id })).status).toBe(404)
    const rolled = await owner.post('/dashboard/keys', { act: 'roll', key: id })
    expect(rolled.text).toMatch(/wrg_test_[0-9A-Za-z]+/)
    expect((await owner.post('/dashboard/keys', { act: 'revoke', key: id })).text).toContain('Cabut Server toko?')
    await owner.post('/dashboard/keys', { act: 'revoke', key: id, confirmed: '1' })
    shop.advance(2)
    expect((await owner.get('/dashboard/keys')).text).toContain('Dicabut')
  })

  test('an API key needs at least one permission and an expiry date that exists', async () => {
    expect((await owner.post('/dashboard/keys', { act: 'create', label: 'X' })).status).toBe(400)
    const wrong = { act: 'create', label: 'X', scopes: 'read', expires_at: '2026-02-31' }
    expect((await owner.post('/dashboard/keys', wrong)).status).toBe(400)
  })

  test('an API key works through the last day chosen for it', async () => {
    const today = shop.app.calendar.formatDay(shop.app.now())
    const made = await owner.post('/dashboard/keys', {
      act: 'create',
      label: 'Hari ini',
      scopes: 'read',
      expires_at: today,
    })
    const key = /wrg_test_[0-9A-Za-z]+/.exec(made.text)![0]
    expect((await shop.api('/list-payments', { key })).status).toBe(200)
  })

  test('a live API key is absent in test mode', async () => {
    const live = await signInAs(shop)
    await live.post('/dashboard/place', { act: 'mode', mode: 'live' })
    const listed = await live.get('/dashboard/keys')
    const id = /name="key" value="(\d+)"/.exec(listed.text)![1]!
    expect((await owner.post('/dashboard/keys', { act: 'revoke', key: id })).status).toBe(404)
  })
})

test('the request log shows unknown fields with the field that was probably meant, in both languages', async () => {
  await shop.api('/check-payment?invoce=rahasia&%3Cb%3Ezzz=1')
  const text = await vi.waitFor(
    async () => {
      const page = await owner.get('/dashboard/keys/log')
      expect(page.text).toContain('invoce')
      return page.text
    },
    { timeout: 60_000 },
  )
  expect(text).toContain('Isian tidak dikenal: invoce (mungkin maksudnya invoice?), &lt;b&gt;zzz')
  expect(text).not.toContain('rahasia')
  const english = await owner.get('/dashboard/keys/log?lang=en')
  expect(english.text).toContain('Unknown fields: invoce (did you mean invoice?), &lt;b&gt;zzz')
  expect((await stranger.get('/dashboard/keys/log')).text).not.toContain('invoce')
})

test('every action on secrets is in the audit log with its actor, and the chain of entries is intact', async () => {
  // The shop's first keys were not created on a page.
  const byHand = { actor: { $ne: 'command' } }
  const entries = await shop.app.em('installation').find(AuditEntry, { chain: shop.demo.accountId, ...byHand })
  const acts = entries.map(({ act }) => act)
  for (const act of [
    'key.created',
    'key.rolled',
    'key.revoked',
    'secret.rotated',
    'secret.regenerated',
    'callback.address_changed',
  ]) {
    expect(acts).toContain(act)
  }
  expect(entries.every(({ actor }) => /^user \d+$/.test(actor))).toBe(true)
  expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toMatch(/wrg_|whsec_/)
  expect(await findAuditGap(shop.app, shop.demo.accountId)).toBe(null)
})
