import path from 'node:path'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'
import { cleanName, hashBytes } from './original.ts'
import type { SentFile } from './sent-file.ts'
import { refuseFullStorage, takeStorage } from './storage-room.ts'

export interface NewFile {
  /** The file name for customers. */
  name: string
  bytes: Buffer | SentFile
}

export const fileBytesMax = 52_428_800

/**
 * Stores a digital file and returns its id. Refuses `invalid_request` for an empty one or one above 50 MiB, and as
 * `refuseFullStorage` does.
 */
export async function addFile(
  app: Needs<'em' | 'config' | 'transaction' | 'goods' | 'now'>,
  accountId: number,
  input: NewFile,
  by: Actor = commandActor,
): Promise<number> {
  const stored = await storeFile(app, accountId, input)
  try {
    return await addStoredFile(app, accountId, stored, by)
  } catch (error) {
    await app.goods.drop('files', stored.storageKey)
    throw error
  }
}

export interface StoredFile extends NewFile {
  storageKey: string
}

/** Stores the bytes of a file, under a given name if there is one. Refuses as `addFile` does. */
export async function storeFile(
  app: Needs<'em' | 'config' | 'goods' | 'now'>,
  accountId: number,
  input: NewFile,
  name?: string,
): Promise<StoredFile> {
  if (input.bytes.length === 0) throw refuseField('file', 'is empty', 'empty')
  if (input.bytes.length > fileBytesMax)
    throw refuseField('file', `has ${fileBytesMax} bytes at most`, { code: 'too_large', bytesMax: fileBytesMax })
  await refuseFullStorage(app, accountId, { kind: 'files', bytes: input.bytes.length })
  return { ...input, storageKey: await app.goods.store('files', input.bytes, name) }
}

/** Adds a file whose bytes are stored, and returns its id. Refuses as `takeStorage` does. */
export async function addStoredFile(
  app: Needs<'config' | 'transaction' | 'now'>,
  accountId: number,
  stored: StoredFile,
  by: Actor,
): Promise<number> {
  return app.transaction({ accountId }, async tx => {
    await takeStorage(app, tx, accountId, { kind: 'files', bytes: stored.bytes.length })
    const file = persistFile(tx.em, accountId, stored, app.now())
    await tx.em.flush()
    const { id } = file
    const detail = { name: cleanName(stored.name) }
    await recordAct(app, tx, { accountId, ...by, act: 'file.added', subject: `file ${id}`, detail })
    return id
  })
}

/** Creates the row of a file whose bytes are stored, which the next flush writes. */
export function persistFile(em: EntityManager, accountId: number, file: StoredFile, now: Date): DigitalFile {
  const name = cleanName(file.name)
  return em.create(DigitalFile, {
    account: accountId,
    originalName: name,
    fileType: contentType(name),
    fileSize: file.bytes.length,
    contentHash: hashBytes(file.bytes),
    storageKey: file.storageKey,
    createdAt: now,
  })
}

/** Returns the active file of this fork's account with the same name and bytes; null if it does not exist. */
export async function findSameFile(em: EntityManager, file: NewFile): Promise<number | null> {
  const same = { contentHash: hashBytes(file.bytes), originalName: cleanName(file.name), isActive: true }
  const found = await em.findOne(DigitalFile, same, { orderBy: { id: 'asc' } })
  return found?.id ?? null
}

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.epub': 'application/epub+zip',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
}

function contentType(name: string): string {
  return types[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
}
