import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { folderStore } from './folder-store.ts'
import type { GoodsStore } from './goods-store.ts'
import { s3Store } from './s3-store.ts'

/** Returns the store of goods: the configured bucket, or `DATA_DIR/goods`. */
export function createGoodsStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>, log: Log): GoodsStore {
  return bucket ? s3Store(bucket, log) : folderStore(dataDir)
}
