import type { Readable } from 'node:stream'
import type { SentFile } from './sent-file.ts'

/** The files that are sold, and the pictures of products. */
export type Shelf = 'files' | 'images'

/** Where the bytes of goods are: a folder that every process sees, or a bucket. */
export interface GoodsStore {
  /**
   * Stores bytes under a random name and returns the name. They are stored completely or not at all; a file without a
   * row, left by a process that died, does no harm. An uploaded file is copied from disk, and never read into memory as
   * a whole. A given `storageKey`, from `randomToken`, is used instead: the same bytes may already be stored there.
   */
  store(shelf: Shelf, bytes: Buffer | SentFile, storageKey?: string): Promise<string>
  /** Returns the bytes. Throws if none are stored under this name. */
  open(shelf: Shelf, storageKey: string): Promise<Readable>
  /** Deletes what was stored for a row that was never written; a missing object is accepted, too. */
  drop(shelf: Shelf, storageKey: string): Promise<void>
}
