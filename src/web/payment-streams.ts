import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Needs } from '../needs.ts'
import { hasEnded, type PaymentPhase } from '../payments/payment-phase.ts'
import { type PhaseNow, readPhases } from '../payments/read-phases.ts'
import { watchPayments } from '../payments/watch-payments.ts'

export interface PaymentStreams {
  /** A stream of server-sent events about one payment, ended when the payment is; null when this process holds too many. */
  open(invoiceId: string, address: string): PassThrough | null
  /** Ends every stream for good: browsers come back by themselves, to another process if need be. */
  close(): void
}

interface Watcher {
  stream: PassThrough
  /** Who reads it, as limits count. */
  address: string
  told: PaymentPhase | null
}

const streamsMax = 5_000
const streamsPerPaymentMax = 20
const streamsPerAddressMax = 100
// A hint is acted on at once, and then at most so often, however many payments are settled meanwhile.
const restMs = 200
const lookMs = 5_000
const heartbeatMs = 15_000
const unreadBytesMax = 65_536

/**
 * Watches every payment that is on a screen with one query a look: soon after a hint, and slowly without any, which is
 * also what notices a deadline and a business clock that was moved.
 */
export function createPaymentStreams(app: Needs<'sql' | 'now' | 'wake' | 'log'>): PaymentStreams {
  const watched = new Map<string, Set<Watcher>>()
  const perAddress = new Map<string, number>()
  let count = 0
  let stopWatching: (() => void) | null = null
  let looking = false
  let again = false
  let closed = false

  function startWatching() {
    const off = app.wake.on('payments', () => void look())
    const looks = setInterval(() => {
      void look()
      void watch()
    }, lookMs).unref()
    const beats = setInterval(beat, heartbeatMs).unref()
    return () => {
      off()
      clearInterval(looks)
      clearInterval(beats)
    }
  }

  async function look() {
    again = true
    if (looking) return
    looking = true
    while (again && count > 0) {
      again = false
      await tellAll()
      await pause(restMs)
    }
    looking = false
  }

  async function tellAll() {
    try {
      const phases = await readPhases(app, [...watched.keys()])
      for (const [invoiceId, watchers] of watched) {
        for (const watcher of watchers) tell(watcher, phases.get(invoiceId))
      }
    } catch (error) {
      app.log.warn({ err: error }, 'open payment pages could not be told the news')
    }
  }

  // Whose code is on a screen is asked about first.
  async function watch() {
    try {
      await watchPayments(app, [...watched.keys()])
    } catch (error) {
      app.log.warn({ err: error }, 'the codes of open pages could not be put first')
    }
  }

  function tell(watcher: Watcher, now: PhaseNow | undefined) {
    if (!now || now.phase === watcher.told) return
    watcher.told = now.phase
    write(watcher, 'phase', describePhase(now, app.now()))
    if (hasEnded(now.phase)) watcher.stream.end()
  }

  function beat() {
    for (const watchers of watched.values()) {
      for (const watcher of watchers) write(watcher, 'clock', { now: app.now() })
    }
  }

  return {
    open(invoiceId, address) {
      const watchers = watched.get(invoiceId) ?? new Set()
      const held = perAddress.get(address) ?? 0
      if (closed || count >= streamsMax || held >= streamsPerAddressMax) return null
      if (watchers.size >= streamsPerPaymentMax && !makeRoom(watchers, address)) return null
      const watcher: Watcher = { stream: new PassThrough(), address, told: null }
      watched.set(invoiceId, watchers.add(watcher))
      perAddress.set(address, held + 1)
      count++
      stopWatching ??= startWatching()
      watcher.stream.once('close', () => {
        watchers.delete(watcher)
        if (watchers.size === 0 && watched.get(invoiceId) === watchers) watched.delete(invoiceId)
        count--
        const left = perAddress.get(address)! - 1
        if (left > 0) perAddress.set(address, left)
        else perAddress.delete(address)
        if (count > 0) return
        stopWatching?.()
        stopWatching = null
      })
      watcher.stream.write('retry: 2000\n\n')
      void look()
      void watch()
      return watcher.stream
    },
    close() {
      closed = true
      for (const watchers of watched.values()) {
        for (const watcher of watchers) watcher.stream.end()
      }
    },
  }
}

/** Ends a stream of the address that has most, where it has more than the newcomer would: the page behind it asks from then on. */
function makeRoom(watchers: Set<Watcher>, newcomer: string): boolean {
  const byAddress = Map.groupBy(watchers, ({ address }) => address)
  const [most] = [...byAddress.values()].toSorted((one, other) => other.length - one.length)
  if (!most || most.length <= (byAddress.get(newcomer)?.length ?? 0) + 1) return false
  watchers.delete(most[0]!)
  most[0]!.stream.destroy()
  return true
}

/** What a page is told, by a stream or when it asks. Times are ISO 8601. */
export function describePhase({ phase, status, expiresAt }: PhaseNow, now: Date) {
  return { phase, status, expires_at: expiresAt.toISOString(), now: now.toISOString() }
}

// A reader that left without a word fills its buffer; it is cut off rather than kept.
function write({ stream }: Watcher, event: string, data: object) {
  if (stream.writableLength > unreadBytesMax) stream.destroy()
  else if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
