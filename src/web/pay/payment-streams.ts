import { once } from 'node:events'
import type { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Loop, startLoop } from '../../lib/loop.ts'
import type { Needs } from '../../needs.ts'
import { hasEnded, type PaymentPhase } from '../../payments/payment-phase.ts'
import { type PhaseNow, readPhases } from '../../payments/read-phases.ts'
import { watchPayments } from '../../payments/watch-payments.ts'
import { writeEvent } from '../parts/event-stream.ts'
import type { ClockNews, PhaseNews } from './phase-news.ts'
import { StreamRegister, type Watcher } from './stream-register.ts'

export interface PaymentStreams {
  /**
   * Returns a stream of server-sent events about one payment, which ends with the payment; null if this process has too
   * many.
   */
  open(invoiceId: string, address: string): PassThrough | null
  /**
   * Resolves when the payment has left the phase, at most after this time; immediately if this process holds too many
   * streams.
   */
  leave(phase: PaymentPhase, payment: { invoiceId: string; address: string }, msMax: number): Promise<void>
  /** Ends every stream permanently: browsers reconnect, if necessary to another process. */
  close(): void
}

// The first hint triggers a query immediately, further ones at most one in this time, however many payments are
// settled.
const restMs = 200
const lookMs = 5_000
const heartbeatMs = 15_000
// A smaller difference is the time between two readings of the clocks.
const movedMsMin = 1_000

/**
 * Watches every payment on a screen with one query per round. A round follows soon after a hint, and slowly without
 * one, which also covers deadlines and changes of the business clock.
 */
export function createPaymentStreams(app: Needs<'sql' | 'now' | 'wake' | 'log'>): PaymentStreams {
  let loops: Loop[] = []
  let isClosed = false
  const register = new StreamRegister(() => {
    for (const loop of loops.splice(0)) void loop.stop()
  })
  const watch = (invoiceId: string, address: string, prepare: (watcher: Watcher) => void) => {
    const watcher = isClosed ? null : register.open(invoiceId, address)
    if (!watcher) return null
    prepare(watcher)
    if (loops.length === 0) loops = startLoops(app, register)
    else for (const loop of loops) loop.soon()
    return watcher.stream
  }
  return {
    open: (invoiceId, address) => watch(invoiceId, address, ({ stream }) => stream.write('retry: 2000\n\n')),
    async leave(phase, { invoiceId, address }, msMax) {
      const stream = watch(invoiceId, address, watcher => {
        watcher.told = phase
      })
      if (!stream) return
      const left = Promise.race([once(stream, 'data'), once(stream, 'close')])
      await Promise.race([left, pause(msMax, undefined, { ref: false })])
      stream.destroy()
    },
    close() {
      isClosed = true
      for (const [, { stream }] of register.watchers()) stream.end()
    },
  }
}

function startLoops(app: Needs<'sql' | 'now' | 'wake' | 'log'>, register: StreamRegister): Loop[] {
  const look = startLoop(app, {
    everyMs: lookMs,
    channels: ['payments'],
    apartMs: restMs,
    work: () => sendPhases(app, register),
    failure: 'open payment pages could not be told the news',
  })
  // Providers are polled first for codes that are on a screen.
  const watch = startLoop(app, {
    everyMs: lookMs,
    apartMs: restMs,
    work: () => watchPayments(app, register.invoiceIds()),
    failure: 'the codes of open pages could not be put first',
  })
  return [look, watch]
}

async function sendPhases(app: Needs<'sql' | 'now'>, register: StreamRegister): Promise<void> {
  sendTime(app, register)
  const phases = await readPhases(app, register.invoiceIds())
  for (const [invoiceId, watcher] of register.watchers()) {
    const now = phases.get(invoiceId)
    if (!now || now.phase === watcher.told) continue
    watcher.told = now.phase
    writeToWatcher(watcher, 'phase', describePhase(now, app.now()))
    if (hasEnded(now.phase)) watcher.stream.end()
  }
}

/**
 * Sends the time. A page then knows that its stream is alive, even while the database is unavailable, and adjusts its
 * countdown if business time is changed.
 */
function sendTime(app: Needs<'now'>, register: StreamRegister): void {
  const movedByMs = app.now().getTime() - Date.now()
  for (const [, watcher] of register.watchers()) {
    const isMoved = Math.abs(movedByMs - watcher.movedByMs) > movedMsMin
    watcher.movedByMs = movedByMs
    if (isMoved || Date.now() - watcher.toldAt >= heartbeatMs)
      writeToWatcher(watcher, 'clock', { now: app.now().toISOString() })
  }
}

/** Returns the message to a page, in its stream and in answer to its polls. Times are ISO 8601. */
export function describePhase({ phase, status, expiresAt }: PhaseNow, now: Date): PhaseNews {
  return { phase, status, expires_at: expiresAt.toISOString(), now: now.toISOString() }
}

function writeToWatcher(watcher: Watcher, event: string, data: PhaseNews | ClockNews) {
  watcher.toldAt = Date.now()
  writeEvent(watcher.stream, event, data)
}
