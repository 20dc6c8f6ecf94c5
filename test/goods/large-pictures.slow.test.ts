import { readdirSync, readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { storeOwnCode } from '../../src/connections/store-own-code.ts'
import { addImage } from '../../src/goods/add-image.ts'
import { storePicture } from '../../src/goods/store-picture.ts'
import { sharp } from '../../src/lib/sharp.ts'
import { createImageReader } from '../../src/qris/read-image.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

let shop: WebShop
let folder: string

beforeAll(async () => {
  shop = await createWebShop()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-pictures-'))
})
afterAll(async () => {
  await shop.close()
  await fs.rm(folder, { recursive: true })
})

/** Returns a complete PNG of one colour, which is a few kilobytes at any size. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))],
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Said = string | undefined

async function postForm(at: string, name: string, bytes: Buffer): Promise<Said> {
  const body = new FormData()
  body.set('nominal', '1000')
  body.set(name, new Blob([new Uint8Array(bytes)]), 'a.png')
  if (at === '/upload-image') body.delete('nominal')
  const answer = await fetch(`${shop.url}/api${at}`, {
    method: 'POST',
    headers: { 'x-api-key': shop.keys.demo },
    body,
  })
  return ((await answer.json()) as { code?: string }).code
}

async function page(at: string, act: string, bytes: Buffer): Promise<Said> {
  const owner = await signInAs(shop)
  const { status, text } = await owner.upload(at, act, { name: 'a.png', bytes })
  return status === 400 && text.includes('terlalu besar') ? 'image_too_large' : `${status}`
}

const codeOf = (work: Promise<unknown>): Promise<Said> =>
  work.then(
    () => undefined,
    error => (error.fields?.[0].error.match(/at most on a side/) ? 'image_too_large' : error.code),
  )

/** Every way in which a picture is uploaded. */
const doors: Record<string, (bytes: Buffer) => Promise<Said>> = {
  'POST /api/upload-image': bytes => postForm('/upload-image', 'image', bytes),
  'POST /api/qris-convert, as a file': bytes => postForm('/qris-convert', 'image', bytes),
  'POST /api/qris-info, as base64': async bytes =>
    (await shop.api('/qris-info', { body: { image: bytes.toString('base64') } })).body.code,
  'the page of goods': bytes => page('/dashboard/goods', 'image', bytes),
  'the logo of the settings': bytes => page('/dashboard/settings', 'logo', bytes),
  'the code of a connection': bytes =>
    codeOf(storeOwnCode(shop.app, { accountId: shop.demo.accountId, mode: 'test' }, 1, { image: bytes })),
  'a message in the chat': bytes =>
    codeOf(
      storePicture(shop.app, { accountId: shop.demo.accountId, kind: 'from_merchant' }, { name: 'talk.jpg', bytes }),
    ),
  'a picture beside a catalogue': async bytes => {
    await fs.writeFile(path.join(folder, 'a.png'), bytes)
    const file = 'products:\n  - { key: a, name: A, kind: physical, price: 1000, stock: 1, picture: a.png }\n'
    const acting = { accountId: shop.demo.accountId, mode: 'test', actor: 'a test', address: null } as never
    return codeOf(importCatalog(shop.app, acting, file, folder))
  },
}

describe.each([
  ['1 x 16,000,000', () => png(1, 16_000_000)],
  ['16,000,000 x 1', () => png(16_000_000, 1)],
  ['16,385 x 1', () => png(16_385, 1)],
])('a picture of %s pixels', (_size, make) => {
  const bytes = make()

  test.each(Object.keys(doors))('a large picture is refused by %s, without unpacking it', async door => {
    const before = process.cpuUsage()
    expect(await doors[door]!(bytes)).toBe('image_too_large')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2_000)
  })
})

test('a picture with the maximum side length is accepted', async () => {
  const id = await addImage(shop.app, shop.demo.accountId, { name: 'a.png', bytes: png(16_384, 2) })
  expect(id).toBeGreaterThan(0)
})

test('one picture of an account is unpacked at a time, for any purpose, without delaying other accounts', async () => {
  const images = createImageReader({ bytesMax: 1000, pixelsMax: 1000, workersMax: 2, waitingPerOwnerMax: 3 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (owner: number) =>
    images.inTurn(owner, () => {
      begun.push(owner)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const asked = [work(1), work(1), work(1), work(1)]
  await expect(work(1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 2 })
  await expect(images.read(png(20, 20), 1)).rejects.toMatchObject({ code: 'rate_limited' })
  asked.push(work(2))
  expect(begun).toEqual([1, 2])
  for (let ended = 0; ended < asked.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    expect(begun.length - ended).toBeLessThanOrEqual(2)
    ends[ended]!()
  }
  await Promise.all(asked)
  expect(begun).toEqual([1, 2, 1, 1, 1])
  await images.close()
})

test('a picture has five seconds to be processed, and is refused after that', async () => {
  const patience = vi.spyOn(Object.getPrototypeOf(sharp(png(1, 1))) as Sharp, 'timeout')
  // libvips aborts slow work in the same way.
  patience.mockImplementation(function (this: Sharp) {
    this.toBuffer = (() => Promise.reject(new Error('timeout: 62% complete'))) as never
    return this
  })
  const drawn = addImage(shop.app, shop.demo.accountId, { name: 'a.png', bytes: png(2, 2) })
  await expect(drawn).rejects.toMatchObject({ code: 'image_too_large', fields: [{ path: 'image' }] })
  expect(patience).toHaveBeenCalledWith({ seconds: 5 })
  patience.mockRestore()
})

// New code that unpacks pictures has to wait for the account's turn and to reject pictures that are too large, as this
// does.
test('pictures are unpacked only at the listed places', () => {
  const src = path.join(import.meta.dirname, '..', '..', 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const users = files.filter(file =>
    /from '[./]*lib\/sharp\.ts'|from 'sharp'/.test(readFileSync(path.join(src, file), 'utf8')),
  )
  expect(users.filter(file => !file.startsWith('pictures/')).sort()).toEqual([
    'goods/add-image.ts',
    'lib/sharp.ts',
    'modules/menu/draw-cover.ts',
    'qris/decoders.ts',
    'web/parts/product-picture.ts',
  ])
})
