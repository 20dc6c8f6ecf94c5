import { type Outbound, OutboundError } from '../lib/outbound.ts'

interface Host {
  /** When each request that waits for an answer was sent, oldest first. */
  waiting: Set<{ sentAt: number }>
  sentAt: number
  answeredAt: number
}

/** After so many milliseconds without an answer a request counts as hanging. */
const hangingAfterMs = 2_000
const hangingMax = 20
/** A host that hangs still gets a request this often, in milliseconds: the first that it answers opens it. */
const trialEveryMs = 500

const hosts = new Map<string, Host>()

/**
 * The same way out for the connector `whose`, on which requests to a host fail at once while twenty hang there and none
 * was answered for two seconds: one provider that hangs must not take the places of work for all others. Now and then
 * one goes through, and the first answer opens the host again, as does each request that gives up.
 */
export function withHostRoom(way: Pick<Outbound, 'fetch'>, whose: string, now = () => performance.now()): Outbound {
  return {
    async fetch(address, options) {
      const name = URL.canParse(address) ? new URL(address).host : ''
      const key = `${whose} ${name}`
      const never = Number.NEGATIVE_INFINITY
      const host = hosts.get(key) ?? { waiting: new Set(), sentAt: never, answeredAt: never }
      const at = now()
      if (hangs(host, at) && at - host.sentAt < trialEveryMs) {
        throw new OutboundError('timeout', `${name} leaves ${host.waiting.size} requests unanswered`)
      }
      const request = { sentAt: at }
      host.waiting.add(request)
      host.sentAt = at
      hosts.set(key, host)
      try {
        const answer = await way.fetch(address, options)
        host.answeredAt = now()
        return answer
      } finally {
        host.waiting.delete(request)
        if (host.waiting.size === 0) hosts.delete(key)
      }
    },
  }
}

function hangs({ waiting, answeredAt }: Host, at: number): boolean {
  if (waiting.size < hangingMax || at - answeredAt < hangingAfterMs) return false
  const decisive = [...waiting][hangingMax - 1]!
  return at - decisive.sentAt >= hangingAfterMs
}
