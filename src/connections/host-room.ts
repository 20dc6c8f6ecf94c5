import { type Outbound, OutboundError } from '../lib/outbound.ts'

interface Room {
  /** The unanswered requests with their times, oldest first. */
  waiting: Set<{ sentAt: number }>
  sentAt: number
  answeredAt: number
}

/** A request counts as hanging after this many milliseconds without an answer. */
const hangingAfterMs = 2_000
const hangingMax = 20
/** The limit of requests to a hanging host, including first requests of other merchants. */
const waitingMax = 100
/** How often a hanging host still gets a trial request, in milliseconds; its first answer opens the host again. */
const trialEveryMs = 500

const rooms = new Map<string, Room>()

/** The owner of requests that share a host's capacity. */
export interface HostUser {
  connector: string
  /** The merchant who owns the connection. */
  accountId: number
}

/**
 * Wraps the outbound requests of a connector and merchant. Requests to a host fail immediately while twenty hang there
 * and none was answered for two seconds, so that one hanging provider cannot occupy all workers. Occasionally one is
 * let through. The first answer opens the host again, as does each request that times out.
 *
 * Merchants who share the host are counted both together and individually. While it hangs for others, a merchant
 * without a running request there may send one, up to a hundred of them: it may hang only for another merchant's
 * connections.
 */
export function limitByHost(
  way: Pick<Outbound, 'fetch'>,
  { connector, accountId }: HostUser,
  now = () => performance.now(),
): Outbound {
  return {
    async fetch(address, options) {
      const host = URL.canParse(address) ? new URL(address).host : ''
      const [shared, own] = [`${connector} ${host}`, `${connector} ${host} ${accountId}`]
      const at = now()
      if (isShut(findRoom(own), at) || (mustShare(findRoom(own), findRoom(shared)) && isShut(findRoom(shared), at))) {
        throw new OutboundError('timeout', `${host} leaves ${findRoom(shared).waiting.size} requests unanswered`)
      }
      const request = { sentAt: at }
      for (const key of [shared, own]) enterRoom(key, request)
      try {
        const answer = await way.fetch(address, options)
        for (const key of [shared, own]) findRoom(key).answeredAt = now()
        return answer
      } finally {
        for (const key of [shared, own]) leaveRoom(key, request)
      }
    },
  }
}

function findRoom(key: string): Room {
  const never = Number.NEGATIVE_INFINITY
  return rooms.get(key) ?? { waiting: new Set(), sentAt: never, answeredAt: never }
}

function enterRoom(key: string, request: { sentAt: number }): void {
  const room = findRoom(key)
  room.waiting.add(request)
  room.sentAt = request.sentAt
  rooms.set(key, room)
}

function leaveRoom(key: string, request: { sentAt: number }): void {
  const room = findRoom(key)
  room.waiting.delete(request)
  if (room.waiting.size === 0) rooms.delete(key)
}

const mustShare = (own: Room, shared: Room) => own.waiting.size > 0 || shared.waiting.size >= waitingMax

function isShut(room: Room, at: number): boolean {
  return isHanging(room, at) && at - room.sentAt < trialEveryMs
}

function isHanging({ waiting, answeredAt }: Room, at: number): boolean {
  if (waiting.size < hangingMax || at - answeredAt < hangingAfterMs) return false
  const decisive = [...waiting][hangingMax - 1]!
  return at - decisive.sentAt >= hangingAfterMs
}
