import type { IncomingMessage } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { brokenBody } from '../lib/read-bytes.ts'
import { type Refusal, type RefusalCode, refuseField } from '../lib/refusal.ts'

export interface FormLimits {
  /** Of the one file. */
  fileBytesMax: number
  /** What a larger one is refused as; `invalid_request` when omitted. */
  fileTooLarge?: RefusalCode
  /** Of all other fields together. */
  fieldsBytesMax: number
}

export interface Form {
  fields: Record<string, string | Buffer>
  /** The file name that the browser sent; null without a file or a name. */
  fileName: string | null
}

// Its name is taken as soon as a file begins.
const nothingYet = Buffer.alloc(0)
const fieldsMax = 10
const partsMax = fieldsMax + 2
// The headers of a part: a name, a file name and a type.
const partHeaderBytesMax = 4_096

/**
 * The fields of a multipart form by name; a file is its bytes, which nothing else than a form can bring. The file stays in
 * memory, so that a form that is refused leaves nothing on the disk. Refuses `invalid_request` for a form that is broken,
 * cut off or too large, for a second file, and for a name that comes twice.
 */
export async function readForm(request: IncomingMessage, limits: FormLimits): Promise<Form> {
  const form = openForm(request, limits)
  const fields = new Map<string, string | Buffer>()
  let bytesLeft = limits.fileBytesMax + limits.fieldsBytesMax + partsMax * partHeaderBytesMax
  const files: Promise<void>[] = []
  let fileName: string | null = null
  try {
    await new Promise<void>((resolve, reject) => {
      form
        .on('field', (name, value, nameCut, valueCut) => {
          if (nameCut || valueCut) reject(tooLarge())
          else if (fields.has(name)) reject(refuseField(name, 'is given more than once'))
          else fields.set(name, value)
        })
        .on('file', (name, file, nameThere) => {
          // First of all: a form that ends inside a file fails the file too, whether or not the file was refused meanwhile, and an error that
          // nobody listens to ends the process.
          file.on('error', () => reject(brokenBody()))
          const refuse = (refusal: Refusal) => {
            file.resume()
            reject(refusal)
          }
          if (files.length > 0) return refuse(refuseField(name, 'is a second file: one is taken'))
          if (fields.has(name)) return refuse(refuseField(name, 'is given more than once'))
          fields.set(name, nothingYet)
          // Browsers write a quote in a name so, as the header has quotes around it.
          fileName = nameThere?.replaceAll('%22', '"') || null
          file.on('limit', () => reject(fileTooLarge(name, limits)))
          files.push(readFile(file).then(bytes => void fields.set(name, bytes), reject))
        })
        .on('fieldsLimit', () => reject(tooMany()))
        .on('partsLimit', () => reject(tooMany()))
        .on('error', () => reject(brokenBody()))
        .on('finish', resolve)
      // It may have been cut off before: then no event of its own comes any more.
      finished(request, error => error && reject(brokenBody(error)))
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
    throw error
  }
  return { fields: Object.fromEntries(fields), fileName }
}

function openForm(request: IncomingMessage, { fileBytesMax, fieldsBytesMax }: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        // The second is let through to be refused by its name.
        files: 2,
        fields: fieldsMax,
        parts: partsMax,
        fileSize: fileBytesMax,
        fieldSize: fieldsBytesMax,
        fieldNameSize: 100,
        headerSize: partHeaderBytesMax,
      },
    })
  } catch {
    throw refuseField('Content-Type', 'names no boundary')
  }
}

async function readFile(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function fileTooLarge(name: string, limits: FormLimits): Refusal {
  return refuseField(name, `has ${limits.fileBytesMax} bytes at most`, limits.fileTooLarge)
}

const tooLarge = (): Refusal => refuseField('body', 'is too large')
const tooMany = (): Refusal => refuseField('body', `has more than ${fieldsMax} fields`)
