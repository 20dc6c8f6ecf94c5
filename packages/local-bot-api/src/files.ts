import { createHash, randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import type { Call } from './method.ts'
import type { Upload } from './params.ts'
import type { Room } from './room.ts'

export type FileKind = 'photo' | 'document' | 'video' | 'animation' | 'audio' | 'voice' | 'video_note' | 'sticker'

export interface StoredFile {
  file_id: string
  unique_id: string
  bot_id: number
  kind: FileKind
  /** The path that getFile returns and `/file/bot<token>/` serves. */
  path: string
  /** The path that `/control/files/` serves without a token. */
  key: string
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  /** The longest side of the picture when it is read: a small size of a photo. Null for no change. */
  side_max: number | null
  hash: string
  forgotten: boolean
}

const photoBytesMax = 10 * 1024 * 1024
const addressTimeoutMs = 10_000
const addressBytesMax = 20 * 1024 * 1024
const smallSide = 320
const stickerSideMax = 512

/**
 * Returns the media that a parameter names: an upload, a `file_id` of this bot, or an address to fetch. A photo has
 * several sizes, the largest last; anything else is one file.
 */
export async function takeMedia(
  { room, bot, params }: Pick<Call, 'room' | 'bot' | 'params'>,
  kind: FileKind,
  value: unknown,
): Promise<StoredFile[]> {
  const upload = params.upload(value, kind)
  if (upload !== undefined) return storeFile(room, bot, kind, upload)
  if (typeof value !== 'string' || value === '') throw badRequest(`there is no ${kind} in the request`)
  if (/^https?:\/\//i.test(value)) return storeFile(room, bot, kind, await fetchAddress(room, value))
  return knownFile(room, bot, kind, value)
}

async function knownFile(room: Room, bot: Bot, kind: FileKind, fileId: string): Promise<StoredFile[]> {
  const files = await room.sql.query<StoredFile>(
    `select distinct on (coalesce(sibling.side_max, 1000000)) sibling.* from local_bot_api.file
     join local_bot_api.file sibling on sibling.bot_id = file.bot_id and sibling.hash = file.hash
       and sibling.kind = file.kind and sibling.name = file.name
     where file.file_id = $1 and file.bot_id = $2 and not file.forgotten and not sibling.forgotten
     order by coalesce(sibling.side_max, 1000000), sibling.file_id <> $1`,
    [fileId, bot.id],
  )
  if (files.length === 0) throw badRequest('wrong file identifier/HTTP URL specified')
  if (files[0]!.kind !== kind) throw badRequest('type of file mismatch')
  return files
}

async function fetchAddress(room: Room, address: string): Promise<Upload> {
  try {
    const answer = await room.outbound.fetch(address, {
      timeoutMs: addressTimeoutMs,
      responseBytesMax: addressBytesMax,
    })
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
    return {
      name: decodeURIComponent(new URL(address).pathname.split('/').at(-1) || 'file'),
      mime: (answer.headers['content-type'] ?? '').split(';')[0]!,
      bytes: answer.body,
    }
  } catch {
    throw badRequest('failed to get HTTP URL content')
  }
}

/** Stores a file for a bot, or finds the stored one. A photo is stored in two sizes, the largest last. */
export async function storeFile(room: Room, bot: Bot, kind: FileKind, upload: Upload): Promise<StoredFile[]> {
  if (upload.bytes.length === 0) throw badRequest('file must be non-empty')
  const hash = createHash('sha256').update(upload.bytes).digest('base64url')
  const known = await room.sql.query<StoredFile>(
    `select * from local_bot_api.file where bot_id = $1 and hash = $2 and kind = $3 and not forgotten
       and ($3 = 'photo' or name = $4) order by coalesce(side_max, 1000000)`,
    [bot.id, hash, kind, upload.name],
  )
  if (known.length > 0) return known
  const picture = kind === 'photo' ? await measurePhoto(upload.bytes) : undefined
  const sides = kind === 'sticker' ? await measureSticker(upload.bytes) : {}
  await room.sql.write('insert into local_bot_api.file_content (hash, bytes) values ($1, $2) on conflict do nothing', [
    hash,
    upload.bytes,
  ])
  const same = { kind, hash, bytes: upload.bytes.length }
  if (picture === undefined) {
    return [await keepFile(room, bot, { ...same, ...sides, name: upload.name || 'file', mime: chooseMime(upload) })]
  }
  const { mime, extension, width, height } = picture
  const full = { ...same, name: `photo${extension}`, mime, width, height }
  const shrink = smallSide / Math.max(width, height)
  const sizes: StoredFile[] = []
  if (shrink < 1) {
    const small = { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
    sizes.push(await keepFile(room, bot, { ...full, ...small, side_max: smallSide }))
  }
  sizes.push(await keepFile(room, bot, full))
  return sizes
}

async function measurePhoto(bytes: Buffer) {
  if (bytes.length > photoBytesMax) throw badRequest('file is too big')
  const { format, width, height } = await readPhotoSize(bytes)
  const known = photoFormats[format]
  if (known === undefined) throw badRequest('IMAGE_PROCESS_FAILED')
  if (width + height > 10_000 || Math.max(width, height) > 20 * Math.min(width, height)) {
    throw badRequest('PHOTO_INVALID_DIMENSIONS')
  }
  return { ...known, width, height }
}

/** Measures a sticker, a WebP or PNG picture; animated stickers are not supported. */
async function measureSticker(bytes: Buffer) {
  const { format, width, height } = await readPhotoSize(bytes)
  if (format !== 'webp' && format !== 'png') throw badRequest('IMAGE_PROCESS_FAILED')
  if (Math.max(width, height) > stickerSideMax) throw badRequest('STICKER_FILE_INVALID')
  return { width, height }
}

async function readPhotoSize(bytes: Buffer): Promise<{ format: string; width: number; height: number }> {
  const { sharp } = await import('./lib/sharp.ts')
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw badRequest('IMAGE_PROCESS_FAILED')
    })
  if (!format || !width || !height) throw badRequest('IMAGE_PROCESS_FAILED')
  return { format, width, height }
}

const photoFormats: Record<string, { mime: string; extension: string }> = {
  png: { mime: 'image/png', extension: '.png' },
  jpeg: { mime: 'image/jpeg', extension: '.jpg' },
  webp: { mime: 'image/webp', extension: '.webp' },
  gif: { mime: 'image/gif', extension: '.gif' },
}

interface NewFile {
  kind: FileKind
  hash: string
  name: string
  mime: string
  bytes: number
  width?: number
  height?: number
  side_max?: number
}

async function keepFile(room: Room, bot: Bot, file: NewFile): Promise<StoredFile> {
  const { kind, hash } = file
  const uniqueId = `AQAD${createHash('sha1')
    .update(`${hash} ${kind} ${file.side_max ?? ''}`)
    .digest('base64url')
    .slice(0, 12)}`
  const key = randomBytes(18).toString('base64url')
  const fileId = `${kind === 'photo' ? 'AgACAgUAAxk' : 'BQACAgUAAxk'}${randomBytes(36).toString('base64url')}`
  const path = `${kind}s/file_${randomBytes(5).toString('hex')}${extname(file.name).replace(/[^.\w]/g, '')}`
  const rows = await room.sql.query<StoredFile>(
    `insert into local_bot_api.file
       (file_id, unique_id, bot_id, kind, path, key, name, mime, bytes, width, height, side_max, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning *`,
    [
      fileId,
      uniqueId,
      bot.id,
      kind,
      path,
      key,
      file.name.replaceAll('\0', '').slice(0, 255),
      file.mime,
      file.bytes,
      file.width ?? null,
      file.height ?? null,
      file.side_max ?? null,
      hash,
    ],
  )
  return rows[0]!
}

function chooseMime({ name, mime }: Upload): string {
  const known = mimeTypes[extname(name).toLowerCase()]
  return known ?? (/^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream')
}

const mimeTypes: Record<string, string> = {
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.weba': 'audio/webm',
  '.wav': 'audio/wav',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
}

/** The diameter of a video note whose file does not name one. */
const noteSide = 240

/** Returns the fields of a message with the media; `details` has details that the file does not contain. */
export function buildMediaBody(
  kind: FileKind,
  files: StoredFile[],
  details: { duration?: number | undefined; emoji?: string | undefined; length?: number | undefined } = {},
): Record<string, unknown> {
  if (kind === 'photo') return { photo: files.map(photoSize) }
  const file = files.at(-1)!
  const common = { file_id: file.file_id, file_unique_id: file.unique_id, file_size: file.bytes, mime_type: file.mime }
  if (kind === 'document') return { document: { file_name: file.name, ...common } }
  const { duration = 0, emoji, length = noteSide } = details
  if (kind === 'video_note') {
    const { mime_type: _, ...note } = common
    return { video_note: { length, duration, ...note } }
  }
  if (kind === 'voice') return { voice: { duration, ...common } }
  if (kind === 'audio') return { audio: { duration, file_name: file.name, ...common } }
  if (kind === 'sticker') return { sticker: describeSticker(file, emoji) }
  return { [kind]: { width: 0, height: 0, duration, file_name: file.name, ...common } }
}

function describeSticker(file: StoredFile, emoji: string | undefined) {
  const { file_id, unique_id: file_unique_id, width, height, bytes: file_size } = file
  const unmoved = { is_animated: false, is_video: false }
  return { file_id, file_unique_id, type: 'regular', width, height, ...unmoved, ...(emoji && { emoji }), file_size }
}

function photoSize(file: StoredFile) {
  return {
    file_id: file.file_id,
    file_unique_id: file.unique_id,
    width: file.width,
    height: file.height,
    ...(file.side_max === null && { file_size: file.bytes }),
  }
}

export async function findFileById(room: Room, bot: Bot, fileId: string): Promise<StoredFile | undefined> {
  const rows = await room.sql.query<StoredFile>(
    'select * from local_bot_api.file where file_id = $1 and bot_id = $2 and not forgotten',
    [fileId, bot.id],
  )
  return rows[0]
}

/** Returns a file with its bytes, by its path within a bot or by its own key. */
export async function readFile(
  room: Room,
  by: { bot: Bot; path: string } | { key: string },
): Promise<{ file: StoredFile; content: Buffer } | undefined> {
  const rows =
    'key' in by
      ? await room.sql.query<StoredFile & { content: Buffer }>(
          `select file.*, file_content.bytes as content
           from local_bot_api.file join local_bot_api.file_content using (hash) where key = $1`,
          [by.key],
        )
      : await room.sql.query<StoredFile & { content: Buffer }>(
          `select file.*, file_content.bytes as content
           from local_bot_api.file join local_bot_api.file_content using (hash)
           where bot_id = $1 and path = $2 and not forgotten`,
          [by.bot.id, by.path],
        )
  const row = rows[0]
  if (row === undefined) return undefined
  const { content, ...file } = row
  if (file.side_max === null) return { file, content }
  const { sharp } = await import('./lib/sharp.ts')
  const small = await sharp(content).resize(file.side_max, file.side_max, { fit: 'inside' }).toBuffer()
  return { file, content: small }
}

/** Returns the public addresses of files, by file_id. */
export async function readFileAddresses(room: Room, fileIds: string[]): Promise<Map<string, string>> {
  const rows = await room.sql.query<{ file_id: string; key: string; name: string }>(
    'select file_id, key, name from local_bot_api.file where file_id = any($1)',
    [fileIds],
  )
  return new Map(
    rows.map(({ file_id, key, name }) => [file_id, `${room.url}/control/files/${key}/${encodeURIComponent(name)}`]),
  )
}

/** Makes file_ids unknown, as when Telegram forgets one: all of a bot's, or one. Returns their number. */
export async function forgetFiles(room: Room, bot: Bot | undefined, fileId: string | undefined): Promise<number> {
  return room.sql.write(
    `update local_bot_api.file set forgotten = true
     where not forgotten and ($1::bigint is null or bot_id = $1) and ($2::text is null or file_id = $2)`,
    [bot?.id ?? null, fileId ?? null],
  )
}
