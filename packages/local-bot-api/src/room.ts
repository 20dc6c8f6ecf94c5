import type { Door } from './lib/door.ts'
import type { Outbound } from './lib/outbound.ts'
import type { BodyMemory } from './lib/read-bytes.ts'
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
  /** The public base, without a final slash; every address in an answer starts with it. */
  url: string
  log: Log
  signals: Signals
  door: Door
  /** Guards every request to an address that a bot named. */
  outbound: Outbound
  /** Limits the memory of bodies that are being read. */
  bodies: BodyMemory
  /** Returns business time, by which the page counts down to moments named by bots. Messages have real time. */
  now(): Date
  /** Called with every call of a bot before it is executed. */
  onCall?: ((call: HeardCall) => void) | undefined
}

/** A call as it was read: queries and forms contain only texts. */
export interface HeardCall {
  bot: string
  method: string
  values: Record<string, unknown>
  /** The names of a form's fields that are files. */
  uploads: string[]
}

/** Creates a value when a room first needs it, and returns it from then on. */
export function createOncePerRoom<Made>(make: (room: Room) => Made): (room: Room) => Made {
  const made = new WeakMap<Room, Made>()
  return room => {
    if (!made.has(room)) made.set(room, make(room))
    return made.get(room)!
  }
}
