import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import type { Bucket } from '../config.ts'
import { randomToken } from '../lib/ids.ts'
import type { GoodsStore } from './goods-store.ts'
import { placeOf } from './storage-key.ts'

const waitMsMax = 60_000

/** Goods in a bucket of any storage that speaks S3, under the same names as in a folder. */
export function s3Store({ endpoint, ...access }: Bucket): GoodsStore {
  const s3 = new S3mini({ ...access, endpoint, requestAbortTimeout: waitMsMax })
  return {
    async store(shelf, bytes) {
      const storageKey = randomToken()
      await s3.putObject(placeOf(shelf, storageKey), bytes, 'application/octet-stream')
      return storageKey
    },
    async open(shelf, storageKey) {
      const place = placeOf(shelf, storageKey)
      const answer = await s3.getObjectResponse(place)
      if (!answer?.body) throw new Error(`${place} is not in the bucket ${endpoint}`)
      return Readable.fromWeb(answer.body)
    },
    drop: async (shelf, storageKey) => void (await s3.deleteObject(placeOf(shelf, storageKey))),
  }
}
