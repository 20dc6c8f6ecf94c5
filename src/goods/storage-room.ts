import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Account } from '../accounts/account.ts'
import { Subscription } from '../accounts/subscription.ts'
import type { StorageLimits } from '../config.ts'
import type { Tx } from '../database/transaction.ts'
import { measureSpace } from '../lib/files.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'
import { ProductImage } from './product-image.ts'

/** The room that the files and pictures of an account take, and may take. */
export interface StorageRoom {
  bytes: number
  files: number
  images: number
  bytesMax: number
  /** The number of files, and of pictures. */
  filesMax: number
}

/** A file or picture that is to be stored. */
export interface StoredBytes {
  kind: 'files' | 'images'
  bytes: number
}

/** Returns what an account has stored and may store. What is switched off still takes its place. */
export async function findStorage(app: Needs<'em' | 'now' | 'config'>, accountId: number): Promise<StorageRoom> {
  return measure(app, app.em({ accountId }), accountId)
}

/**
 * Refuses `storage_full` when an account has no room for more, and `unavailable` when the disk has none for anybody:
 * long before it is full, so that payments never stop for it. For what comes before bytes are stored; `takeStorage`
 * counts them.
 */
export async function refuseFullStorage(
  app: Needs<'em' | 'now' | 'config'>,
  accountId: number,
  stored: StoredBytes,
): Promise<void> {
  await refuseFullDisk(app)
  refuseBeyond(await findStorage(app, accountId), stored)
}

/**
 * Refuses `storage_full` when an account has no room for what the caller is about to write in this transaction. Uploads
 * of one account wait here for each other.
 */
export async function takeStorage(
  app: Needs<'now' | 'config'>,
  { em }: Tx,
  accountId: number,
  stored: StoredBytes,
): Promise<void> {
  // An update that changes no key, so that payments of the account are written in the meantime.
  await em.nativeUpdate(Account, { id: accountId }, { name: raw<string>('name') })
  refuseBeyond(await measure(app, em, accountId), stored)
}

const retryAfterS = 600

/** Refuses `unavailable` while less of the disk is free than the settings keep for payments. */
export async function refuseFullDisk({ config }: Needs<'config'>): Promise<void> {
  const { freeBytesMin, freePercentMin } = config.limits.storage
  const { freeBytes, totalBytes } = await measureSpace(config.dataDir)
  // Some file systems do not know their size.
  if (totalBytes === 0 || freeBytes >= Math.max(freeBytesMin, (totalBytes * freePercentMin) / 100)) return
  const message = 'The disk of this service is nearly full: uploads wait until its operator makes room'
  throw new Refusal('unavailable', message, { retryAfterS })
}

function refuseBeyond(room: StorageRoom, { kind, bytes }: StoredBytes): void {
  const { bytesMax, filesMax } = room
  if (room.bytes + bytes <= bytesMax && room[kind] < filesMax) return
  const what = kind === 'files' ? 'files' : 'pictures'
  const most = `${bytesMax} bytes, ${filesMax} ${what}`
  throw new Refusal({ code: 'storage_full', bytesMax, filesMax }, `The storage of this account is full: ${most}`)
}

async function measure(app: Needs<'now' | 'config'>, em: EntityManager, accountId: number): Promise<StorageRoom> {
  const now = app.now()
  const account = await em.findOneOrFail(Account, accountId)
  const isPaid = { plan: { $ne: 'trial' as const }, startsAt: { $lte: now }, endsAt: { $gt: now } }
  const plan = await em.findOne(Subscription, { account: accountId, ...isPaid })
  const files = await sizesOf(em, DigitalFile, accountId)
  const images = await sizesOf(em, ProductImage, accountId)
  const { bytesMax, filesMax } = limitsOf(app.config.limits.storage, account, plan !== null)
  return { bytes: files.bytes + images.bytes, files: files.count, images: images.count, bytesMax, filesMax }
}

function limitsOf(
  limits: StorageLimits,
  { isVerified, isOperator, storageBytesMax, storageFilesMax }: Account,
  hasPaid: boolean,
): { bytesMax: number; filesMax: number } {
  const isKnown = isVerified || isOperator || hasPaid
  return {
    bytesMax: storageBytesMax ?? (isKnown ? limits.bytesMax : limits.unverifiedBytesMax),
    filesMax: storageFilesMax ?? (isKnown ? limits.filesMax : limits.unverifiedFilesMax),
  }
}

async function sizesOf(
  em: EntityManager,
  stored: typeof DigitalFile | typeof ProductImage,
  account: number,
): Promise<{ bytes: number; count: number }> {
  const columns = [raw<string>('coalesce(sum(file_size), 0)::float8 as bytes'), raw<string>('count(*)::int as count')]
  const [row] = await em
    .qb(stored as typeof DigitalFile)
    .select(columns as never)
    .where({ account })
    .execute<{ bytes: number; count: number }[]>()
  return row!
}
