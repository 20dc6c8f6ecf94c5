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
import { type PictureKind, StoredPicture } from './stored-picture.ts'

/** The storage that an account's files and pictures use, and their limits. */
export interface StorageRoom {
  /** The size of everything stored. */
  bytes: number
  files: number
  /** The number of product pictures. */
  images: number
  /** The bytes of pictures in talks and broadcasts, and of the logo. */
  otherBytes: number
  bytesMax: number
  /** The maximum number of files, and of product pictures. */
  filesMax: number
}

/** A file or picture to be stored. */
export interface StoredBytes {
  kind: 'files' | 'images' | PictureKind
  bytes: number
  /** The customer to whose talk it belongs. */
  customerId?: number | undefined
}

/** Returns the storage that an account uses, and its limits. Inactive files count as well. */
export async function findStorage(app: Needs<'em' | 'now' | 'config'>, accountId: number): Promise<StorageRoom> {
  return measureRoom(app, app.em({ accountId }), accountId)
}

/**
 * Refuses `storage_full` if an account has no space left, and `unavailable` if the disk has none. The latter happens
 * well before the disk is full, so that payments never stop because of it. Call it before bytes are stored;
 * `takeStorage` counts them.
 */
export async function refuseFullStorage(
  app: Needs<'em' | 'now' | 'config'>,
  accountId: number,
  addition: StoredBytes,
): Promise<void> {
  await refuseFullDisk(app)
  await refuseBeyond(app, app.em({ accountId }), accountId, addition)
}

/**
 * Refuses `storage_full` if an account has no space for what the caller writes in this transaction. Concurrent uploads
 * of one account wait here for each other.
 */
export async function takeStorage(
  app: Needs<'now' | 'config'>,
  { em }: Tx,
  accountId: number,
  addition: StoredBytes,
): Promise<void> {
  // An update that changes no key, so that payments of the account can be written concurrently.
  await em.nativeUpdate(Account, { id: accountId }, { name: raw<string>('name') })
  await refuseBeyond(app, em, accountId, addition)
}

const retryAfterS = 600

/** Refuses `unavailable` if less disk space is free than the settings reserve for payments. */
export async function refuseFullDisk({ config }: Needs<'config'>): Promise<void> {
  const { freeBytesMin, freePercentMin } = config.limits.storage
  const { freeBytes, totalBytes } = await measureSpace(config.dataDir)
  // Some file systems do not report their size.
  if (totalBytes === 0 || freeBytes >= Math.max(freeBytesMin, (totalBytes * freePercentMin) / 100)) return
  const message = 'The disk of this service is nearly full: uploads wait until its operator makes room'
  throw new Refusal('unavailable', message, { retryAfterS })
}

async function refuseBeyond(
  app: Needs<'now' | 'config'>,
  em: EntityManager,
  accountId: number,
  { kind, bytes, customerId }: StoredBytes,
): Promise<void> {
  const room = await measureRoom(app, em, accountId)
  const { bytesMax, filesMax } = room
  const isCounted = kind === 'files' || kind === 'images'
  const isFull =
    room.bytes + bytes > bytesMax ||
    (isCounted && room[kind] >= filesMax) ||
    (kind === 'from_customer' && (await isBeyondShare(em, accountId, { bytes, bytesMax, customerId })))
  if (!isFull) return
  const most = `${bytesMax} bytes, ${filesMax} files, ${filesMax} pictures of products`
  throw new Refusal({ code: 'storage_full', bytesMax, filesMax }, `The storage of this account is full: ${most}`)
}

// Strangers can write to a shop: all customers together may use a third of its storage, and one of them a third of
// that.
async function isBeyondShare(
  em: EntityManager,
  account: number,
  { bytes, bytesMax, customerId }: { bytes: number; bytesMax: number; customerId?: number | undefined },
): Promise<boolean> {
  const sent = { account, kind: 'from_customer' as const }
  const ofAll = await sumSizes(em, StoredPicture, sent)
  const ofOne = await sumSizes(em, StoredPicture, { ...sent, customerId: customerId! })
  return ofAll.bytes + bytes > bytesMax / 3 || ofOne.bytes + bytes > bytesMax / 9
}

async function measureRoom(app: Needs<'now' | 'config'>, em: EntityManager, accountId: number): Promise<StorageRoom> {
  const now = app.now()
  const account = await em.findOneOrFail(Account, accountId)
  const isPaid = { plan: { $ne: 'trial' as const }, startsAt: { $lte: now }, endsAt: { $gt: now } }
  const plan = await em.findOne(Subscription, { account: accountId, ...isPaid })
  const files = await sumSizes(em, DigitalFile, { account: accountId })
  const images = await sumSizes(em, ProductImage, { account: accountId })
  const others = await sumSizes(em, StoredPicture, { account: accountId })
  return {
    bytes: files.bytes + images.bytes + others.bytes,
    files: files.count,
    images: images.count,
    otherBytes: others.bytes,
    ...storageLimits(app.config.limits.storage, account, plan !== null),
  }
}

function storageLimits(
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

async function sumSizes(
  em: EntityManager,
  stored: typeof DigitalFile | typeof ProductImage | typeof StoredPicture,
  which: { account: number; kind?: PictureKind; customerId?: number },
): Promise<{ bytes: number; count: number }> {
  const columns = [raw<string>('coalesce(sum(file_size), 0)::float8 as bytes'), raw<string>('count(*)::int as count')]
  const [row] = await em
    .qb(stored as typeof StoredPicture)
    .select(columns as never)
    .where(which)
    .execute<{ bytes: number; count: number }[]>()
  return row!
}
