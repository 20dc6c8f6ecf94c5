import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { createGoodsStore } from '../../src/goods/create-goods-store.ts'
import type { GoodsStore } from '../../src/goods/goods-store.ts'
import { findS3, howToHaveS3, startS3 } from '../kit/s3/start.ts'

let folder: string

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-store-'))
})

afterAll(() => fs.rm(folder, { recursive: true }))

const binary = findS3()
if (!binary) process.stderr.write(`Left out: goods in a bucket. To have it: ${howToHaveS3}\n`)

const stores: [string, (() => Promise<{ store: GoodsStore; stop(): Promise<void> }>) | undefined][] = [
  ['a folder', async () => ({ store: createGoodsStore({ dataDir: folder, bucket: undefined }), stop: async () => {} })],
  [
    'a bucket of an S3 server',
    binary
      ? async () => {
          const { bucket, stop } = await startS3(binary, path.join(folder, 's3'))
          return { store: createGoodsStore({ dataDir: folder, bucket }), stop }
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

    // 50 MiB is the most that a sold file may have.
    test.each([1, 4096, 52_428_800])('%i bytes come back as they were', async size => {
      const bytes = randomBytes(size)
      const storageKey = await store.store('files', bytes)
      expect(storageKey).toMatch(/^[\w-]{22}$/)
      expect((await buffer(await store.open('files', storageKey))).equals(bytes)).toBe(true)
    })

    test('the same bytes twice are two goods, and one that is dropped leaves the other', async () => {
      const [first, second] = [
        await store.store('images', Buffer.from('a')),
        await store.store('images', Buffer.from('a')),
      ]
      expect(first).not.toBe(second)
      await store.drop('images', first)
      await expect(store.open('images', first)).rejects.toThrow()
      expect(String(await buffer(await store.open('images', second)))).toBe('a')
    })

    test('what is not there is said to be missing before a byte is sent, and may be dropped', async () => {
      const nobody = 'A'.repeat(22)
      await expect(store.open('files', nobody)).rejects.toThrow(nobody)
      await store.drop('files', nobody)
    })

    test('a name that is no name of ours reaches nothing', async () => {
      for (const name of ['../../secret.key', '', 'A'.repeat(21), `${'A'.repeat(21)}/`]) {
        await expect(async () => store.open('files', name)).rejects.toThrow('not a storage key')
      }
    })
  })
}

test('the settings of a bucket belong together, and name it', () => {
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
