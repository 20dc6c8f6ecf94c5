import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Pushed {
  path: string
  headers: http.IncomingHttpHeaders
  /** The message, decrypted as by the browser. */
  message: { title: string; body: string; tag: string; url: string }
  /** The decrypted text. */
  plain: string
}

/** A browser with its keys, registered at a push service on this machine. */
export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushService {
  /** `host:port`, for OUTBOUND_ALLOW. */
  door: string
  received: Pushed[]
  /** The number of requests that arrived, accepted or not. */
  asked: number
  addBrowser(): Browser
  /** Answers the next requests with this status; null restores the usual answer. */
  answer(status: number | null, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** Simulates a push service (RFC 8030) and the browsers behind it, which decrypt the messages (RFC 8291). */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>()
  let forced: { status: number; headers: Record<string, string> } | null = null
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    service.asked++
    if (forced) return response.writeHead(forced.status, forced.headers).end()
    const browser = browsers.get(request.url!)
    if (!browser || !isSigned(request.headers.authorization ?? '', service.door)) return response.writeHead(403).end()
    const plain = decrypt(body, browser.keys, browser.auth)
    service.received.push({ path: request.url!, headers: request.headers, message: JSON.parse(plain), plain })
    response.writeHead(201).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    door: `127.0.0.1:${port}`,
    received: [],
    asked: 0,
    addBrowser() {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/wpush/${randomBytes(12).toString('hex')}`
      browsers.set(path, { keys, auth })
      return { endpoint: `http://127.0.0.1:${port}${path}`, p256dh, auth: auth.toString('base64url') }
    },
    answer(status, headers = {}) {
      forced = status === null ? null : { status, headers }
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return service
}

/** Whether the request proves its sender: an unexpired token of RFC 8292, signed by ES256 for this service. */
function isSigned(authorization: string, door: string): boolean {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (!token || !key) return false
  const [header, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString())
  return (
    aud === `http://${door}` &&
    exp > Date.now() / 1000 &&
    /^(https:|mailto:)/.test(sub) &&
    verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))
  )
}

function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const derive = (input: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', input, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
