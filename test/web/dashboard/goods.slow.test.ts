import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addContent } from '../../../src/goods/add-content.ts'
import { addFile } from '../../../src/goods/add-file.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let support: Visitor
let stranger: Visitor
const path = '/dashboard/goods'

beforeAll(async () => {
  shop = await createWebShop()
  support = await signInAs(shop, { role: 'support' })
  stranger = await signInAs(shop, { accountId: shop.second.accountId })
})
afterAll(() => shop.close())

test('an uploaded file keeps its own name, and only its account sees it', async () => {
  expect((await support.upload(path, 'file', { name: 'buku resep.pdf', bytes: Buffer.from('isi buku') })).status).toBe(
    303,
  )
  const { text } = await support.get(path)
  expect(text).toContain('buku resep.pdf')
  expect(text).toContain('0 kali diunduh')
  expect((await stranger.get(path)).text).not.toContain('buku resep.pdf')
  expect((await support.upload(path, 'file', { name: 'kosong.pdf', bytes: Buffer.alloc(0) })).status).toBe(400)
  await support.upload(path, 'file', { name: 'buku "satu".pdf', bytes: Buffer.from('x') })
  expect((await support.get(path)).text).toContain('buku &quot;satu&quot;.pdf')
})

test('a file that is too large is refused on the page, beside the name of its field', async () => {
  const { status, text } = await support.upload(path, 'file', { name: 'besar.bin', bytes: Buffer.alloc(52_428_801) })
  expect(status).toBe(400)
  expect(text).toContain('Periksa lagi: Pilih file.')
  expect(text).toContain('buku resep.pdf')
})

test('an uploaded picture is re-encoded and displayed, and an invalid one is refused', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await support.upload(path, 'image', { name: 'kopi.png', bytes: png })).status).toBe(303)
  expect((await support.get(path)).text).toMatch(/<img class="thumb" src="[^"]*\/images\/[\w-]{22}-160\.webp"/)
  expect(
    (await support.upload(path, 'image', { name: 'x.svg', bytes: Buffer.from('<svg onload=alert(1)>') })).status,
  ).toBe(400)
})

test('the content of a product holds twenty thousand characters of any script', async () => {
  const body = '语'.repeat(20_000)
  expect((await support.post(path, { act: 'content', title: 'Panjang', body })).status).toBe(303)
  expect((await support.post(path, { act: 'content', title: 'Terlalu', body: `${body}语` })).status).toBe(400)
})

test('long lists are split into pages, each list separately', async () => {
  const { app, second } = shop
  for (let at = 1; at <= 16; at++)
    await addFile(app, second.accountId, { name: `berkas-${at}.pdf`, bytes: Buffer.from(`${at}`) })
  await addContent(app, second.accountId, { title: 'Satu-satunya', body: 'x' })
  const first = (await stranger.get(path)).text
  expect(first.match(/berkas-\d+\.pdf/g)).toHaveLength(15)
  expect(first).toMatch(/href="[^"]*\/dashboard\/goods\?files=2"/)
  const rest = (await stranger.get(`${path}?files=2`)).text
  expect(rest.match(/berkas-\d+\.pdf/g)).toEqual(['berkas-1.pdf'])
  expect(rest).toContain('Satu-satunya')
})

test('only its own account can add, disable and enable a content', async () => {
  expect((await support.post(path, { act: 'content', title: '', body: 'x' })).status).toBe(400)
  expect((await support.post(path, { act: 'content', title: 'Lisensi <b>', body: 'ABC-123' })).status).toBe(303)
  const { text } = await support.get(path)
  expect(text).toContain('Lisensi &lt;b&gt;')
  expect(text).not.toContain('ABC-123')
  const id = /name="kind" value="content"><input type="hidden" name="id" value="(\d+)"/.exec(text)![1]!
  const off = { act: 'turn', kind: 'content', id, on: '0' }
  expect((await stranger.post(path, off)).status).toBe(404)
  expect((await (await signInAs(shop, { role: 'finance' })).post(path, off)).status).toBe(403)
  expect((await support.post(path, off)).status).toBe(303)
  expect((await support.get(path)).text).toContain('Nonaktif<')
})
