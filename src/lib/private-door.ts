import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'
import { isRemoteAddress } from './this-machine.ts'

/** Guards the sandbox and the local Bot API, which are for people and programs on this machine. */
export interface PrivateDoor {
  /**
   * Rejects requests from a page that was opened under another host name or belongs to another site. Such a page could
   * act for the people signed in here. Refuses `forbidden`.
   */
  refuseStrangers(request: IncomingMessage): void
  /** Requires a key of the demo if this installation can be reached from the internet. Refuses `unauthorized`. */
  requireKey(request: IncomingMessage): Promise<void>
  /** The cookie in which the chat page stores the entered key. */
  keyCookie: string
}

export interface PrivateDoorNeeds {
  /** The configured addresses of this installation. */
  addresses: string[]
  /** Whether this installation can be reached from the internet; a request from another machine always needs a key. */
  isPublic: boolean
  /** Returns whether a key is one of the demo's. */
  opens(key: string): Promise<boolean>
}

const keyCookie = 'warung_demo_key'

export function createPrivateDoor({ addresses, isPublic, opens }: PrivateDoorNeeds): PrivateDoor {
  const urls = addresses.map(address => new URL(address))
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', ...urls.map(({ hostname }) => hostname)])
  const origins = new Set(urls.map(({ origin }) => origin))
  return {
    keyCookie,
    refuseStrangers({ headers: { host = '', origin } }) {
      const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
      if (!named || !hosts.has(named.hostname)) {
        throw new Refusal('forbidden', 'this is served under localhost and the host of BASE_URL only')
      }
      const isOwnPage = origin === undefined || origins.has(origin) || origin === `http://${host}`
      if (!isOwnPage) throw new Refusal('forbidden', 'pages of other sites may not use this')
    },
    async requireKey(request) {
      if (!isPublic && !isRemoteAddress(request.socket.remoteAddress)) return
      const key = request.headers['x-api-key'] ?? readDoorCookie(request)
      if (typeof key !== 'string' || !(await opens(key))) {
        throw new Refusal('unauthorized', 'this wants a key of demo.json in the header X-API-Key')
      }
    },
  }
}

/**
 * Accepts only JSON: a page of another site can send forms and plain text without permission. Refuses
 * `invalid_request`.
 */
export function requireJson({ headers }: IncomingMessage): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (hasBody && !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new Refusal('invalid_request', 'the body is JSON, with Content-Type: application/json')
  }
}

function readDoorCookie({ headers }: IncomingMessage): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([name]) => name === keyCookie)?.[1]
}
