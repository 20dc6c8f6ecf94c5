import type { IncomingMessage } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { SentFile } from '../goods/sent-file.ts'
import { refuseBrokenBody } from '../lib/read-bytes.ts'
import { type PlainRefusalCode, Refusal, refuseField } from '../lib/refusal.ts'
import { computeBodySize } from './body-size.ts'
import type { Upload } from './uploads.ts'

export interface FormLimits {
  /** The maximum size of a file. */
  fileBytesMax: number
  /** How many files of one field are accepted, 1 by default. The second is the field `<name>_2`, and so on. */
  filesMax?: number
  /** The refusal of a larger file, by default `invalid_request`. */
  fileTooLarge?: PlainRefusalCode
  /** Whether a large file is written to disk and returned as a `SentFile`, instead of its bytes. */
  takesLargeFile?: boolean
  /** The maximum size of all other fields together. */
  fieldsBytesMax: number
  /** The maximum number of other fields; by default that of any form of this kind. */
  fieldsMax?: number
  /** Whether a field may occur several times, as checkboxes with the same name do. */
  takesLists?: boolean
}

/** The sender, and its share of the room for large bodies. */
export interface Sender {
  who: string
  upload: Upload
}

export interface Form {
  fields: Record<string, string | Buffer | SentFile>
  /** The fields that occurred several times; empty unless the form accepts lists. */
  lists: Record<string, string[]>
  /** The file name sent by the browser; null without a file or a name. */
  fileName: string | null
}

// Reserves the name of a file as soon as the file begins.
const nothingYet = Buffer.alloc(0)
const usualFieldsMax = 10
const partsMaxOf = (fieldsMax: number) => fieldsMax + 2
// The headers of a part: a name, a file name and a type.
const partHeaderBytesMax = 4_096

/**
 * Reads the fields of a multipart form by name; a file is returned as its bytes, or as a `SentFile`, which only a form
 * can contain. Refuses `invalid_request` for a form that is malformed, truncated or too large, for a second file, and
 * for a repeated name unless the form accepts lists; and as `reserve` does.
 */
export async function readForm(request: IncomingMessage, limits: FormLimits, { who, upload }: Sender): Promise<Form> {
  const { fieldsMax = usualFieldsMax, filesMax = 1 } = limits
  let bytesLeft = filesMax * limits.fileBytesMax + limits.fieldsBytesMax + partsMaxOf(fieldsMax) * partHeaderBytesMax
  upload.reserve(who, computeBodySize(request, bytesLeft))
  const form = openForm(request, { ...limits, fieldsMax })
  const receive = limits.takesLargeFile ? upload.receive : readFile
  const fields = new Map<string, string | Buffer | SentFile>()
  const lists = new Map<string, string[]>()
  const files: Promise<void>[] = []
  const incoming: Readable[] = []
  let fileName: string | null = null
  const failures = new Failures()
  try {
    await new Promise<void>((resolve, reject) => {
      form
        .on('field', (name, value, nameCut, valueCut) => {
          const refusal = nameCut || valueCut ? tooLarge() : addField({ ...limits, fields, lists }, name, value)
          if (refusal) reject(refusal)
        })
        .on('file', (field, file, nameThere) => {
          const name = files.length === 0 ? field : `${field}_${files.length + 1}`
          // First, because a form that ends inside a file also fails the file, and an unhandled error ends the process.
          file.on('error', error => reject(failures.ofSender(error)))
          const refuse = (refusal: Refusal) => {
            file.resume()
            reject(refusal)
          }
          if (files.length >= filesMax) return refuse(secondFile(field, filesMax))
          if (fields.has(name)) return refuse(refuseField(name, 'is given more than once', 'repeated'))
          fields.set(name, nothingYet)
          fileName ??= writtenName(nameThere)
          file.on('limit', () => reject(fileTooLarge(name, limits)))
          incoming.push(file)
          const received = receive(file).then(content => void fields.set(name, content))
          files.push(received.catch(error => reject(failures.ofReceiving(error))))
        })
        .on('fieldsLimit', () => reject(tooMany(fieldsMax)))
        .on('partsLimit', () => reject(tooMany(fieldsMax)))
        .on('error', () => reject(refuseBrokenBody()))
        .on('finish', resolve)
      // It may already have been cut off; its own event has then passed.
      finished(request, error => error && reject(refuseBrokenBody(error)))
      request
        .on('data', (chunk: Buffer) => {
          bytesLeft -= chunk.length
          if (bytesLeft < 0) reject(tooLarge())
        })
        .pipe(form)
    })
    await Promise.all(files)
  } catch (error) {
    request.unpipe(form)
    form.destroy()
    // Otherwise a truncated file would be awaited, and kept open, forever.
    for (const file of incoming) file.destroy(refuseBrokenBody(error))
    await Promise.all(files)
    throw failures.ofStorage ?? error
  }
  return { fields: Object.fromEntries(fields), lists: Object.fromEntries(lists), fileName }
}

