import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, ConfigError, readConfig } from '../../src/config.ts'
import { examineBucket } from '../../src/doctor/examine-machine.ts'
import { createGoodsStore } from '../../src/goods/create-goods-store.ts'
import type { GoodsStore } from '../../src/goods/goods-store.ts'
import { createUploads } from '../../src/http/uploads.ts'
import { silentLog } from '../../src/lib/log.ts'
import type { App } from '../../src/needs.ts'
import { findS3, howToHaveS3, startS3 } from '../kit/s3/start.ts'

let folder: string

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-store-'))
})

afterAll(() => fs.rm(folder, { recursive: true }))

const binary = findS3()
if (!binary) process.stderr.write(`Left out: goods in a bucket. To have it: ${howToHaveS3}\n`)

const stores: [string, (() => Promise<{ store: GoodsStore; stop(): Promise<void> }>) | undefined][] = [
  [
    'a folder',
    async () => ({ store: createGoodsStore({ dataDir: folder, bucket: undefined }, silentLog), stop: async () => {} }),
  ],
  [
    'a bucket of an S3 server',
    binary
      ? async () => {
          const { bucket, stop } = await startS3(binary, path.join(folder, 's3'))
          return { store: createGoodsStore({ dataDir: folder, bucket }, silentLog), stop }
        }
      : undefined,
  ],
]

for (const [name, openStore] of stores) {
  describe.skipIf(!openStore)(`goods in ${name}`, () => {
    let store: GoodsStore
    let stop: () => Promise<void>

    beforeAll(async () => {
      ;({ store, stop } = await openStore!())
    })
    afterAll(() => stop())

    // 50 MiB is the maximum size of a sold file.
    test.each([1, 4096, 52_428_800])('%i bytes are returned unchanged', async size => {
      const bytes = randomBytes(size)
      const storageKey = await store.store('files', bytes)
      expect(storageKey).toMatch(/^[\w-]{22}$/)
      expect((await buffer(await store.open('files', storageKey))).equals(bytes)).toBe(true)
    })

    test('an uploaded file is stored from the disk unchanged', async () => {
      const bytes = randomBytes(20_000_000)
      const uploads = createUploads(
        { count: 1, bytes: 1e9, countOfOne: 1, bytesOfOne: 1e9 },
        path.join(folder, 'uploads'),
      )
      await using upload = uploads.open()
      const storageKey = await store.store('files', await upload.receive(Readable.from([bytes])))
      expect((await buffer(await store.open('files', storageKey))).equals(bytes)).toBe(true)
    })

    test('the same bytes twice are two goods, and deleting one keeps the other', async () => {
      const [first, second] = [
        await store.store('images', Buffer.from('a')),
        await store.store('images', Buffer.from('a')),
      ]
      expect(first).not.toBe(second)
      await store.drop('images', first)
      await expect(store.open('images', first)).rejects.toThrow()
      expect(String(await buffer(await store.open('images', second)))).toBe('a')
    })

    test('a missing object is reported before a byte is sent, and can be deleted', async () => {
      const nobody = 'A'.repeat(22)
      await expect(store.open('files', nobody)).rejects.toThrow(nobody)
      await store.drop('files', nobody)
    })

    test('an invalid storage key is refused', async () => {
      for (const name of ['../../secret.key', '', 'A'.repeat(21), `${'A'.repeat(21)}/`]) {
        await expect(async () => store.open('files', name)).rejects.toThrow('not a storage key')
      }
    })
  })
}

describe.skipIf(!binary)('an unusable bucket', () => {
  const place = () => path.join(folder, 'unusable')
  let server: Awaited<ReturnType<typeof startS3>>

  beforeAll(async () => {
    server = await startS3(binary!, place())
  })
  afterAll(() => server.stop())

  const keptFiles = async () => {
    const found = await fs.readdir(path.join(place(), 'goods', 'files'), { recursive: true, withFileTypes: true })
    return found.filter(file => file.isFile()).map(({ name }) => name)
  }
  const storeOf = (changed: Partial<Bucket> = {}, log = silentLog) =>
    createGoodsStore({ dataDir: folder, bucket: { ...server.bucket, ...changed } }, log)

  test.each([
    ['with a wrong secret', () => ({ secretAccessKey: 'another' }), /403/],
    ['with a wrong key', () => ({ accessKeyId: 'nobody' }), /40[134]/],
    ['that does not exist', () => ({ endpoint: server.bucket.endpoint.replace('goods', 'nothing') }), /404/],
    ['whose server does not exist', () => ({ endpoint: 'http://127.0.0.1:9/goods' }), /ECONNREFUSED|fetch failed/],
  ])('a bucket %s stores nothing, and its reason is logged and reported by the doctor', async (_, changed, reason) => {
    const logged: object[] = []
    const store = storeOf(changed(), { ...silentLog, error: fields => logged.push(fields) })
    const refused = { code: 'unavailable', retryAfterS: 10, cause: { message: expect.stringMatching(reason) } }
    await expect(store.store('files', Buffer.from('a'))).rejects.toMatchObject(refused)
    expect(logged).toMatchObject([{ why: expect.stringMatching(reason) }])
    expect(JSON.stringify(logged)).not.toContain('a-secret-for-tests')
    const app = { config: { bucket: { ...server.bucket, ...changed() } }, goods: store } as unknown as App
    expect(await examineBucket(app)).toMatchObject([{ state: 'wrong', sentence: expect.stringMatching(reason) }])
  })

  test('the doctor leaves nothing in a working bucket', async () => {
    const app = { config: { bucket: server.bucket }, goods: storeOf() } as unknown as App
    expect(await examineBucket(app)).toMatchObject([{ subject: 'bucket', state: 'well' }])
    expect(await keptFiles().catch(() => [])).toEqual([])
  })

  test('a server killed during an upload stores none of it, and keeps its earlier objects', async () => {
    const store = storeOf()
    const kept = await store.store('files', Buffer.from('sold before'))
    const uploading = store.store('files', randomBytes(52_428_800))
    await Promise.all([server.stop(), expect(uploading).rejects.toMatchObject({ code: 'unavailable' })])
    await expect(store.open('files', kept)).rejects.toMatchObject({ code: 'unavailable' })
    server = await startS3(binary!, place(), server.port)
    expect(String(await buffer(await store.open('files', kept)))).toBe('sold before')
    expect(await keptFiles()).toEqual([kept])
    const again = await store.store('files', Buffer.from('uploaded again'))
    expect(String(await buffer(await store.open('files', again)))).toBe('uploaded again')
  })
})

test('the settings of a bucket are complete, or named', () => {
  const settings = { DATA_DIR: folder, S3_ENDPOINT: 'https://s3.example/goods' }
  const access = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  expect(() => readConfig(settings)).toThrow(ConfigError)
  expect(() => readConfig(settings)).toThrow('belong together')
  expect(() => readConfig({ ...settings, ...access, S3_ENDPOINT: 'https://s3.example' })).toThrow(
    'ends with the bucket',
  )
  expect(readConfig({ ...settings, ...access }).bucket).toEqual({
    endpoint: 'https://s3.example/goods',
    region: 'auto',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  })
  expect(readConfig({ DATA_DIR: folder }).bucket).toBeUndefined()
})
