import type { Door } from './lib/door.ts'
import type { Outbound } from './lib/outbound.ts'
import type { BodyRoom } from './lib/read-bytes.ts'
import type { Database } from './lib/sql.ts'
import type { Signals } from './signals.ts'

/** The part of pino's logger that is used here. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The dependencies of every part of the local Bot API. */
export interface Room {
  sql: Database
  /** Public base, without a slash at the end; every address in an answer starts with it. */
  url: string
  log: Log
  signals: Signals
  door: Door
  /** Guards every request to an address that a bot named. */
  outbound: Outbound
  /** Limits the memory of bodies that are being read. */
  bodies: BodyRoom
  /** Business time: moments that bots name are counted down by it. Messages have the real time. */
  now(): Date
  /** Hears of every call of a bot before it is done. */
  onCall?: ((call: HeardCall) => void) | undefined
}

/** A call as it was read: a query and a form have texts alone. */
export interface HeardCall {
  bot: string
  method: string
  values: Record<string, unknown>
  /** The parts of a form that are files. */
  uploads: string[]
}

/** Makes something when a room first needs it, and returns the same from then on. */
export function perRoom<Made>(make: (room: Room) => Made): (room: Room) => Made {
  const made = new WeakMap<Room, Made>()
  return room => {
    if (!made.has(room)) made.set(room, make(room))
    return made.get(room)!
  }
}
