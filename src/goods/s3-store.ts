import { Readable } from 'node:stream'
import type { S3mini } from 's3mini'
import type { Bucket } from '../config.ts'
import { generateToken } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { Refusal } from '../lib/refusal.ts'
import type { GoodsStore } from './goods-store.ts'
import { SentFile } from './sent-file.ts'
import { makeStoragePath } from './storage-key.ts'

const type = 'application/octet-stream'
const waitMsMax = 60_000
const retryAfterS = 10

/**
 * Returns a store of goods in a bucket of any S3-compatible storage, under the same names as in a folder. Refuses
 * `unavailable`, with the reason as its cause, if the storage is unavailable or rejects the configured credentials.
 */
export function createS3Store({ endpoint, ...access }: Bucket, log: Log): GoodsStore {
  const options = { ...access, endpoint, requestAbortTimeout: waitMsMax, fetch: sendStreams }
  let opened: Promise<S3mini> | undefined

  /** Loads the library with the first file; if that fails, the next request tries again. */
  async function openBucket(): Promise<S3mini> {
    try {
      const { S3mini } = await import('s3mini')
      return new S3mini(options)
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  async function requestStore<Answer>(work: (s3: S3mini) => Promise<Answer>): Promise<Answer> {
    try {
      opened ??= openBucket()
      return await work(await opened)
    } catch (error) {
      log.error({ bucket: endpoint, why: (error as Error).message }, 'the bucket of goods refuses, or does not answer')
      throw new Refusal('unavailable', 'The storage of files is out of reach for a moment: ask again', {
        retryAfterS,
        cause: error,
      })
    }
  }

  return {
    async store(shelf, bytes, storageKey = generateToken()) {
      const place = makeStoragePath(shelf, storageKey)
      if (bytes instanceof SentFile) await requestStore(s3 => putFile(s3, place, bytes))
      else await requestStore(s3 => s3.putObject(place, bytes, type))
      return storageKey
    },
    async open(shelf, storageKey) {
      const place = makeStoragePath(shelf, storageKey)
      const answer = await requestStore(s3 => s3.getObjectResponse(place))
      if (!answer?.body) throw new Error(`${place} is not in the bucket ${endpoint}`)
      return Readable.fromWeb(answer.body)
    },
    async drop(shelf, storageKey) {
      const place = makeStoragePath(shelf, storageKey)
      await requestStore(s3 => s3.deleteObject(place))
    },
  }
}

function putFile(s3: S3mini, place: string, file: SentFile): Promise<unknown> {
  return s3.putObject(place, Readable.toWeb(file.read()) as ReadableStream, type, undefined, undefined, file.length)
}

// `fetch` only sends a stream if `duplex` declares that the answer is read after it.
const sendStreams: typeof fetch = (address, init) => fetch(address, { ...init, duplex: 'half' } as RequestInit)
