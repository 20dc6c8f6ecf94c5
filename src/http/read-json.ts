import type { IncomingMessage } from 'node:http'
import { refuseBrokenBody } from '../lib/read-bytes.ts'
import { refuseLongBody } from './unpack-body.ts'

/**
 * Parses an uncompressed JSON body, as nearly all are; `createBodyParser` reads others at several times the cost. The
 * caller has to refuse names that would change a prototype. Refuses `invalid_request` for a body that is too long,
 * truncated, or neither an object nor a list.
 */
export async function readJson(request: IncomingMessage, bytesMax: number): Promise<unknown> {
  if (Number(request.headers['content-length']) > bytesMax) throw refuseLongBody(bytesMax)
  const text = await readText(request, bytesMax)
  if (text === '') return {}
  if (!beginsAsJson.test(text)) throw refuseBrokenBody()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuseBrokenBody(error)
  }
}

const beginsAsJson = /^[ \t\n\r]*[[{]/
const byteOrderMark = '\uFEFF'

function readText(request: IncomingMessage, bytesMax: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // A body that was cut off before it was read emits no further event.
    if (request.destroyed) return reject(refuseBrokenBody())
    const chunks: Buffer[] = []
    let isWhole = false
    let bytes = 0
    // A chunked body declares no length.
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) return chunks.push(chunk)
      chunks.length = 0
      reject(refuseLongBody(bytesMax))
    })
    request.on('end', () => {
      isWhole = true
      const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()
      resolve(text.startsWith(byteOrderMark) ? text.slice(1) : text)
    })
    request.on('error', error => reject(refuseBrokenBody(error)))
    request.on('close', () => {
      if (!isWhole) reject(refuseBrokenBody())
    })
  })
}
