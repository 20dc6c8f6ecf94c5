import { z } from 'zod'
import { OutboundError } from '../lib/outbound.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import type { EndpointRequest } from './execute-endpoint.ts'
import { requireText, treatBlankAsAbsent } from './fields.ts'

const given = z.preprocess(treatBlankAsAbsent, z.string('is text').optional())

/** The static code that the documents use as an example. */
export const exampleQris =
  '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI' +
  '51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID' +
  '5911TOKO MURAHA6005Medan61052011162070703A016304B85E'

/** The three ways to send a code (contract 4.4). The bytes of a file can only be sent in a form, not in JSON. */
export const sourceFields = {
  qris: given,
  image: z
    .preprocess(
      treatBlankAsAbsent,
      z
        .union([z.string(), z.instanceof(Buffer).meta({ override: { type: 'string' } })], 'is base64 text or a file')
        .optional(),
    )
    .meta({ override: asText, description: 'Base64, or a data: URL' }),
  image_url: given.meta({ format: 'uri' }),
}

// JSON cannot contain files.
function asText({ jsonSchema }: { jsonSchema: { anyOf?: unknown; type?: unknown; format?: string } }): void {
  delete jsonSchema.anyOf
  jsonSchema.type = 'string'
  jsonSchema.format = 'byte'
}

const sourceNames = ['qris', 'image', 'image_url'] as const

export const sourceRule = 'Takes exactly one of `qris`, `image` and `image_url`; an empty one counts as omitted.'

/**
 * Documents the rule of `readQrisSource` for programs. It only affects the documents: `readQrisSource` itself enforces
 * it.
 */
export function documentSourceRule(jsonSchema: { oneOf?: unknown }): void {
  jsonSchema.oneOf = sourceNames.map(requireText)
}

interface Source {
  qris?: string | undefined
  image?: string | Buffer | undefined
  image_url?: string | undefined
}

type SourceNeeds = Pick<App, 'images' | 'outbound' | 'config'>

const downloadTimeoutMs = 10_000

/**
 * Returns the text of the code in the request. Refuses `invalid_request` unless there is exactly one source, and,
 * naming the field, for an unusable picture or address.
 */
export async function readQrisSource(
  app: SourceNeeds,
  source: Source,
  request: EndpointRequest,
  owner: number,
): Promise<string> {
  const named = sourceNames.filter(name => source[name] !== undefined)
  if (named.length !== 1) {
    const error =
      named.length === 0 ? 'one of qris, image and image_url is needed' : `only one of ${named.join(', ')} is allowed`
    throw refuseField(named[1] ?? 'qris', error, { code: named.length === 0 ? 'missing' : 'conflicting' })
  }
  if (source.qris !== undefined) return source.qris
  request.takePicture()
  return addFieldToRefusal(named[0]!, async () => {
    const bytes =
      source.image === undefined ? await downloadImage(app, source.image_url!) : readImage(app, source.image)
    return app.images.read(bytes, owner)
  })
}

/** Adds the field to a refusal, because the reader of a picture or code does not know the source of its input. */
export async function addFieldToRefusal<Result>(path: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.fields === undefined) throw error.of(path)
    throw error
  }
}

function readImage(app: SourceNeeds, image: string | Buffer): Buffer {
  if (typeof image !== 'string') return image
  const base64 = plainBase64(withoutPrefix(image))
  if (base64 === '' || base64.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(base64.replace(/={1,2}$/, ''))) {
    throw new Refusal('invalid_image', 'is not base64')
  }
  const bytes = Buffer.from(base64, 'base64')
  const { imageBytesMax } = app.config.limits
  if (bytes.length > imageBytesMax) throw new Refusal('image_too_large', `has more than ${imageBytesMax} bytes`)
  return bytes
}

// A form decodes `+` as a blank, and lines may be broken there; base64url uses different letters for two of base64's.
function plainBase64(written: string): string {
  const text = written
    .trim()
    .replace(/[\r\n\t]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const withPlus = text.replaceAll(' ', '+')
  return withPlus.length % 4 === 0 ? withPlus : text.replaceAll(' ', '')
}

const prefixCharactersMax = 200

// Removes `data:image/png;name=a.png;base64,`. The search is limited to the start, because searching megabytes
// overflows the stack.
function withoutPrefix(image: string): string {
  const comma = /^\s*data:/i.test(image) ? image.slice(0, prefixCharactersMax).indexOf(',') : -1
  return comma < 0 ? image : image.slice(comma + 1)
}

async function downloadImage(app: SourceNeeds, address: string): Promise<Buffer> {
  try {
    const answer = await app.outbound.fetch(address, {
      timeoutMs: downloadTimeoutMs,
      responseBytesMax: app.config.limits.imageBytesMax,
      headers: { accept: 'image/*' },
    })
    if (answer.status !== 200) throw new Refusal('fetch_failed', describeStatus(answer.status))
    return answer.body
  } catch (error) {
    if (error instanceof OutboundError) throw asRefusal(error)
    throw error
  }
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? 'the address redirects, which is not followed'
    : `the address answered ${status}`
}

function asRefusal(error: OutboundError): Refusal {
  if (error.kind === 'refused') return new Refusal('address_refused', error.message)
  if (error.kind === 'too_large') return new Refusal('image_too_large', 'the picture there is too large')
  return new Refusal('fetch_failed', error.message)
}
