import { afterAll, beforeAll, expect, test } from 'vitest'
import { compatCommands } from '../../../src/modules/compat/commands/compat-commands.ts'
import type { Visitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let owner: Visitor
beforeAll(async () => {
  // The module is off by default.
  shop = await createWebShop({}, {}, { settings: { MODULES: process.env.MODULES ?? 'all' } })
  owner = await signInAs(shop, { username: 'pemilik-kunci' })
  await owner.post('/dashboard/place', { act: 'go', mode: 'test' })
})
afterAll(() => shop.close())

const path = '/dashboard/compat'
const status = async (key: string) => {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  return (await fetch(`${shop.pagesUrl}/compat/xendit/v2/invoices/none`, { headers: { authorization } })).status
}

test('a compatibility key is shown once, works, and is refused once it is revoked', async () => {
  const fields = { act: 'create', label: 'Toko daring', scopes: 'read', notify: 'https://shop.example/notification' }
  const made = await owner.post(path, fields)
  const [key] = /xnd_wrg_(?:test|live)_[0-9A-Za-z]{49}/.exec(made.text)!
  expect(await status(key)).toBe(404)
  const { text } = await owner.get(path)
  expect(text).not.toContain(key)
  expect(text).toContain('https://shop.example/notification')
  expect(text).toContain('Tidak berafiliasi dengan atau didukung oleh Midtrans maupun Xendit.')
  expect(text.length).toBeLessThan(100 * 1024)
  const [, id] = /name="key" value="([0-9a-f-]{36})"/.exec(text)!
  await confirmed(owner, path, { act: 'revoke', key: id! })
  expect(await status(key)).toBe(401)
})

test('a compatibility key without a scope or with an address of this machine is refused on the page', async () => {
  const wrong = await owner.post(path, { act: 'create', label: 'x' })
  expect(wrong.status).toBe(400)
  const inside = await owner.post(path, { act: 'create', label: 'x', scopes: 'read', notify: 'http://127.0.0.1/' })
  expect(inside.status).toBe(400)
})

test('a compatibility key is listed and revoked by command', async () => {
  const run = (name: string, words: string[], options = {}) =>
    compatCommands[name]!.run(shop.app, { words, options: { account: 'second', compat: true, ...options } }) as Promise<
      string[]
    >
  expect(await run('key list', [])).toEqual(['There is no key for the SDKs of other gateways yet.'])
  const [key] = await run('key create', [], { mode: 'test', label: 'Toko', scopes: 'read,money' })
  const [listed] = JSON.parse((await run('key list', [], { json: true }))[0]!)
  expect(listed).toMatchObject({ mode: 'test', scopes: ['read', 'money'], label: 'Toko', is_usable: true })
  expect(await status(key!)).toBe(404)
  expect(await run('key revoke', [listed.id])).toEqual([`Key ${listed.id} was revoked.`])
  expect(await status(key!)).toBe(401)
  expect(await run('key revoke', [listed.id])).toEqual([`Key ${listed.id} was revoked before.`])
  expect(await run('key list', [])).toEqual([expect.stringMatching(/ {2}test {2}read,money {2}revoked .* {2}Toko$/)])
  await expect(run('key revoke', ['7'])).rejects.toThrow('the id of a key')
  await expect(run('key revoke', [listed.id], { account: 'demo' })).rejects.toMatchObject({ code: 'not_found' })
})
