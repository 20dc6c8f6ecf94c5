import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setLimits } from '../../src/accounts/set-limits.ts'
import { setPlan } from '../../src/accounts/set-plan.ts'
import { addFile } from '../../src/goods/add-file.ts'
import { addImage } from '../../src/goods/add-image.ts'
import { DigitalFile } from '../../src/goods/digital-file.ts'
import { receiveFile } from '../../src/goods/sent-file.ts'
import { findStorage } from '../../src/goods/storage-room.ts'
import { readForm } from '../../src/http/read-form.ts'
import { sharp } from '../../src/lib/sharp.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
let accountId: number

const noLimits = { amountMax: null, requestsPerS: null, storageBytesMax: null, storageFilesMax: null }
const file = (bytes: number) => ({ name: 'resep.pdf', bytes: Buffer.alloc(bytes, 1) })
const full = { code: 'storage_full' }

beforeAll(async () => {
  shop = await createTestShop()
  const [row] = await shop.app.sql.query<{ id: number }>(
    "insert into account (name, display_name) values ('newcomer', 'Newcomer') returning id",
  )
  accountId = row!.id
})
afterAll(() => shop.close())

test('an unverified account has 100 MB and 50 files, and one with a paid plan 2 GB and 500', async () => {
  const unverified = { bytesMax: 100_000_000, filesMax: 50 }
  expect(await findStorage(shop.app, accountId)).toEqual({
    bytes: 0,
    files: 0,
    images: 0,
    otherBytes: 0,
    ...unverified,
  })
  await setPlan(shop.app, accountId, { plan: 'trial', endsAt: null })
  expect(await findStorage(shop.app, accountId)).toMatchObject(unverified)
  await setPlan(shop.app, accountId, { plan: 'paid', endsAt: null })
  expect(await findStorage(shop.app, accountId)).toMatchObject({ bytesMax: 2_000_000_000, filesMax: 500 })
  await setPlan(shop.app, accountId, { plan: null, endsAt: null })
  await shop.app.sql.write('update account set is_verified = true where id = $1', [accountId])
  expect(await findStorage(shop.app, accountId)).toMatchObject({ bytesMax: 2_000_000_000, filesMax: 500 })
})

test('simultaneous uploads store as many bytes as the account has space for, and nothing more', async () => {
  await setLimits(shop.app, accountId, { ...noLimits, storageBytesMax: 2_500, storageFilesMax: 40 })
  const uploads = await Promise.allSettled(Array.from({ length: 8 }, () => addFile(shop.app, accountId, file(1_000))))
  const refused = uploads.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(6)
  for (const reason of refused) expect(reason).toMatchObject({ ...full, details: { bytesMax: 2_500, filesMax: 40 } })
  expect(await findStorage(shop.app, accountId)).toMatchObject({ bytes: 2_000, files: 2 })
  expect(await shop.app.em({ accountId }).count(DigitalFile)).toBe(2)
})

test('files and pictures are each counted up to the limit of the account, and share its bytes', async () => {
  await setLimits(shop.app, accountId, { ...noLimits, storageBytesMax: null, storageFilesMax: 2 })
  await expect(addFile(shop.app, accountId, file(1))).rejects.toMatchObject(full)
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await addImage(shop.app, accountId, { name: 'kopi.png', bytes })
  const { bytes: taken, images } = await findStorage(shop.app, accountId)
  expect(images).toBe(1)
  await setLimits(shop.app, accountId, { ...noLimits, storageBytesMax: taken, storageFilesMax: 5 })
  await expect(addImage(shop.app, accountId, { name: 'teh.png', bytes })).rejects.toMatchObject(full)
})

test('with little disk space left every upload is refused with the cause, and payments continue', async () => {
  const { storage } = shop.app.config.limits
  const { freeBytesMin } = storage
  storage.freeBytesMin = Number.MAX_SAFE_INTEGER
  try {
    await expect(addFile(shop.app, shop.demo.accountId, file(1))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk'),
    })
    const paying = await shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct' } })
    expect(paying.status).toBe(200)
  } finally {
    storage.freeBytesMin = freeBytesMin
  }
})

test('an upload that the disk cannot store is refused with that cause, not as a broken form', async () => {
  const boundary = 'x'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  const request = Object.assign(
    Readable.from([Buffer.from(head), Buffer.alloc(300_000), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
  )
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const upload = {
    reserve: () => {},
    async receive(incoming: AsyncIterable<Buffer>) {
      for await (const chunk of incoming) if (chunk.length > 0) throw full
      return receiveFile('.', incoming)
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const limits = { fileBytesMax: 1_000_000, fieldsBytesMax: 1_000, takesLargeFile: true }
  const reading = readForm(request as never, limits, { who: 'user 1', upload: upload as never })
  await expect(reading).rejects.toBe(full)
})
