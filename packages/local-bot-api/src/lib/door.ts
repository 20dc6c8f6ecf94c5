import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Protects what only the people and programs of this machine may use. Its errors are identified by their `code`. */
export interface Door {
  /**
   * Rejects requests from a page that was opened under another host name or belongs to another site. Such a page could
   * act for the people here. Throws an Error whose `code` is `forbidden`.
   */
  refuseStrangers(request: IncomingMessage): void
  /** Requires a key if other machines can reach this server. Throws an Error whose `code` is `unauthorized`. */
  requireKey(request: IncomingMessage): Promise<void>
  /** The cookie in which the chat page stores the key that was typed. */
  keyCookie: string
}

const statuses: Record<string, number> = { unauthorized: 401, forbidden: 403 }

/** Returns the HTTP status of an error that a door threw; undefined for every other error. */
export function findRefusalStatus(error: unknown): number | undefined {
  return error instanceof Error ? statuses[(error as Error & { code?: string }).code ?? ''] : undefined
}

class Refused extends Error {
  readonly code: 'unauthorized' | 'forbidden'

  constructor(code: Refused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The cookie's name contains the port too, because all ports of a host share their cookies. */
export function createDoor({ url, key }: { url: string; key?: string | undefined }): Door {
  const own = new URL(url)
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', own.hostname])
  const keyCookie = `local_bot_api_key_${own.port || 'default'}`
  return {
    keyCookie,
    refuseStrangers({ headers: { host = '', origin } }) {
      const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
      if (!named || !hosts.has(named.hostname)) {
        throw new Refused('forbidden', `this is served under localhost and ${own.hostname} only`)
      }
      const isOwnPage = origin === undefined || origin === own.origin || origin === `http://${host}`
      if (!isOwnPage) throw new Refused('forbidden', 'pages of other sites may not use this')
    },
    async requireKey(request) {
      if (key === undefined) return
      const given = request.headers['x-api-key'] ?? readCookie(request, keyCookie)
      if (typeof given !== 'string' || !isSame(given, key)) {
        throw new Refused('unauthorized', 'this wants its key in the header X-API-Key')
      }
    },
  }
}

function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([named]) => named === name)?.[1]
}

function isSame(candidate: string, key: string): boolean {
  const [one, other] = [candidate, key].map(text => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
