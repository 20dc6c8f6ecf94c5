import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import { holder } from '../../src/lib/holder.ts'
import type { App } from '../../src/needs.ts'
import { type Bots, botSql, type KnownBot, openBot, type StoredBot } from '../bots/bots.ts'
import { revokeBot } from '../bots/revoke-bot.ts'
import { allowedUpdates, describeTrouble, telegram, troubleOf } from '../telegram/telegram.ts'
import type { Inbox } from './inbox.ts'

type PollNeeds = Pick<App, 'sql' | 'seal' | 'config' | 'log' | 'wake' | 'now'>

// Each is one open connection; bots beyond these take turns with short questions.
const pollsMax = 100
const longPollS = 25
const graceMs = 10_000
const leaseS = 15
const renewEveryMs = 5_000
const lookEveryMs = 1_000
const crowdedLookEveryMs = 200
const staggerMs = 20
const troubleMsMin = 500
const troubleMsMax = 30_000

/**
 * Asks Telegram for the updates of every active bot: one asker a bot across processes, held by a lease in its row. An
 * offset is confirmed only when everything before it is stored.
 */
export function startPolling(
  app: PollNeeds,
  bots: Bots,
  inbox: Pick<Inbox, 'take'>,
  placesMax = pollsMax,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const me = randomUUID()
  const polls = new Map<number, Promise<void>>()
  const renewing = setInterval(() => void renew(), renewEveryMs).unref()
  const lost = new Set<number>()
  let isCrowded = false

  async function look(): Promise<void> {
    while (!signal.aborted) {
      try {
        await takeBots()
      } catch (error) {
        app.log.warn({ err: error }, 'bots could not be taken to be polled')
      }
      await pause(isCrowded ? crowdedLookEveryMs : lookEveryMs, undefined, { signal }).catch(() => {})
    }
  }

  async function takeBots(): Promise<void> {
    const room = placesMax - polls.size
    const [{ waiting }] = (await app.sql.query<{ waiting: number }>(waitingSql)) as [{ waiting: number }]
    // More bots than places: nobody keeps his, and all ask short questions in turn.
    isCrowded = waiting > room
    if (waiting === 0 || room === 0) return
    const claimed = await app.sql.query<StoredBot>(claimSql, [room, leaseS, me, holder])
    for (const [index, row] of claimed.entries()) {
      const poll = pollBot(row, index * staggerMs).finally(() => polls.delete(row.id))
      polls.set(row.id, poll)
    }
  }

  async function pollBot(row: StoredBot, delayMs: number): Promise<void> {
    const bot = openBot(app, row)
    try {
      await pause(delayMs, undefined, { signal })
      if (bot.hookedAs !== null) await unhook(app, bot)
      await askOn(bot)
    } catch (error) {
      if (!signal.aborted) app.log.error({ err: error, bot: bot.id }, 'a bot could not be polled')
    } finally {
      await releaseBot(app, me, bot.id).catch(() => {})
    }
  }

  async function askOn(bot: KnownBot): Promise<void> {
    const timeoutS = isCrowded ? 0 : longPollS
    const api = telegram({ apiRoot: app.config.botApiUrl, token: bot.token, timeoutMs: timeoutS * 1000 + graceMs })
    // From the first that was not confirmed: what was stored before is known to the inbox.
    let offset = 0
    let troubleMs = troubleMsMin
    while (!signal.aborted) {
      try {
        const updates: Update[] = await api.getUpdates(
          { offset, timeout: timeoutS, limit: 100, allowed_updates: allowedUpdates },
          signal as never,
        )
        troubleMs = troubleMsMin
        const now = await bots.byId(bot.id)
        if (now?.sealedToken !== bot.sealedToken) return
        await inbox.take(now, updates)
        offset = Math.max(offset, ...updates.map(update => update.update_id + 1))
        if (isCrowded || lost.delete(bot.id)) return
      } catch (error) {
        if (signal.aborted) return
        const trouble = troubleOf(error)
        if (trouble?.is === 'revoked') return await revokeBot(app, bot)
        if (trouble?.is === 'conflict' && /webhook/.test(describeTrouble(error))) await unhook(app, bot)
        app.log.warn({ bot: bot.id, error: describeTrouble(error) }, 'the updates of a bot could not be fetched')
        const waitMs = trouble?.is === 'limited' ? trouble.retryAfterS * 1000 : troubleMs
        troubleMs = Math.min(troubleMs * 2, troubleMsMax)
        if (isCrowded) return
        await pause(waitMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function renew(): Promise<void> {
    if (polls.size === 0) return
    try {
      const kept = await app.sql.query<{ id: number }>(
        `update bot set polled_until = now() + make_interval(secs => $3) where id = any ($1::bigint[]) and poll_token = $2
         returning id`,
        [[...polls.keys()], me, leaseS],
      )
      // Whose lease somebody else has is not asked again.
      const ids = new Set(kept.map(bot => bot.id))
      for (const id of polls.keys()) if (!ids.has(id)) lost.add(id)
    } catch (error) {
      app.log.warn({ err: error }, 'the leases of polls could not be renewed')
    }
  }

  const looking = look()
  return {
    async stop() {
      stopping.abort()
      clearInterval(renewing)
      await looking
      await Promise.all(polls.values())
    },
  }
}

const waitingSql = `select count(*) as waiting from bot where state = 'active' and polled_until < now()`

const claimSql = `
  with due as (
    select id from bot where state = 'active' and polled_until < now() order by polled_at limit $1 for update skip locked
  ), claimed as (
    update bot set poll_token = $3, poll_holder = $4, polled_at = now(), polled_until = now() + make_interval(secs => $2)
    from due where bot.id = due.id returning bot.id
  )
  select s.* from claimed join (${botSql}) s on s.id = claimed.id`

async function releaseBot(app: PollNeeds, me: string, botId: number): Promise<void> {
  await app.sql.write(
    `update bot set poll_token = null, poll_holder = null, polled_until = '-infinity' where id = $1 and poll_token = $2`,
    [botId, me],
  )
}

// Telegram refuses to be asked while it has an address to tell.
async function unhook(app: PollNeeds, bot: KnownBot): Promise<void> {
  await bot.bareApi.deleteWebhook()
  await app.sql.write('update bot set hooked_as = null where id = $1', [bot.id])
}
