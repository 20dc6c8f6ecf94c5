import type { Readable } from 'node:stream'
import type { SentFile } from './sent-file.ts'

/** The files that are sold, and the pictures of products. */
export type Shelf = 'files' | 'images'

/** Where the bytes of goods are: a folder that every process sees, or a bucket. */
export interface GoodsStore {
  /**
   * Keeps bytes under a name that nobody chose and returns the name. They are whole or not there; what no row names,
   * because the process died in between, harms nobody. A file that was sent is read from where it is, and never is in
   * memory as a whole. With `storageKey`, which `randomToken` made, under that: the same bytes may be kept there
   * already.
   */
  store(shelf: Shelf, bytes: Buffer | SentFile, storageKey?: string): Promise<string>
  /** Their bytes. Throws when there are none under this name. */
  open(shelf: Shelf, storageKey: string): Promise<Readable>
  /** Takes back what was stored for a row that was never written; nothing there is fine, too. */
  drop(shelf: Shelf, storageKey: string): Promise<void>
}