interface Collected {
  fields: Map<string, string | Buffer | SentFile>
  lists: Map<string, string[]>
  takesLists?: boolean
}

/**
 * Adds a value to its field, or to a list if the field already exists. Returns a refusal if the form accepts no lists.
 */
function addField({ fields, lists, takesLists }: Collected, name: string, value: string): Refusal | null {
  const first = fields.get(name)
  if (first === undefined) fields.set(name, value)
  else if (!takesLists || typeof first !== 'string') return refuseField(name, 'is given more than once', 'repeated')
  else if (lists.has(name)) lists.get(name)!.push(value)
  else lists.set(name, [first, value])
  return null
}

/**
 * Distinguishes failures of the storage from those of the sender: after either, the form only reports that it is
 * malformed.
 */
class Failures {
  readonly #ofSender = new Set<unknown>()
  ofStorage: unknown

  ofSender(error: unknown): Refusal {
    this.#ofSender.add(error)
    return refuseBrokenBody()
  }

  ofReceiving(error: unknown): unknown {
    if (!this.#ofSender.has(error) && !(error instanceof Refusal)) this.ofStorage ??= error
    return error
  }
}

// Browsers escape quotes in a name this way, because the header quotes it.
function writtenName(name: string | undefined): string | null {
  return name?.replaceAll('%22', '"') || null
}

function openForm(
  request: IncomingMessage,
  { fileBytesMax, filesMax = 1, fieldsBytesMax, fieldsMax }: FormLimits & { fieldsMax: number },
): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        // One more than allowed, so that it can be refused by name.
        files: filesMax + 1,
        fields: fieldsMax,
        parts: partsMaxOf(fieldsMax) + filesMax - 1,
        fileSize: fileBytesMax,
        fieldSize: fieldsBytesMax,
        fieldNameSize: 100,
        headerSize: partHeaderBytesMax,
      },
    })
  } catch {
    throw refuseField('Content-Type', 'names no boundary', 'malformed')
  }
}

async function readFile(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function fileTooLarge(name: string, limits: FormLimits): Refusal {
  return refuseField(
    name,
    `has ${limits.fileBytesMax} bytes at most`,
    { code: 'too_large', bytesMax: limits.fileBytesMax },
    { reason: limits.fileTooLarge },
  )
}

function secondFile(name: string, filesMax: number): Refusal {
  if (filesMax === 1) return refuseField(name, 'is a second file: one is taken', 'repeated')
  return refuseField(name, `are ${filesMax} files at most`, { code: 'too_many', max: filesMax })
}

const tooLarge = (): Refusal => refuseField('body', 'is too large', 'malformed')
const tooMany = (fieldsMax: number): Refusal =>
  refuseField('body', `has more than ${fieldsMax} fields`, { code: 'too_many', max: fieldsMax })
