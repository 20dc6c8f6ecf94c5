import type { IncomingMessage, ServerResponse } from 'node:http'
import { findMessages } from './messages.ts'
import { followNews, type NewsItem } from './news.ts'
import type { Room } from './room.ts'
import { toSeenMessages } from './seen-messages.ts'

const beatEveryMs = 15_000
const clockEveryMs = 1_000
/** A jump of the clock that is noticed; it is shorter than the interval between two polls. */
const leapMs = 500

/**
 * Handles `GET /control/events?person=`: server-sent events of a person's chats. Each is `{"kind", "bot"?, ...}`; a new
 * or changed message is sent whole.
 */
export async function streamEvents(
  room: Room,
  req: IncomingMessage,
  res: ServerResponse,
  personId: number,
): Promise<void> {
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  res.write('retry: 1000\n\n')
  const stop = await followNews(room, personId, async items => {
    const events = await listEvents(room, items)
    if (!res.writableEnded) for (const event of events) res.write(`data: ${JSON.stringify(event)}\n\n`)
  })
  const beat = setInterval(() => res.write(': still here\n\n'), beatEveryMs)
  const stopTelling = sendClock(room, res)
  // From here on no event is missed, so a page reads its chats after this event.
  res.write('data: {"kind":"hello"}\n\n')
  const end = () => {
    clearInterval(beat)
    stopTelling()
    stop()
    stopClosing()
    res.end()
  }
  const stopClosing = room.signals.listen('closing:all', end)
  req.once('close', end)
}

/** Sends the business time, and again whenever it changes. */
function sendClock({ now }: Room, res: ServerResponse): () => void {
  let toldAheadMs: number | undefined
  const send = () => {
    const aheadMs = now().getTime() - Date.now()
    if (toldAheadMs !== undefined && Math.abs(aheadMs - toldAheadMs) < leapMs) return
    toldAheadMs = aheadMs
    res.write(`data: ${JSON.stringify({ kind: 'clock', now_ms: now().getTime() })}\n\n`)
  }
  send()
  const sending = setInterval(send, clockEveryMs)
  return () => clearInterval(sending)
}

async function listEvents(room: Room, items: NewsItem[]): Promise<object[]> {
  const messages = new Map<string, object>()
  for (const botId of new Set(items.flatMap(item => (item.kind === 'message' ? [item.bot_id!] : [])))) {
    const ids = items.flatMap(item =>
      item.kind === 'message' && item.bot_id === botId ? [item.data.message_id as number] : [],
    )
    const found = await findMessages(room, botId, [...new Set(ids)])
    const seen = await toSeenMessages(room, found)
    for (const [index, message] of found.entries()) messages.set(`${botId} ${message.message_id}`, seen[index]!)
  }
  return items.flatMap(({ kind, bot_id, data }) => {
    if (kind !== 'message') return [{ kind, bot: bot_id, ...data }]
    const message = messages.get(`${bot_id} ${data.message_id}`)
    return message === undefined ? [] : [{ kind, bot: bot_id, message }]
  })
}
