import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createUploads, type Uploads } from '../../src/http/uploads.ts'
import type { Visitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

const fiftyMb = 50_000_000
let folder: string
let shop: WebShop
let owner: Visitor
let other: Visitor
let reader: Visitor
const open = new Set<net.Socket>()

/** Called when room was taken, and when it was freed. */
const room = { taken: () => {}, back: () => {} }

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-uploads-'))
  const bounds = { count: 4, bytes: 4 * fiftyMb, countOfOne: 2, bytesOfOne: 3 * fiftyMb }
  shop = await createWebShop({ uploads: watched(createUploads(bounds, folder)) })
  owner = await signInAs(shop, { role: 'owner' })
  other = await signInAs(shop, { accountId: shop.second.accountId })
  reader = await signInAs(shop, { role: 'read_only' })
})
afterEach(letGo)
afterAll(async () => {
  await shop.close()
  await fs.rm(folder, { recursive: true })
})

function watched(uploads: Uploads): Uploads {
  return {
    open() {
      const upload = uploads.open()
      let isLarge = false
      return {
        ...upload,
        reserve(who, bytes) {
          upload.reserve(who, bytes)
          isLarge = bytes > 262_144
          if (isLarge) room.taken()
        },
        async [Symbol.asyncDispose]() {
          await upload[Symbol.asyncDispose]()
          if (isLarge) room.back()
        },
      }
    },
  }
}

const goods = '/dashboard/goods'
const file = { name: 'buku.pdf', bytes: Buffer.alloc(300_000, 7) }
const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
const cookieOf = ({ cookies }: Visitor) => `Cookie: ${[...cookies].map(pair => pair.join('=')).join('; ')}\r\n`
const headersOf = (visitor: Visitor) => `${cookieOf(visitor)}Sec-Fetch-Site: same-origin\r\n`

/** Sends only the beginning of a form of 50 MB. */
function begin(to: string, headers: string, length = `Content-Length: ${fiftyMb}`, bytes = 400_000) {
  const socket = net.connect(Number(new URL(shop.pagesUrl).port), '127.0.0.1')
  open.add(socket)
  const type = 'Content-Type: multipart/form-data; boundary=b\r\n'
  socket.on('error', () => {})
  socket.write(`POST ${to} HTTP/1.1\r\nHost: shop\r\n${type}${headers}${length}\r\n\r\n`)
  const body = begun + 'x'.repeat(bytes)
  socket.write(length.startsWith('Transfer') ? `${body.length.toString(16)}\r\n${body}\r\n` : body)
  return socket
}

/** Keeps a body open once there is room for it. */
async function hold(...[to, headers, length]: [to: string, headers: string, length?: string]): Promise<void> {
  const taken = new Promise<void>(resolve => {
    room.taken = resolve
  })
  begin(to, headers, length)
  await taken
}

async function letGo(): Promise<void> {
  for (const socket of open) {
    const isOver = socket.destroyed || socket.bytesRead > 0
    const back = new Promise<void>(resolve => {
      room.back = resolve
    })
    socket.destroy()
    if (!isOver) await back
  }
  open.clear()
}

async function answerOf(socket: net.Socket): Promise<{ status: string; text: string }> {
  const [data] = (await new Promise<Buffer[]>(resolve => socket.once('data', (...all) => resolve(all)))) as [Buffer]
  const text = data.toString()
  return { status: /^HTTP\/1\.1 (\d+)/.exec(text)![1]!, text }
}

const tryFile = async (visitor: Visitor) => {
  const { status, headers } = await visitor.upload(goods, 'file', file)
  return [status, headers.get('retry-after')]
}
const tryApi = async (key: string) => {
  const body = new FormData()
  body.set('file', new Blob([file.bytes]), 'a.pdf')
  const answer = await fetch(`${shop.pagesUrl}/api/upload-file`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body,
  })
  return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code?: string }).code]
}

