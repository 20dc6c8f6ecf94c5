import type { PassThrough } from 'node:stream'
import type Koa from 'koa'

const unreadBytesMax = 65_536

/** Turns an answer into server-sent events, whose body is set afterwards. */
export function startEventStream(ctx: Koa.Context): void {
  ctx.type = 'text/event-stream'
  ctx.set('Cache-Control', 'no-store, no-transform')
  // Proxies that buffer answers would delay the events.
  ctx.set('X-Accel-Buffering', 'no')
}

/** Writes one event. A reader that vanished silently fills its buffer, and is disconnected. */
export function writeEvent(stream: PassThrough, event: string, data: object): void {
  if (stream.writableLength > unreadBytesMax) stream.destroy()
  else if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
