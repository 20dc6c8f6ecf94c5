import fs from 'node:fs/promises'
import path from 'node:path'
import { fileBytesMax, findSameFile } from '../../goods/add-file.ts'
import { type DrawnImage, drawImage, findSameImage } from '../../goods/add-image.ts'
import { DigitalFile } from '../../goods/digital-file.ts'
import { hashBytes } from '../../goods/original.ts'
import { ProductImage } from '../../goods/product-image.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { FieldProblem } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { numberLines, unitLengthMax } from '../serial-lines.ts'
import type { Mistake, ParsedCatalog, ParsedStock } from './parsed-catalog.ts'

/** The files that a catalogue refers to, by path; each is read once. */
export interface ReferencedFiles {
  pictures: Map<string, BesidePicture>
  files: Map<string, BesideFile>
  serials: Map<string, { line: string; number: number }[]>
  mistakes: Mistake[]
}

interface BesidePicture {
  sourceHash: Buffer
  /** Null if the account already has this picture. */
  drawn: DrawnImage | null
  storageKey: string | null
}

interface BesideFile {
  bytes: Buffer
  contentHash: Buffer
  /** The storage keys of files that the account does not have yet, by the names that customers see. */
  storageKeys: Map<string, string>
}

type Place = { path: string; line: number }

const filesBytesMax = 209_715_200

/**
 * Reads the files that a catalogue refers to, and reports those that are missing, too large or unreadable. Nothing
 * outside `folder` is read.
 */
export async function readReferencedFiles(
  app: Needs<'em' | 'config' | 'images'>,
  accountId: number,
  catalog: ParsedCatalog,
  folder: string,
): Promise<ReferencedFiles> {
  const beside: ReferencedFiles = { pictures: new Map(), files: new Map(), serials: new Map(), mistakes: [] }
  const root = await fs.realpath(folder)
  const reading = { app, accountId, root, beside }
  for (const { picture } of catalog.products) {
    if (picture && !beside.pictures.has(picture.path)) await readPicture(reading, picture)
  }
  let total = 0
  for (const stock of catalog.products.flatMap(product => product.variants.map(variant => variant.stock))) {
    if (stock.mode === 'file') total += await readFile(reading, stock)
    if (stock.mode === 'serial' && stock.file) await readSerials(reading, { path: stock.file, line: stock.line })
    if (total > filesBytesMax) {
      const error = 'the files come to more than 200 MiB: import them in parts'
      const problem = { code: 'too_large', bytesMax: filesBytesMax } as const
      beside.mistakes.push({ ...problem, line: stock.line, name: 'YAML', error })
      break
    }
  }
  return beside
}

interface Reading {
  app: Needs<'em' | 'config' | 'images'>
  accountId: number
  /** The folder outside of which no file is read. */
  root: string
  beside: ReferencedFiles
}

async function readPicture(reading: Reading, place: Place): Promise<void> {
  const { app, accountId, beside } = reading
  const own = await app.em({ accountId }).findOne(ProductImage, { storageKey: ownKey(place.path), isActive: true })
  if (own) {
    beside.pictures.set(place.path, { sourceHash: own.sourceHash, drawn: null, storageKey: null })
    return
  }
  const bytes = await readOne(reading, place, app.config.limits.imageBytesMax)
  if (!bytes) return
  const sourceHash = hashBytes(bytes)
  const known = await findSameImage(app.em({ accountId }), sourceHash)
  try {
    const drawn = known === null ? await drawImage(app, accountId, { name: place.path, bytes }) : null
    beside.pictures.set(place.path, { sourceHash, drawn, storageKey: null })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { path: _path, error: why, ...problem } = error.fields![0]!
    beside.mistakes.push({ ...problem, line: place.line, name: place.path, error: `${place.path} ${why}` })
  }
}

async function readFile(reading: Reading, stock: ParsedStock & { mode: 'file' }): Promise<number> {
  const { app, accountId, beside } = reading
  const known = beside.files.get(stock.path)
  const asked = { storageKey: ownKey(stock.path), originalName: stock.name, isActive: true }
  const own = known ? null : await app.em({ accountId }).findOne(DigitalFile, asked)
  if (own) {
    beside.files.set(stock.path, { bytes: Buffer.alloc(0), contentHash: own.contentHash, storageKeys: new Map() })
    return 0
  }
  const bytes = known ? known.bytes : await readOne(reading, stock, fileBytesMax)
  if (!bytes) return 0
  const file = known ?? { bytes, contentHash: hashBytes(bytes), storageKeys: new Map() }
  if ((await findSameFile(app.em({ accountId }), { name: stock.name, bytes })) === null)
    file.storageKeys.set(stock.name, '')
  beside.files.set(stock.path, file)
  return known ? 0 : bytes.length
}

/**
 * Returns the storage key of a picture or file that an export names `pictures/<name>.webp` or `files/<name>`. Importing
 * an export into its own account therefore needs no files.
 */
function ownKey(named: string): string {
  return path.basename(named, '.webp')
}

const serialsBytesMax = 5_242_880

async function readSerials(reading: Reading, place: Place): Promise<void> {
  const { beside } = reading
  if (beside.serials.has(place.path)) return
  const bytes = await readOne(reading, place, serialsBytesMax)
  if (!bytes) return
  const lines = numberLines(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  beside.serials.set(place.path, lines)
  const about = { line: place.line, name: place.path }
  if (lines.length === 0) beside.mistakes.push({ ...about, error: `${place.path} has no lines`, code: 'empty' })
  for (const { line, number } of lines) {
    if (line.length > unitLengthMax || line.includes('\0')) {
      beside.mistakes.push({
        ...about,
        error: `${place.path}, line ${number}: has more than ${unitLengthMax} characters`,
        code: 'too_long',
        max: unitLengthMax,
      })
    }
  }
}

async function readOne({ root, beside }: Reading, place: Place, bytesMax: number): Promise<Buffer | null> {
  const refuse = (error: string, problem: FieldProblem) => {
    beside.mistakes.push({ ...problem, line: place.line, name: place.path, error: `${place.path} ${error}` })
    return null
  }
  try {
    const real = await fs.realpath(path.resolve(root, place.path))
    if (!real.startsWith(root + path.sep)) return refuse('is not beside the catalogue', { code: 'not_found' })
    const { size } = await fs.stat(real)
    if (size === 0) return refuse('is empty', { code: 'empty' })
    if (size > bytesMax) {
      return refuse(`has ${size} bytes, and ${bytesMax} at most are taken`, { code: 'too_large', bytesMax })
    }
    return await fs.readFile(real)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return refuse('is not there', { code: 'not_found' })
    return refuse(`cannot be read (${code})`, { code: 'unreadable' })
  }
}

/** Stores the files that the import refers to, before its transaction begins. */
export async function storeReferencedFiles(app: Needs<'goods'>, files: ReferencedFiles): Promise<void> {
  for (const picture of files.pictures.values()) {
    if (picture.drawn) picture.storageKey = await app.goods.store('images', picture.drawn.bytes)
  }
  for (const file of files.files.values()) {
    for (const name of file.storageKeys.keys()) file.storageKeys.set(name, await app.goods.store('files', file.bytes))
  }
}

export async function deleteStoredFiles(app: Needs<'goods'>, files: ReferencedFiles): Promise<void> {
  for (const { storageKey } of files.pictures.values()) if (storageKey) await app.goods.drop('images', storageKey)
  for (const { storageKeys } of files.files.values()) {
    for (const key of storageKeys.values()) if (key) await app.goods.drop('files', key)
  }
}
