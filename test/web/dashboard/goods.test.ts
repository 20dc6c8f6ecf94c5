import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../src/accounts/create-user.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let owner: Visitor
let stranger: Visitor
const password = 'kopi susu gula aren'
const path = '/dashboard/goods'

beforeAll(async () => {
  shop = await createWebShop()
  await createUser(shop.app, { username: 'ayu', password, member: { accountId: shop.demo.accountId, role: 'support' } })
  await createUser(shop.app, {
    username: 'lain',
    password,
    member: { accountId: shop.second.accountId, role: 'owner' },
  })
  await createUser(shop.app, {
    username: 'uang',
    password,
    member: { accountId: shop.demo.accountId, role: 'finance' },
  })
  owner = await signedIn('ayu')
  stranger = await signedIn('lain')
})
afterAll(() => shop.close())

async function signedIn(username: string): Promise<Visitor> {
  const visitor = createVisitor(shop)
  await visitor.post('/sign-in', { act: 'in', username, password })
  return visitor
}

/** As a browser sends a form with a file. */
async function upload(visitor: Visitor, act: string, bytes: Buffer, name: string): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), name)
  body.set('act', act)
  const cookie = [...visitor.cookies].map(pair => pair.join('=')).join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const { status } = await fetch(shop.pagesUrl + path, { method: 'POST', body, headers, redirect: 'manual' })
  return status
}

test('a file is uploaded under its own name, and seen by its account alone', async () => {
  expect(await upload(owner, 'file', Buffer.from('isi buku'), 'buku resep.pdf')).toBe(303)
  const { text } = await owner.get(path)
  expect(text).toContain('buku resep.pdf')
  expect(text).toContain('0 kali diunduh')
  expect((await stranger.get(path)).text).not.toContain('buku resep.pdf')
  expect(await upload(owner, 'file', Buffer.alloc(0), 'kosong.pdf')).toBe(400)
})

test('a picture is drawn anew and shown; what is none is refused', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await upload(owner, 'image', png, 'kopi.png')).toBe(303)
  expect((await owner.get(path)).text).toMatch(/<img class="thumb" src="[^"]*\/images\/[\w-]{22}-160\.webp"/)
  expect(await upload(owner, 'image', Buffer.from('<svg onload=alert(1)>'), 'x.svg')).toBe(400)
})

test('a content is added, switched off and on; nobody else can', async () => {
  expect((await owner.post(path, { act: 'content', title: '', body: 'x' })).status).toBe(400)
  expect((await owner.post(path, { act: 'content', title: 'Lisensi <b>', body: 'ABC-123' })).status).toBe(303)
  const { text } = await owner.get(path)
  expect(text).toContain('Lisensi &lt;b&gt;')
  expect(text).not.toContain('ABC-123')
  const id = /name="kind" value="content"><input type="hidden" name="id" value="(\d+)"/.exec(text)![1]!
  const off = { act: 'turn', kind: 'content', id, on: '0' }
  expect((await stranger.post(path, off)).status).toBe(404)
  expect((await (await signedIn('uang')).post(path, off)).status).toBe(403)
  expect((await owner.post(path, off)).status).toBe(303)
  expect((await owner.get(path)).text).toContain('Nonaktif<')
})
