import type { Readable } from 'node:stream'
import type { SentFile } from './sent-file.ts'

/** The kinds of stored goods: files for sale, and pictures of products. */
export type Shelf = 'files' | 'images'

/** Where the bytes of goods are stored: a folder that every process can access, or a bucket. */
export interface GoodsStore {
  /**
   * Stores bytes completely or not at all, under a random name, and returns the name. A file without a row, left behind
   * by a process that died, is harmless. An uploaded file is copied from disk and never entirely read into memory. If
   * `storageKey` (from `generateToken`) is given, it is the name; the same bytes may already be stored there.
   */
  store(shelf: Shelf, bytes: Buffer | SentFile, storageKey?: string): Promise<string>
  /** Returns the bytes. Throws if none are stored under this name. */
  open(shelf: Shelf, storageKey: string): Promise<Readable>
  /** Deletes an object whose row was never written; a missing object is accepted, too. */
  drop(shelf: Shelf, storageKey: string): Promise<void>
}
