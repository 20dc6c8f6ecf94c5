import { PassThrough } from 'node:stream'
import { type Loop, startLoop } from '../../../../lib/loop.ts'
import type { PhoneTrouble } from '../../../../lib/phones/phone-trouble.ts'
import type { Needs } from '../../../../needs.ts'
import { findPhoneTrouble } from '../../../../notices/phones/find-phone-trouble.ts'
import { writeEvent } from '../../../../web/parts/event-stream.ts'
import type { Device } from '../../device.ts'
import { findWorkingDevices } from '../../find-working-devices.ts'
import { type Announcement, readAnnouncements } from '../../read-announcements.ts'
import type { OrderNews, PaidNews, SoundboxNews } from './soundbox-news.ts'
import { soundboxChannel } from './wake-soundboxes.ts'

type StreamNeeds = Needs<'em' | 'sql' | 'wake' | 'log' | 'now' | 'calendar'>

/** An open soundbox. */
interface Box {
  stream: PassThrough
  device: Pick<Device, 'id' | 'accountId' | 'mode'>
  /** The real time up to which events have been read. */
  after: Date
  /** The events already sent, for the period that is read again. */
  sent: Map<string, number>
  say: Words
  /** The last trouble of its phone that it was sent; null without trouble. */
  trouble: string | null
  /** The real time in epoch milliseconds before which recorded events count as missed. */
  openedAt: number
}

/** The messages to a soundbox, as its page reads them. */
interface Words {
  announced(news: Announcement): Pick<PaidNews, 'amount' | 'time' | 'clips'> & { text: string }
  trouble(trouble: PhoneTrouble | null): string | null
}

export interface SoundboxStreams {
  /**
   * Opens a stream of payments and orders for a device's account, starting after a moment in real time. Returns null if
   * this process, or the account, has too many. A second stream of a device ends the first.
   */
  open(device: Box['device'], after: Date, say: Words): PassThrough | null
  close(): void
}

// The first hint triggers a query immediately, further ones at most one in this time, however many payments are
// settled.
const restMs = 200
const lookMs = 2_000
/** A page considers itself disconnected after three intervals without a message. */
const beatMs = 2_000
const streamsMax = 500
/** The maximum number of streams per account, so that others get theirs. */
export const streamsPerAccountMax = 10
/** How far back a reconnected soundbox receives missed payments. */
const missedMsMax = 12 * 3_600_000
/**
 * Transactions become visible in a different order than they started, so this period is read again, and each event is
 * reported once.
 */
const overlapMs = 30_000
const revokedEveryMs = 10_000
const troubledEveryMs = 15_000

/** Reports payments and orders to the open soundboxes, with one query per round, soon after a hint. */
export function createSoundboxStreams(app: StreamNeeds): SoundboxStreams {
  const boxes = new Set<Box>()
  let loops: Loop[] = []
  let isClosed = false
  const leave = (box: Box) => {
    boxes.delete(box)
    if (boxes.size === 0) for (const loop of loops.splice(0)) void loop.stop()
  }
  return {
    open(device, after, say) {
      if (isClosed || boxes.size >= streamsMax) return null
      const own = [...boxes].filter(box => box.device.accountId === device.accountId && box.device.id !== device.id)
      if (own.length >= streamsPerAccountMax) return null
      for (const box of boxes) if (box.device.id === device.id) box.stream.destroy()
      const from = Math.max(after.getTime(), Date.now() - missedMsMax) - overlapMs
      const box = {
        stream: new PassThrough(),
        device,
        after: new Date(from),
        sent: new Map(),
        say,
        trouble: null,
        openedAt: Date.now(),
      }
      boxes.add(box)
      box.stream.once('close', () => leave(box))
      writeEvent(box.stream, 'beat', {})
      if (loops.length === 0) loops = startLoops(app, boxes)
      else loops[0]!.soon()
      return box.stream
    },
    close() {
      isClosed = true
      for (const { stream } of boxes) stream.end()
    },
  }
}

