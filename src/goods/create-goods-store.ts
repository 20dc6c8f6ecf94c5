import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { createFolderStore } from './folder-store.ts'
import type { GoodsStore } from './goods-store.ts'
import { createS3Store } from './s3-store.ts'

/** Returns the store of goods: the configured bucket, or `DATA_DIR/goods`. */
export function createGoodsStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>, log: Log): GoodsStore {
  return bucket ? createS3Store(bucket, log) : createFolderStore(dataDir)
}
