import type { IncomingMessage } from 'node:http'
import { BotApiError, badRequest } from './bot-api-error.ts'
import { readBytes } from './lib/read-bytes.ts'
import { isStorable } from './lib/storable.ts'
import type { Upload } from './params.ts'
import type { Room } from './room.ts'

export interface ParsedRequest {
  values: Record<string, unknown>
  uploads: Map<string, Upload>
}

/** Telegram's own limit for uploads of a bot. */
const bytesMax = 50 * 1024 * 1024
const retryAfterS = 1

/**
 * Reads a bot's request in any of the four formats of the Bot API. The query counts too, but the body takes precedence.
 */
export async function readRequest(room: Room, req: IncomingMessage, query: URLSearchParams): Promise<ParsedRequest> {
  const sent = readSent(await readBody(room, req), req.headers['content-type'] ?? '', query)
  if (!isStorable(sent.values)) throw badRequest('strings must be encoded in UTF-8')
  return sent
}

function readSent(body: Buffer, type: string, query: URLSearchParams): ParsedRequest {
  const values: Record<string, unknown> = Object.fromEntries(query)
  if (body.length === 0) return { values, uploads: new Map() }
  if (type.startsWith('application/json')) {
    return { values: { ...values, ...parseObject(body) }, uploads: new Map() }
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const form = Object.fromEntries(new URLSearchParams(body.toString()))
    return { values: { ...values, ...form }, uploads: new Map() }
  }
  const boundary = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)
  if (boundary === null) throw badRequest('unsupported content type')
  const parts = readParts(body, (boundary[1] ?? boundary[2])!)
  return { values: { ...values, ...parts.values }, uploads: parts.uploads }
}

/**
 * Reads the whole body. Answers `413 Request Entity Too Large` beyond the limit, `400` if it is shorter than announced,
 * and `429` if all callers together send too much.
 */
export async function readBody(room: Room, req: IncomingMessage): Promise<Buffer> {
  const body = await readBytes(req, bytesMax, room.bodies).catch(error => {
    // The sender hung up, which is not an error of this server.
    if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw badRequest('request is cut off')
    throw error
  })
  if (body === 'long') throw new BotApiError(413, 'Request Entity Too Large')
  if (body === 'crowded') {
    throw new BotApiError(429, `Too Many Requests: retry after ${retryAfterS}`, { retry_after: retryAfterS })
  }
  return body
}

function parseObject(body: Buffer): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString())
  } catch {
    throw badRequest("can't parse request JSON object")
  }
  // Libraries send `null` for a call without parameters.
  if (parsed === null) return {}
  if (typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw badRequest("can't parse request JSON object")
  }
  return parsed as Record<string, unknown>
}

/**
 * Parses multipart leniently: grammY writes `content-disposition:form-data;name="x";filename=a name.png`, without
 * quotes, which strict parsers refuse.
 */
function readParts(body: Buffer, boundary: string): ParsedRequest {
  const values: Record<string, unknown> = {}
  const uploads = new Map<string, Upload>()
  const mark = Buffer.from(`--${boundary}`)
  const separator = Buffer.from(`\r\n--${boundary}`)
  let at = body.indexOf(mark)
  while (at >= 0) {
    const begin = at + mark.length + 2
    const headersEnd = body.indexOf('\r\n\r\n', begin)
    const end = headersEnd < 0 ? -1 : body.indexOf(separator, headersEnd + 2)
    if (end < 0) break
    const headers = body.toString('utf8', begin, headersEnd)
    const content = body.subarray(Math.min(headersEnd + 4, end), end)
    const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1] ?? /[;\s]name=([^;\s]*)/i.exec(headers)?.[1]
    const file = /filename="([^"\r\n]*)"/i.exec(headers)?.[1] ?? /filename=([^;\r\n]*)/i.exec(headers)?.[1]
    const mime = /^content-type:\s*([^;\r\n]+)/im.exec(headers)?.[1] ?? ''
    if (name !== undefined && file !== undefined)
      uploads.set(name, { name: file.trim(), mime: mime.trim(), bytes: content })
    else if (name !== undefined) values[name] = content.toString()
    at = end + 2
  }
  return { values, uploads }
}
