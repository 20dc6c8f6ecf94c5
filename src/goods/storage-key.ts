import type { Shelf } from './goods-store.ts'

/**
 * Returns the path of an object in the folder or bucket, which is the same in both, so that one can be copied to the
 * other. Throws for an invalid key.
 */
export function makeStoragePath(shelf: Shelf, storageKey: string): string {
  if (!isStorageKey(storageKey)) throw new Error('Bug: not a storage key')
  // A two-character folder keeps directories small.
  return `${shelf}/${storageKey.slice(0, 2)}/${storageKey}`
}

export function isStorageKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
