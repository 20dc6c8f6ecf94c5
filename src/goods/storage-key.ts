import type { Shelf } from './goods-store.ts'

/**
 * The place of some bytes below the folder or in the bucket, so that one can be copied to the other. Throws for
 * anything else.
 */
export function storagePlace(shelf: Shelf, storageKey: string): string {
  if (!isStorageKey(storageKey)) throw new Error('Bug: not a storage key')
  // Two characters of folder keep directories small.
  return `${shelf}/${storageKey.slice(0, 2)}/${storageKey}`
}

export function isStorageKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
