import { PassThrough } from 'node:stream'
import { type EventReader, listsChannel } from '../../../events/read-since.ts'
import { type Loop, startLoop } from '../../../lib/loop.ts'
import type { Needs } from '../../../needs.ts'
import { writeEvent } from '../../../web/parts/event-stream.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { alertsChannel } from '../plan-alerts.ts'
import { type NewsItem, readNews } from '../read-news.ts'
import type { PageNews } from './page-news.ts'

type StreamNeeds = Needs<'sql' | 'slots' | 'wake' | 'log'>

/** An open page. */
interface OpenPage extends EventReader {
  stream: PassThrough
  sessionId: number
  /** The recent news already sent, by event id, for the period that is read again. */
  sent: Map<string, number>
  describe(news: NewsItem): PageNews
}

export interface PageStreams {
  /**
   * Opens a stream of news for the account of a visit, starting after a moment in real time; null if this process or
   * the account has too many. A new stream of a session may replace its oldest.
   */
  open(visit: Visit, after: Date, describe: OpenPage['describe']): PassThrough | null
  close(): void
}

// A hint takes effect immediately, and then at most this often, however many payments are settled in the meantime.
const restMs = 200
// Without a hint, news is found by the next poll.
const lookMs = 750
/** The maximum time from the commit of news until it is read for open pages, with or without a hint. */
export const ringWaitMs = restMs + lookMs
const beatMs = 15_000
const streamsMax = 2_000
/** The maximum number of streams per account, so that others get theirs. */
const streamsOfAccountMax = 60
const streamsOfSessionMax = 6
const missedMsMax = 600_000
/**
 * Transactions become visible in a different order than they started, so this period is read again, and each event is
 * sent once.
 */
const overlapMs = 10_000
/** Then the browser opens a new stream, for which its session is checked again. */
const lifetimeMs = 300_000

/** Sends news to open pages, with one query per round for all, soon after a hint. */
export function createPageStreams(app: StreamNeeds, everyMs = lookMs): PageStreams {
  const pages = new Set<OpenPage>()
  let loops: Loop[] = []
  let isClosed = false
  const leave = (page: OpenPage) => {
    pages.delete(page)
    if (pages.size === 0) for (const loop of loops.splice(0)) void loop.stop()
  }
  return {
    open(visit, after, describe) {
      const { id: accountId } = visit.account
      const ofAccount = [...pages].filter(page => page.accountId === accountId)
      const ofSession = ofAccount.filter(page => page.sessionId === visit.session.id)
      if (ofSession.length >= streamsOfSessionMax) ofSession[0]!.stream.end()
      else if (isClosed || pages.size >= streamsMax || ofAccount.length >= streamsOfAccountMax) return null
      const from = Math.max(after.getTime(), Date.now() - missedMsMax) - overlapMs
      const page: OpenPage = {
        accountId,
        mode: visit.mode,
        after: new Date(from),
        stream: new PassThrough(),
        sessionId: visit.session.id,
        sent: new Map(),
        describe,
      }
      pages.add(page)
      const end = setTimeout(() => page.stream.end(), lifetimeMs).unref()
      page.stream.once('close', () => {
        clearTimeout(end)
        leave(page)
      })
      writeEvent(page.stream, 'beat', {})
      if (loops.length === 0) loops = startLoops(app, pages, everyMs)
      else loops[0]!.soon()
      return page.stream
    },
    close() {
      isClosed = true
      for (const { stream } of pages) stream.end()
    },
  }
}

function startLoops(app: StreamNeeds, pages: Set<OpenPage>, everyMs: number): Loop[] {
  const look = startLoop(app, {
    everyMs,
    channels: [alertsChannel, listsChannel],
    apartMs: restMs,
    work: () => sendNews(app, pages, () => look.soon()),
    failure: 'open pages could not be told what is new',
  })
  const beat = startLoop({}, { everyMs: beatMs, work: async () => beatAll(pages) })
  return [look, beat]
}

async function sendNews(app: Needs<'sql' | 'slots'>, pages: Set<OpenPage>, again: () => void): Promise<void> {
  const open = [...pages]
  if (open.length === 0) return
  const { found, until } = await readNews(app, open)
  for (const [index, page] of open.entries()) {
    const unsent = found[index]!.filter(({ id }) => !page.sent.has(id))
    for (const { id, recordedAt } of unsent) page.sent.set(id, recordedAt.getTime())
    if (unsent.length > 0) writeEvent(page.stream, 'news', { news: unsent.map(page.describe) })
    const newest = Math.max(0, ...found[index]!.map(({ recordedAt }) => recordedAt.getTime()))
    // While more remains, nothing is read again; otherwise a full answer could repeat forever.
    page.after = new Date(Math.max(page.after.getTime(), until ? until.getTime() : newest - overlapMs))
    for (const [id, at] of page.sent) if (at < page.after.getTime()) page.sent.delete(id)
  }
  if (until) again()
}

function beatAll(pages: Set<OpenPage>): void {
  for (const { stream } of pages) writeEvent(stream, 'beat', {})
}
