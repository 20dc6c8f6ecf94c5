import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerBot, performForBot } from './answer-bot.ts'
import { answerControl } from './control.ts'
import { answerFile } from './file-routes.ts'
import { checkForInlineAnswers } from './inline.ts'
import { type Door, findRefusalStatus } from './lib/door.ts'
import type { Outbound } from './lib/outbound.ts'
import type { Database } from './lib/sql.ts'
import { checkForNews, forgetOldNews } from './news.ts'
import { answerPage } from './page-routes.ts'
import { checkForUpdates } from './polling.ts'
import { checkForAnswers, forgetOldPresses } from './presses.ts'
import type { Log, Room } from './room.ts'
import { createSchema } from './schema.ts'
import { createSignals } from './signals.ts'
import { checkForCheckouts } from './stars.ts'
import { dropExpiredUpdates } from './updates.ts'
import { startWebhooks } from './webhooks.ts'

export interface LocalBotApi {
  /** Answers a request whose address arrives without the prefix under which this is mounted. */
  handle: (req: IncomingMessage, res: ServerResponse) => void
  /** Ends long polls, event streams and running deliveries; all state stays in the database. */
  close(): Promise<void>
}

const tidyEveryMs = 30_000
/** The size of four bodies of the largest kind. */
const bodiesBytesMax = 200 * 1024 * 1024

/**
 * Creates a Bot API on this machine, with a chat page for people and a control for programs; README.md describes its
 * use. Its state is in the schema `local_bot_api`, which several processes may share. `url` is the public base, for
 * example `http://localhost:3000/telegram`. Throws in production.
 */
export async function createLocalBotApi(needs: {
  sql: Database
  url: string
  log: Log
  door: Door
  outbound: Outbound
  production?: boolean
  /** Returns business time, which the page uses for countdowns. */
  now?: () => Date
  /** The limit of bytes of bodies that are being read at once. */
  bodiesBytesMax?: number | undefined
  /** Called with every call of a bot before it runs, for tests. */
  onCall?: Room['onCall']
}): Promise<LocalBotApi> {
  if (needs.production) {
    throw new Error(
      'The local Bot API lets anybody write as anybody, so it does not start when NODE_ENV=production. Set BOT_TOKEN.',
    )
  }
  await createSchema(needs.sql)
  const { log, door, outbound, onCall, now = () => new Date() } = needs
  const signals = createSignals(error => log.warn({ err: error }, 'local Bot API: looking for changes failed'))
  const room: Room = {
    sql: needs.sql,
    url: needs.url.replace(/(?<!\/)\/+$/, ''),
    log,
    signals,
    door,
    outbound,
    bodies: { bytes: 0, bytesMax: needs.bodiesBytesMax ?? bodiesBytesMax },
    now,
    onCall,
  }
  checkForUpdates(room)
  checkForAnswers(room)
  checkForCheckouts(room)
  checkForInlineAnswers(room)
  checkForNews(room)
  const webhooks = startWebhooks(room, (botId, method, values) => performForBot(room, botId, method, values))
  const tidying = setInterval(() => void tidyRoom(room), tidyEveryMs)
  return {
    handle: (req, res) => void handleRequest(room, req, res),
    async close() {
      clearInterval(tidying)
      signals.wake('closing:all')
      await webhooks.close()
      await signals.close()
    },
  }
}

async function handleRequest(room: Room, req: IncomingMessage, res: ServerResponse): Promise<void> {
  // A client that hangs up during the answer is not a fault of this server.
  res.on('error', () => res.destroy())
  // The rest of a refused body would precede the next request on this connection.
  res.once('finish', () => req.resume())
  try {
    await routeRequest(room, req, res)
  } catch (error) {
    if (res.destroyed) return
    const refused = findRefusalStatus(error)
    if (refused !== undefined) return answerError(res, refused, (error as Error).message)
    // The token is part of the address, so the address stays out of the log.
    room.log.error({ err: error }, 'local Bot API: a request failed')
    if (res.headersSent) res.destroy()
    else answerError(res, 500, 'Internal Server Error')
  }
}

function routeRequest(room: Room, req: IncomingMessage, res: ServerResponse): Promise<void> | void {
  room.door.refuseStrangers(req)
  const address = readAddress(req)
  if (address === undefined) return answerError(res, 404, 'Not Found')
  const { pathname } = address
  const [, botToken, method] = /^\/bot([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? []
  if (botToken !== undefined)
    return answerBot(room, req, res, { token: decodeURIComponent(botToken), methodName: method! })
  if (/^\/(control\/files\/|file\/bot)/.test(pathname)) return answerFile(room, req, res, pathname)
  if (pathname.startsWith('/control/')) return answerControl(room, req, res, address)
  return answerPage(room, req, res, pathname)
}

function readAddress(req: IncomingMessage): URL | undefined {
  try {
    // A base that ends with a slash produces two, which would also name another host.
    const address = new URL(`http://local/${(req.url ?? '').replace(/^\/+/, '')}`)
    // Names here never contain NUL, which the database refuses.
    return decodeURIComponent(address.pathname).includes('\0') ? undefined : address
  } catch {
    return undefined
  }
}

/**
 * Sends an error in one body for bots (`description`) and for drivers (`error`), because the address does not identify
 * the caller.
 */
function answerError(res: ServerResponse, status: number, description: string): void {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ ok: false, error_code: status, description, error: description }))
}

async function tidyRoom(room: Room): Promise<void> {
  try {
    await dropExpiredUpdates(room)
    await forgetOldNews(room)
    await forgetOldPresses(room)
  } catch (error) {
    room.log.warn({ err: error }, 'local Bot API: tidying failed')
  }
}
