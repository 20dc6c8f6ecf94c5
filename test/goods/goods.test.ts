import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBatcher } from '../../src/database/batcher.ts'
import { bindToTransaction } from '../../src/database/bind-to-transaction.ts'
import { addContent } from '../../src/goods/add-content.ts'
import { addFile } from '../../src/goods/add-file.ts'
import { addImage } from '../../src/goods/add-image.ts'
import { checkGoods } from '../../src/goods/check-goods.ts'
import { createGoodsStore } from '../../src/goods/create-goods-store.ts'
import { findFile, findImage } from '../../src/goods/find-goods.ts'
import { HiddenContent } from '../../src/goods/hidden-content.ts'
import { silentLog } from '../../src/lib/log.ts'
import type { App } from '../../src/needs.ts'
import { createImageReader } from '../../src/qris/read-image.ts'
import { createTestConfig } from '../kit/config.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

let database: TestDatabase
let app: App
let folder: string
let mine: number
let theirs: number

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-goods-'))
  app = {
    ...database,
    ask: createBatcher(database.sql),
    now: () => new Date(),
    goods: createGoodsStore({ dataDir: folder, bucket: undefined }, silentLog),
    images: createImageReader({ bytesMax: 200_000, pixelsMax: 1_000_000 }),
    config: {
      dataDir: folder,
      limits: { imageBytesMax: 200_000, imagePixelsMax: 1_000_000, storage: createTestConfig({}).limits.storage },
    },
  } as unknown as App
  const rows = await app.sql.query<{ id: number }>(
    `insert into account (name, display_name) values ('mine', 'Mine'), ('theirs', 'Theirs') returning id`,
  )
  ;[mine, theirs] = [rows[0]!.id, rows[1]!.id]
})

afterAll(async () => {
  await app.images.close()
  await database.drop()
  await fs.rm(folder, { recursive: true })
})

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } })

test('a file is stored under a random name, and keeps its own for display', async () => {
  const id = await addFile(app, mine, { name: '../../evil\u202e/Buku <b>&".pdf', bytes: Buffer.from('%PDF') })
  const file = await findFile(app, mine, id)
  expect(file).toMatchObject({ originalName: 'Buku <b>&".pdf', fileType: 'application/pdf', fileSize: 4 })
  expect(file.storageKey).toMatch(/^[\w-]{22}$/)
  expect(await text(await app.goods.open('files', file.storageKey))).toBe('%PDF')
  await expect(findFile(app, theirs, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a picture is re-encoded: smaller, upright, without hidden data', async () => {
  const bytes = await draw(600, 300)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const id = await addImage(app, mine, { name: 'foto.jpg', bytes })
  const [row] = await app.sql.query<{ key: string }>('select storage_key as key from product_image where id = $1', [id])
  const image = await findImage(app, row!.key)
  expect(image).toMatchObject({ mimeType: 'image/jpeg', width: 300, height: 600 })
  const kept = await buffer(await app.goods.open('images', image.storageKey))
  expect(kept.equals(bytes)).toBe(false)
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
})

test.each([
  ['a text', async () => Buffer.from('hello'), 'invalid_image'],
  [
    'an SVG, which could name other files',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'invalid_image',
  ],
  ['a truncated picture', async () => (await draw(300, 300).png().toBuffer()).subarray(0, 200), 'invalid_image'],
  ['too many pixels', () => draw(1200, 1200).png().toBuffer(), 'image_too_large'],
  ['too many bytes', async () => Buffer.alloc(200_001), 'image_too_large'],
])('%s is refused as a picture', async (_, make, code) => {
  await expect(addImage(app, mine, { name: 'x', bytes: await make() })).rejects.toMatchObject({ code })
})

test('a payment can include goods that the account has and enabled, and every wrong one is named', async () => {
  const fileId = await addFile(app, mine, { name: 'a.txt', bytes: Buffer.from('a') })
  const contentId = await addContent(app, mine, { title: 'Link', body: 'https://example.com/x' })
  const productImageId = await addImage(app, mine, { name: 'p.png', bytes: await draw(10, 10).png().toBuffer() })
  expect(await app.em({ accountId: mine }).findOne(HiddenContent, contentId)).toMatchObject({ contentType: 'link' })
  await checkGoods(app, mine, { fileId, contentId, productImageId })
  await checkGoods(app, mine, {})
  const refused = await checkGoods(app, theirs, { fileId, contentId, productImageId }).catch(error => error)
  expect(refused.code).toBe('invalid_request')
  expect(new Set(refused.fields.map(({ path }: { path: string }) => path))).toEqual(
    new Set(['file_id', 'content_id', 'product_image_id']),
  )
  const switchedOff = app.transaction({ accountId: mine }, async tx => {
    await tx.write('update product_image set is_active = false where id = $1', [productImageId])
    await checkGoods({ ...app, ...bindToTransaction(app, tx) }, mine, { productImageId })
  })
  await expect(switchedOff).rejects.toMatchObject({ code: 'invalid_request' })
  await checkGoods(app, mine, { productImageId })
  await app.sql.write('update product_image set is_active = false where id = $1', [productImageId])
  await expect(checkGoods(app, mine, { productImageId })).rejects.toMatchObject({
    fields: [{ path: 'product_image_id' }],
  })
})

test.each([
  [{ title: '', body: 'x' }, 'title'],
  [{ title: 'x', body: '' }, 'body'],
  [{ title: 'x'.repeat(101), body: 'x' }, 'title'],
  [{ title: ' ', body: 'x' }, 'title'],
  [{ title: 'x', body: '\n' }, 'body'],
])('a content without a proper title and body is refused', async (asked, field) => {
  await expect(addContent(app, mine, asked)).rejects.toMatchObject({ fields: [{ path: field }] })
})
