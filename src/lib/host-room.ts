import { type Outbound, OutboundError } from './outbound.ts'

interface Host {
  /** When each request that waits for an answer was sent, oldest first. */
  waiting: Set<{ sentAt: number }>
  answeredAt: number
}

/** After so many milliseconds without an answer a request counts as hanging. */
const hangingAfterMs = 2_000
const hangingMax = 20

const hosts = new Map<string, Host>()

/**
 * The same way out, on which requests to a host fail at once while twenty hang there and none was answered for two
 * seconds: one provider that hangs must not take the places of work for all others. The first answer opens the host
 * again, and so does each request that gives up.
 */
export function withHostRoom(way: Pick<Outbound, 'fetch'>, now = () => performance.now()): Outbound {
  return {
    async fetch(address, options) {
      const name = URL.canParse(address) ? new URL(address).host : ''
      const host = hosts.get(name) ?? { waiting: new Set(), answeredAt: Number.NEGATIVE_INFINITY }
      if (hangs(host, now()))
        throw new OutboundError('timeout', `${name} leaves ${host.waiting.size} requests unanswered`)
      const request = { sentAt: now() }
      host.waiting.add(request)
      hosts.set(name, host)
      try {
        const answer = await way.fetch(address, options)
        host.answeredAt = now()
        return answer
      } finally {
        host.waiting.delete(request)
        if (host.waiting.size === 0) hosts.delete(name)
      }
    },
  }
}

function hangs({ waiting, answeredAt }: Host, at: number): boolean {
  if (waiting.size < hangingMax || at - answeredAt < hangingAfterMs) return false
  const decisive = [...waiting][hangingMax - 1]!
  return at - decisive.sentAt >= hangingAfterMs
}
