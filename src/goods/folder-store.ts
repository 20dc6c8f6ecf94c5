import fs from 'node:fs/promises'
import path from 'node:path'
import { generateToken } from '../lib/ids.ts'
import type { GoodsStore } from './goods-store.ts'
import { SentFile } from './sent-file.ts'
import { makeStoragePath } from './storage-key.ts'

/** Returns a store of goods in `dataDir/goods`, readable only by their owner. */
export function createFolderStore(dataDir: string): GoodsStore {
  const pathOf = (...place: Parameters<typeof makeStoragePath>) =>
    path.join(dataDir, 'goods', makeStoragePath(...place))
  return {
    async store(shelf, bytes, storageKey = generateToken()) {
      await writeWhole(pathOf(shelf, storageKey), bytes)
      return storageKey
    },
    // Opened before it is streamed, so that the caller notices a missing file before the answer begins.
    open: async (shelf, storageKey) => (await fs.open(pathOf(shelf, storageKey))).createReadStream(),
    drop: (shelf, storageKey) => fs.rm(pathOf(shelf, storageKey), { force: true }),
  }
}

async function writeWhole(place: string, bytes: Buffer | SentFile): Promise<void> {
  await fs.mkdir(path.dirname(place), { recursive: true })
  // A random temporary name, because a killed process may have left another one.
  const name = `${place}.${generateToken()}.new`
  const draft = await fs.open(name, 'wx', 0o600)
  try {
    await draft.writeFile(bytes instanceof SentFile ? bytes.read() : bytes)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await fs.rename(name, place)
}
