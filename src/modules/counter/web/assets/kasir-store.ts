// The offline sales of this device, in IndexedDB until the shop has them. A sale is stored before its receipt is shown,
// so a tab that is killed loses none.

import type { OfflineRequest } from '../counter-answers.ts'

/** An unsent sale, with the content of its receipt. */
export interface WaitingSale extends OfflineRequest {
  cashierName: string
  /** The reason why the shop refused the sale; unset until it was sent. */
  refused?: string
}

const database = 'warung-kasir'
const sales = 'sales'
const counts = 'counts'

function openStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(sales, { keyPath: 'key' })
      asked.result.createObjectStore(counts)
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = asked.onblocked = () => reject(asked.error ?? new Error('blocked'))
  })
}

type Work<Result> = (stored: IDBObjectStore, counted: IDBObjectStore) => Promise<Result>

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * Runs a transaction and resolves once everything is on the disk, because the receipt of a sale is shown after that.
 */
async function inTransaction<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  const opened = await openStore()
  try {
    const transaction = opened.transaction([sales, counts], mode, { durability: 'strict' })
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('not stored'))
    })
    const [result] = await Promise.all([work(transaction.objectStore(sales), transaction.objectStore(counts)), done])
    return result
  } finally {
    opened.close()
  }
}

async function nextNumber(counted: IDBObjectStore, least: number) {
  const number = Math.max(((await resultOf(counted.get('number'))) ?? 0) + 1, least)
  await resultOf(counted.put(number, 'number'))
  return number
}

/**
 * Stores a sale under the next number of this device, at least `numberMin`. Storing it again with its key changes
 * nothing.
 */
export function storeSale(sale: Omit<WaitingSale, 'number'>, numberMin: number): Promise<WaitingSale> {
  return inTransaction('readwrite', async (stored, counted) => {
    const same: WaitingSale | undefined = await resultOf(stored.get(sale.key))
    if (same) return same
    const numbered = { ...sale, number: await nextNumber(counted, numberMin) }
    await resultOf(stored.put(numbered))
    return numbered
  })
}

/** Gives a sale another number, because the shop has another sale of this device with this one. */
export function renumberSale(sale: WaitingSale, numberMin: number): Promise<WaitingSale> {
  return inTransaction('readwrite', async (stored, counted) => {
    const numbered = { ...sale, number: await nextNumber(counted, numberMin) }
    await resultOf(stored.put(numbered))
    return numbered
  })
}

/** Stores a change of an unsent sale. */
export const changeSale = (sale: WaitingSale) => inTransaction('readwrite', stored => resultOf(stored.put(sale)))

/** Deletes a sale that the shop has. */
export const forgetSale = (key: string) => inTransaction('readwrite', stored => resultOf(stored.delete(key)))

/** Returns the unsent sales in the order of their numbers. */
export async function listWaitingSales(): Promise<WaitingSale[]> {
  const all = await inTransaction<WaitingSale[]>('readonly', stored => resultOf(stored.getAll()))
  return all.sort((one, other) => one.number - other.number)
}

/** Some browsers never answer in a private window. */
const openPatienceMs = 3000

/** Returns whether the browser can store sales: some refuse in private windows, or when the disk is full. */
export async function canStoreSales(): Promise<boolean> {
  const tried = inTransaction('readwrite', (_stored, counted) => resultOf(counted.put(1, 'tried')))
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, openPatienceMs))
  try {
    await Promise.race([tried, late])
  } catch {
    return false
  }
  // Otherwise a browser may delete them to free space. Some ask the user, who need not answer.
  navigator.storage?.persist?.().catch(() => false)
  return true
}

/** Returns the part of a sale that is sent to the shop. */
export function toSaleRequest({ cashierName: _name, refused: _why, ...request }: WaitingSale): OfflineRequest {
  return request
}
