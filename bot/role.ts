import Router from '@koa/router'
import type { Context as KoaContext } from 'koa'

import { createBoundedPool } from '../src/lib/bounded-pool.ts'
import { type Condition, findDueSql } from '../src/lib/find-due-sql.ts'
import { type Loop, startLoop } from '../src/lib/loop.ts'

import { readBytes } from '../src/lib/read-bytes.ts'
import type { App } from '../src/needs.ts'
import { deliverNotices } from '../src/notices/deliver-notices.ts'
import { dueNoticesSql } from '../src/notices/deliver-notices-sql.ts'
import type { Messenger } from '../src/notices/messenger.ts'
import { type BotScreens, createUpdateHandler, isAnsweredByHandler } from './bot.ts'
import { ensurePlatformBot } from './bots/add-bot.ts'
import { type Bots, createBots } from './bots/bots.ts'
import { setHooks } from './bots/set-hooks.ts'
import { createInbox, type Inbox } from './inbox/inbox.ts'
import { pendingUpdatesSql } from './inbox/inbox-sql.ts'
import { startPolling } from './inbox/poll.ts'
import { pollableBotsSql } from './inbox/poll-sql.ts'
import { receiveUpdate } from './inbox/receive-update.ts'
import { createMessenger } from './notices/messenger.ts'
import type { NoticeViews } from './notices/notice-view.ts'
import { answerInline } from './screens/inline.ts'
import { createCallbackQueries } from './telegram/callback-queries.ts'
import type { BackgroundWork, BotParts } from './work.ts'

/** All bots of this process: they receive updates, answer them, and send what is waiting. */
export interface BotRole {
  /** `/tg/:hookId`, for Telegram. */
  router: Router
  bots: Bots
  inbox: Inbox
  messenger: Messenger
  /** Starts to receive and to send. */
  start(): Promise<void>
  /** Stops accepting work, and resolves when the current work has ended. */
  stop(): Promise<void>
}

const quarterMs = 250
const secondMs = 1_000
const minuteMs = 60_000
/** The interval at which loops with a condition run regardless of it. */
const fallbackMs = 30_000
const chatsMax = 50
const noticesMax = 30
const drainMs = 4_000

/**
 * Creates the bots of this process. `handlerHasMs` is how long the spinner of a button may wait for the text
 * of its handler.
 */
export function createBotRole(app: App, screens: BotScreens, views: NoticeViews, handlerHasMs = quarterMs): BotRole {
  const bots = createBots(app)
  const queries = createCallbackQueries(app, { isAnsweredByHandler: isAnsweredByHandler(screens), handlerHasMs })
  const inbox = createInbox(app, {
    bots,
    queries,
    handle: createUpdateHandler(app, screens, queries),
    answerInline: (bot, query) => answerInline(app, bot, query),
  })
  const messenger = createMessenger(app, bots, views)
  const handlers = createBoundedPool(chatsMax)
  const parts = { app, bots, messenger }
  const outgoing = [...outgoingWork(parts), ...(screens.work?.(parts) ?? [])]
  const ends: (() => unknown)[] = []
  let isStopped = false

  return {
    router: updateRouter(app, bots, inbox),
    bots,
    inbox,
    messenger,
    async start() {
      const polls = app.config.botUpdates === 'polling'
      const polling = polls ? startPolling(app, bots, inbox, { everyMs: fallbackMs }) : undefined
      const receiving: Omit<BackgroundWork, 'pool'> = {
        name: 'inbox',
        due: pendingUpdatesSql,
        work: () => handlers.start(room => inbox.sweep(room)),
        failure: 'the inbox could not be looked through',
      }
      const loops = [receiving, ...outgoing].map(work => ({
        ...work,
        loop: startLoop(app, { everyMs: fallbackMs, ...work }),
      }))
      const due = [...loops, ...(polling ? [{ name: 'polls', due: pollableBotsSql, loop: polling }] : [])]
      const others = [
        startLoop(app, {
          everyMs: minuteMs,
          work: () => ensurePlatformBot(app),
          failure: 'BOT_TOKEN could not be taken into service',
        }),
        ...(polls ? [] : [startHooking(app, () => isStopped)]),
        startDueLook(app, due),
      ]
      ends.push(
        app.wake.on('bots', () => bots.forget()),
        async () => {
          await polling?.stop()
          await Promise.all([...loops.map(({ loop }) => loop), ...others].map(loop => loop.stop()))
          await inbox.stop()
          await Promise.all([handlers, ...outgoing.map(({ pool }) => pool)].map(pool => pool.drain(drainMs)))
        },
      )
    },
    async stop() {
      isStopped = true
      for (const end of ends.splice(0)) await end()
    },
  }
}

/**
 * Returns the outgoing work that no update caused. Each kind has its own pool, so that kinds do not delay each other.
 */
function outgoingWork({ app, messenger }: BotParts): BackgroundWork[] {
  const notices = createBoundedPool(noticesMax)
  return [
    {
      name: 'notices',
      due: dueNoticesSql,
      pool: notices,
      channels: ['notices', 'payments'],
      work: () => notices.start(room => deliverNotices({ ...app, messenger }, room)),
      failure: 'notices could not be claimed',
    },
  ]
}

/** Starts a loop that checks with one statement a second which work is due. */
function startDueLook(app: App, works: (Condition & { loop: Pick<Loop, 'soon'> })[]): Loop {
  const dueSql = findDueSql<{ now: Date }>(works)
  return startLoop(app, {
    everyMs: secondMs,
    async work() {
      const [due] = await app.sql.query(dueSql, { now: app.now() })
      for (const { name, loop } of works) if (due!.names.includes(name)) loop.soon()
    },
    failure: 'what the bots have to do could not be looked at',
  })
}

function startHooking(app: App, isStopped: () => boolean): Loop {
  return startLoop(app, {
    everyMs: 5 * secondMs,
    channels: ['bots'],
    work: () => setAllHooks(app, isStopped),
    failure: 'webhooks could not be set',
  })
}

const bodyBytesMax = 1_048_576

function updateRouter(app: App, bots: Bots, inbox: Inbox): Router {
  const router = new Router()
  router.post('/tg/:hookId', async ctx => {
    const update = await readJson(ctx)
    const secret = ctx.get('X-Telegram-Bot-Api-Secret-Token')
    const told = { hookId: ctx.params.hookId!, secret, update }
    const { status, reply } = await receiveUpdate({ bots, inbox, log: app.log }, told)
    ctx.status = status
    ctx.body = reply ?? ''
  })
  return router
}

/** Parses the body as JSON; returns undefined if it is invalid, truncated, or too large. */
async function readJson(ctx: KoaContext): Promise<unknown> {
  try {
    const body = await readBytes(ctx.req, bodyBytesMax)
    return body === null ? undefined : JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

async function setAllHooks(app: App, isStopped: () => boolean): Promise<void> {
  let told = 1
  while (told > 0 && !isStopped()) told = await setHooks(app)
}