function startLoops(app: StreamNeeds, boxes: Set<Box>): Loop[] {
  const look = startLoop(app, {
    everyMs: lookMs,
    channels: ['payments', soundboxChannel],
    apartMs: restMs,
    work: () => sendAnnounced(app, boxes, () => look.soon()),
    failure: 'soundboxes could not be told what was paid',
  })
  // While the database is unavailable, soundboxes stay connected and receive the payments afterwards.
  const beat = startLoop({}, { everyMs: beatMs, work: async () => beatAll(boxes) })
  const revoked = startLoop(app, {
    everyMs: revokedEveryMs,
    work: () => endRevoked(app, boxes),
    failure: 'it could not be read which soundboxes were revoked',
  })
  const troubled = startLoop(app, {
    everyMs: troubledEveryMs,
    work: () => sendTroubles(app, boxes),
    failure: 'it could not be read how the phones of soundboxes are',
  })
  return [look, beat, revoked, troubled]
}

async function sendAnnounced(app: Needs<'sql'>, boxes: Set<Box>, again: () => void): Promise<void> {
  const listening = [...boxes]
  if (listening.length === 0) return
  const { found, until } = await readAnnouncements(
    app,
    listening.map(({ device: { accountId, mode }, after }) => ({ accountId, mode, after })),
  )
  for (const [place, box] of listening.entries()) sendNews(box, found[place]!, until)
  if (until) again()
}

function sendNews(box: Box, read: Announcement[], until: Date | null): void {
  const news = read.filter(({ id }) => !box.sent.has(id))
  for (const { id, recordedAt } of news) box.sent.set(id, recordedAt.getTime())
  const payments: PaidNews[] = []
  const orders: OrderNews[] = []
  for (const one of news) {
    const at = one.recordedAt.getTime()
    const { text, ...words } = box.say.announced(one)
    const entry = { id: one.id, at, isMissed: at < box.openedAt, ...words }
    if (one.kind === 'money') payments.push(entry)
    else orders.push({ ...entry, kind: one.kind, text })
  }
  // The money first: an order that it paid is announced after it.
  if (payments.length > 0) writeEvent(box.stream, 'paid', { payments } satisfies SoundboxNews['paid'])
  if (orders.length > 0) writeEvent(box.stream, 'orders', { orders } satisfies SoundboxNews['orders'])
  const newest = Math.max(0, ...read.map(({ recordedAt }) => recordedAt.getTime()))
  // While more remains, nothing is read again; otherwise a full answer could repeat forever.
  box.after = new Date(Math.max(box.after.getTime(), until ? until.getTime() : newest - overlapMs))
  for (const [id, at] of box.sent) if (at < box.after.getTime()) box.sent.delete(id)
}

function beatAll(boxes: Set<Box>): void {
  for (const box of boxes) writeEvent(box.stream, 'beat', {})
}

async function sendTroubles(app: StreamNeeds, boxes: Set<Box>): Promise<void> {
  const shops = Map.groupBy(boxes, ({ device: { accountId, mode } }) => `${accountId} ${mode}`)
  for (const ofShop of shops.values()) {
    const trouble = await findPhoneTrouble(app, ofShop[0]!.device)
    for (const box of ofShop) {
      const text = box.say.trouble(trouble)
      if (text !== box.trouble) writeEvent(box.stream, 'phone', { text } satisfies SoundboxNews['phone'])
      box.trouble = text
    }
  }
}

async function endRevoked(app: Needs<'em'>, boxes: Set<Box>): Promise<void> {
  const asked = [...boxes]
  const working = await findWorkingDevices(
    app,
    asked.map(({ device }) => device.id),
  )
  for (const box of asked) {
    if (working.has(box.device.id)) continue
    writeEvent(box.stream, 'revoked', {})
    box.stream.end()
  }
}