test('a person with two large forms in progress has to wait, while others and small forms do not', async () => {
  for (let nth = 0; nth < 2; nth++) await hold(`${goods}?act=file`, headersOf(owner))
  expect(await tryFile(owner)).toEqual([429, '5'])
  expect(await tryFile(other)).toEqual([303, null])
  expect((await owner.upload(goods, 'file', { name: 'kecil.pdf', bytes: Buffer.from('x') })).status).toBe(303)
  expect(await fs.readdir(folder)).toEqual([])
})

test('forms that are cut off release their space and their files', async () => {
  for (let nth = 0; nth < 2; nth++) await hold(`${goods}?act=file`, headersOf(owner))
  await expect.poll(openFiles, { timeout: 10_000 }).toBe(2)
  await letGo()
  expect(await tryFile(owner)).toEqual([303, null])
  await expect.poll(openFiles, { timeout: 10_000 }).toBe(0)
})

const openFiles = async () => {
  const links = await fs.readdir('/proc/self/fd')
  const places = await Promise.all(links.map(link => fs.readlink(`/proc/self/fd/${link}`).catch(() => '')))
  return places.filter(place => place.startsWith(folder)).length
}

test('a third simultaneous upload by API is refused with 429, while another account has its turn', async () => {
  const headers = `X-API-Key: ${shop.keys.demo}\r\n`
  for (let nth = 0; nth < 2; nth++) await hold('/api/upload-file', headers)
  expect(await tryApi(shop.keys.demo)).toEqual([429, '5', 'rate_limited'])
  expect(await tryApi(shop.keys.second)).toEqual([200, null, undefined])
  await letGo()
  expect(await tryApi(shop.keys.demo)).toEqual([200, null, undefined])
})

test('a body without a declared length counts as the maximum that its endpoint accepts', async () => {
  const headers = `X-API-Key: ${shop.keys.demo}\r\n`
  for (let nth = 0; nth < 2; nth++) await hold('/api/upload-file', headers, 'Transfer-Encoding: chunked')
  expect(await tryApi(shop.keys.demo)).toEqual([429, '5', 'rate_limited'])
})

test('if all together have too many open forms, the next is refused with 503 because the shop is busy', async () => {
  for (const headers of [headersOf(owner), headersOf(other)]) {
    for (let nth = 0; nth < 2; nth++) await hold(`${goods}?act=file`, headers)
  }
  expect(await tryApi(shop.keys.demo)).toEqual([503, '5', 'unavailable'])
})

test('a refused upload is read to its end, so that the next request on its connection is answered', async () => {
  for (let nth = 0; nth < 2; nth++) await hold('/api/upload-file', `X-API-Key: ${shop.keys.demo}\r\n`)
  const socket = begin('/api/upload-file', `X-API-Key: ${shop.keys.demo}\r\n`, 'Content-Length: 500000', 100)
  expect((await answerOf(socket)).status).toBe('429')
  socket.write('x'.repeat(500_000 - begun.length - 100))
  socket.write('GET /sign-in HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect((await answerOf(socket)).status).toBe('200')
})

test.each([
  ['names no action', goods],
  ['names an action without a file', `${goods}?act=turn`],
  ['names an action with text only', `${goods}?act=content`],
  ['names an unknown action', `${goods}?act=constructor`],
])('a form with a large file whose address %s is refused before it is complete', async (_what, to) => {
  expect((await answerOf(begin(to, headersOf(owner)))).status).toBe('400')
})

test('a form that its sender may not send is refused before it is read', async () => {
  expect((await answerOf(begin(`${goods}?act=file`, headersOf(reader)))).status).toBe('403')
})

test('a form sent to the address of another action is judged by its own', async () => {
  const send = async (act: string, bytes: number) => {
    const body = new FormData()
    body.set('act', act)
    body.set('file', new Blob([Buffer.alloc(bytes)]), 'a.png')
    const cookie = [...owner.cookies].map(pair => pair.join('=')).join('; ')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    return (await fetch(`${shop.pagesUrl}${goods}?act=file`, { method: 'POST', body, headers })).status
  }
  expect([await send('turn', 1), await send('image', 6_000_000), await send('image', 1)]).toEqual([400, 400, 400])
})

test('after a form the browser is redirected to the page without the name of the action', async () => {
  expect((await owner.upload(goods, 'file', file)).location).toMatch(/goods\?done=saved$/)
})
