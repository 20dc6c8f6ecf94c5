import { randomUUID } from 'node:crypto'
import type { Update } from 'grammy/types'
import { holder } from '../src/lib/holder.ts'
import { randomCrockford } from '../src/lib/ids.ts'
import type { Started } from '../src/lib/started.ts'
import type { App } from '../src/needs.ts'
import { planNotices } from '../src/notices/plan-notices.ts'
import type { Bots, KnownBot } from './bots.ts'
import { createPlaces } from './places.ts'
import type { Presses } from './presses.ts'
import { describeTrouble, troubleOf } from './telegram.ts'

/** The stored state of a form: what it is after this update. `undefined`: as before. */
export type FormChange = object | null | undefined

/** Does what an update asks for. What it throws makes the update wait for another try. */
export type Handle = (bot: KnownBot, update: Update) => Promise<FormChange>

export interface Inbox {
  /** Stores updates, each once, and starts their handling. Resolves when they are stored; rejects when they are not. */
  take(bot: KnownBot, updates: Update[]): Promise<void>
  /** Claims chats whose updates wait because of a failure, a crash or a lost hint. */
  sweep(limit: number): Promise<Started>
  /** Resolves when nothing is handled any more; nothing new is begun. */
  stop(): Promise<void>
}

// Short and renewed, so that a chat whose process was killed does not wait long.
const leaseS = 15
const renewEveryMs = 5_000
const handlingMsMax = 60_000
// A crowd waits for its screens, so that its presses are still acknowledged at once; and one shop's crowd holds up no other.
const handledPerBotMax = 12
const triesMax = 3
const retryDelaysS = [1, 4]
const unreachableDelayMaxS = 60
const unreachableGiveUpS = 86_400

type InboxNeeds = Pick<App, 'sql' | 'now' | 'log' | 'wake'>

/**
 * Every update is stored before it is confirmed, handled once, and in its order: one chat at a time, across processes, by
 * a lease with a token. A failure is tried three times and then told to the customer with a reference; while Telegram
 * itself is away, for a day.
 */
export function createInbox(app: InboxNeeds, needs: { bots: Bots; presses: Presses; handle: Handle }): Inbox {
  const running = new Map<string, Runner>()
  const timers = new Set<NodeJS.Timeout>()
  const renewing = setInterval(() => void renew(), renewEveryMs).unref()
  const places = createPlaces(handledPerBotMax)
  let isStopped = false

  // In this process a chat has one runner; what arrives meanwhile makes it look once more.
  function run(bot: KnownBot, personId: number, token?: string, first?: StoredUpdate): Promise<void> {
    const key = `${bot.id}:${personId}`
    const runner = running.get(key)
    if (runner) {
      runner.again = true
      // The runner had just let go of the lease when this update got it.
      if (token) runner.handed = token
      return runner.done
    }
    const mine: Runner = { again: false, token, handed: undefined, done: Promise.resolve() }
    running.set(key, mine)
    mine.done = work(bot, personId, mine, first)
    return mine.done
  }

  async function work(bot: KnownBot, personId: number, mine: Runner, stored?: StoredUpdate): Promise<void> {
    let first = stored
    try {
      mine.token ??= await leaseChat(app, bot.id, personId)
      while (mine.token) {
        mine.again = false
        await handleChat(bot, personId, mine.token, first)
        first = undefined
        // What another process stored after the last look, a sweep finds; what this one stored says `again`.
        mine.token = mine.handed
        mine.handed = undefined
        if (!mine.token && mine.again && !isStopped) mine.token = await leaseChat(app, bot.id, personId)
      }
    } catch (error) {
      app.log.error({ err: error, bot: bot.id }, 'the updates of a chat could not be worked on')
      if (!isStopped) soon(bot, personId, renewEveryMs)
      if (mine.token) await releaseChat(app, bot.id, personId, mine.token).catch(() => {})
    } finally {
      // In the same breath as the last look: whoever comes now begins a runner of his own.
      running.delete(`${bot.id}:${personId}`)
      if (mine.handed) void run(bot, personId, mine.handed)
    }
  }

  async function renew(): Promise<void> {
    const tokens = [...running.values()].flatMap(runner => [runner.token ?? [], runner.handed ?? []].flat())
    if (tokens.length === 0) return
    try {
      await app.sql.write(
        'update chat_lease set leased_until = now() + make_interval(secs => $2) where token = any ($1::uuid[])',
        [tokens, leaseS],
      )
    } catch (error) {
      app.log.warn({ err: error }, 'the leases of chats could not be renewed')
    }
  }

  // Ends without the lease, but for an error.
  async function handleChat(
    bot: KnownBot,
    personId: number,
    token: string,
    first: StoredUpdate | undefined,
  ): Promise<void> {
    let next = first ?? (await nextUpdate(app, bot.id, personId))
    let isHeld = true
    while (next && !isStopped) {
      const outcome = await handleOne(bot, next)
      if (outcome.is === 'done') {
        next = await markDone(app, bot.id, personId, token, next, outcome.form)
        isHeld = next !== undefined
      } else {
        await outcome.mark(token, personId)
        next = outcome.retryInMs === undefined ? await nextUpdate(app, bot.id, personId) : undefined
        if (outcome.retryInMs !== undefined) soon(bot, personId, outcome.retryInMs)
      }
    }
    if (isHeld) await releaseChat(app, bot.id, personId, token)
  }

  async function handleOne(bot: KnownBot, stored: StoredUpdate) {
    const { update } = stored
    try {
      const form = await places(bot.id, () => within(handlingMsMax, needs.handle(bot, update)))
      return { is: 'done' as const, form }
    } catch (error) {
      app.log.error(
        { err: error, bot: bot.id, update: update.update_id, attempt: stored.attempts + 1 },
        'an update could not be handled',
      )
      return { is: 'failed' as const, ...judgeFailure(app, bot, stored, error) }
    } finally {
      needs.presses.end(bot, update)
    }
  }

  function soon(bot: KnownBot, personId: number, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!isStopped) void run(bot, personId)
    }, delayMs)
    timers.add(timer)
  }

  return {
    async take(bot, updates) {
      const wanted = updates.filter(update => personOf(update) !== undefined).map(cleaned)
      if (wanted.length === 0) return
      for (const update of wanted) needs.presses.arrive(bot, update)
      for (const { personId, token, firstId } of await storeUpdates(app, bot.id, wanted)) {
        const first = wanted.find(update => update.update_id === firstId)
        if (!isStopped) void run(bot, personId, token ?? undefined, first && { update: first, attempts: 0, ageS: 0 })
        else if (token) await releaseChat(app, bot.id, personId, token)
      }
    },
    async sweep(limit) {
      if (isStopped) return { work: [] }
      const chats = await app.sql.query<{ botId: number; personId: number }>(waitingSql, [limit])
      const work = chats.map(async ({ botId, personId }) => {
        const bot = await needs.bots.byId(botId)
        if (bot && !isStopped) await run(bot, personId)
      })
      return {
        work: work.map(each => each.catch(error => app.log.error({ err: error }, 'a chat could not be claimed'))),
      }
    },
    async stop() {
      isStopped = true
      clearInterval(renewing)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...running.values()].map(runner => runner.done))
    },
  }
}

interface Runner {
  again: boolean
  token: string | undefined
  handed: string | undefined
  done: Promise<void>
}

/** Whose turn an update waits for: a person's messages and presses are handled in one line. Groups are nobody's business. */
export function personOf(update: Update): number | undefined {
  const query = update.callback_query
  if (query) return query.message === undefined || query.message.chat.type === 'private' ? query.from.id : undefined
  const message = update.message
  if (message) return message.chat.type === 'private' ? message.chat.id : undefined
  const member = update.my_chat_member
  return member?.chat.type === 'private' ? member.chat.id : undefined
}

/** What a bot is sent. */
export const allowedUpdates = ['message', 'callback_query', 'my_chat_member'] as const

interface StoredUpdate {
  update: Update
  attempts: number
  ageS: number
}

// Stored and leased in one trip, because a press waits for it. Who finds the chat leased leaves its update to the holder.
async function storeUpdates(app: InboxNeeds, botId: number, updates: Update[]) {
  return app.sql.query<{ personId: number; token: string | null; firstId: number | null }>(storeSql, [
    botId,
    updates.map(update => update.update_id),
    updates.map(update => personOf(update)),
    updates.map(update => JSON.stringify(update)),
    leaseS,
    randomUUID(),
    holder,
  ])
}

// What any client may write and jsonb does not take: the null character, halves of a surrogate pair.
function cleaned(update: Update): Update {
  const text = JSON.stringify(update)
  if (!/\\u(0000|d[89a-f])/i.test(text)) return update
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
}

const storeSql = `
  with stored as (
    insert into inbox (bot_id, update_id, person_id, payload)
    select $1, u.update_id, u.person_id, u.payload
    from unnest($2::bigint[], $3::bigint[], $4::jsonb[]) as u(update_id, person_id, payload)
    on conflict (bot_id, update_id) do nothing
    returning person_id, update_id
  ), people as (
    select person_id, min(update_id) as first_id from stored group by person_id order by person_id
  ), leased as (
    insert into chat_lease (bot_id, person_id, token, holder, leased_until)
    select $1, person_id, $6::uuid, $7, now() + make_interval(secs => $5) from people
    on conflict (bot_id, person_id) do update
    set token = excluded.token, holder = excluded.holder, leased_until = excluded.leased_until
    where chat_lease.leased_until < now()
    returning person_id, token
  )
  select p.person_id as "personId", l.token, case when l.token is not null and not exists (
      select 1 from inbox i where i.bot_id = $1 and i.person_id = p.person_id and i.state = 'received') then p.first_id end as "firstId"
  from people p left join leased l on l.person_id = p.person_id`

async function leaseChat(app: InboxNeeds, botId: number, personId: number): Promise<string | undefined> {
  const [lease] = await app.sql.query<{ token: string }>(
    `insert into chat_lease (bot_id, person_id, token, holder, leased_until)
     select $1, $2, $4::uuid, $5, now() + make_interval(secs => $3)
     where exists (select 1 from inbox where bot_id = $1 and person_id = $2 and state = 'received')
     on conflict (bot_id, person_id) do update
     set token = excluded.token, holder = excluded.holder, leased_until = excluded.leased_until
     where chat_lease.leased_until < now()
     returning token`,
    [botId, personId, leaseS, randomUUID(), holder],
  )
  return lease?.token
}

async function releaseChat(app: InboxNeeds, botId: number, personId: number, token: string): Promise<void> {
  await app.sql.write('delete from chat_lease where bot_id = $1 and person_id = $2 and token = $3', [
    botId,
    personId,
    token,
  ])
}

const nextColumns = `payload as update, attempts, extract(epoch from now() - received_at)::float8 as "ageS"`

async function nextUpdate(app: InboxNeeds, botId: number, personId: number): Promise<StoredUpdate | undefined> {
  const [next] = await app.sql.query<StoredUpdate & { isDue: boolean }>(
    `select ${nextColumns}, retry_at <= now() as "isDue" from inbox
     where bot_id = $1 and person_id = $2 and state = 'received' order by update_id limit 1`,
    [botId, personId],
  )
  return next?.isDue ? next : undefined
}

/**
 * The end of an update, the form's new state and the look for the next one are one statement: a form never advances twice.
 * Without a next one the lease ends too. Throws when the lease was lost, because somebody else is handling the chat by now.
 */
async function markDone(
  app: InboxNeeds,
  botId: number,
  personId: number,
  token: string,
  stored: StoredUpdate,
  form: FormChange,
): Promise<StoredUpdate | undefined> {
  const [result] = await app.sql.query<{ isMarked: boolean; next: (StoredUpdate & { isDue: boolean }) | null }>(
    doneSql,
    [botId, personId, stored.update.update_id, token, form ? JSON.stringify(form) : null, form === null],
  )
  if (!result?.isMarked) throw new Error('the lease of a chat ran out while an update was handled')
  return result.next?.isDue ? result.next : undefined
}

const doneSql = `
  with held as (
    select 1 from chat_lease where bot_id = $1 and person_id = $2 and token = $4 for update
  ), done as (
    update inbox set state = 'done', ended_at = now(), error = null
    where bot_id = $1 and update_id = $3 and state = 'received' and exists (select 1 from held) returning 1
  ), kept as (
    insert into form (bot_id, person_id, state) select $1, $2, $5::jsonb where $5::text is not null and exists (select 1 from done)
    on conflict (bot_id, person_id) do update set state = excluded.state, updated_at = now()
  ), closed as (
    delete from form where $6 and bot_id = $1 and person_id = $2 and exists (select 1 from done)
  ), following as (
    select ${nextColumns}, retry_at <= now() as "isDue" from inbox
    where bot_id = $1 and person_id = $2 and state = 'received' and update_id <> $3 order by update_id limit 1
  ), released as (
    delete from chat_lease where bot_id = $1 and person_id = $2 and token = $4
      and not exists (select 1 from following where "isDue")
  )
  select exists (select 1 from done) as "isMarked", (select row_to_json(following) from following) as next`

interface Failure {
  /** When to try again; undefined when it is dead. */
  retryInMs: number | undefined
  mark(token: string, personId: number): Promise<void>
}

function judgeFailure(app: InboxNeeds, bot: KnownBot, stored: StoredUpdate, error: unknown): Failure {
  const trouble = troubleOf(error)
  const isAway = trouble?.is === 'unknown' || trouble?.is === 'limited' || trouble?.is === 'revoked'
  const told = describeTrouble(error)
  const waitS = isAway
    ? Math.max(Math.min(unreachableDelayMaxS, 1 + stored.ageS / 4), trouble.is === 'limited' ? trouble.retryAfterS : 0)
    : retryDelaysS[stored.attempts]
  const isDead = isAway ? stored.ageS > unreachableGiveUpS : stored.attempts + 1 >= triesMax
  if (isDead || waitS === undefined) {
    return { retryInMs: undefined, mark: (token, personId) => bury(app, bot, stored, { token, personId, told }) }
  }
  return {
    retryInMs: waitS * 1000,
    // What Telegram's absence costs is no try of the update.
    mark: (token, personId) =>
      delay(app, bot, stored, { token, personId, told, waitS, attempts: stored.attempts + (isAway ? 0 : 1) }),
  }
}

async function delay(
  app: InboxNeeds,
  bot: KnownBot,
  stored: StoredUpdate,
  next: { token: string; personId: number; told: string; waitS: number; attempts: number },
): Promise<void> {
  await app.sql.write(
    `update inbox set attempts = $3, retry_at = now() + make_interval(secs => $4), error = $5
     where bot_id = $1 and update_id = $2 and state = 'received' and ${isHeld('$6', '$7')}`,
    [bot.id, stored.update.update_id, next.attempts, next.waitS, next.told, next.personId, next.token],
  )
}

function isHeld(personId: string, token: string): string {
  return `exists (select 1 from chat_lease l where l.bot_id = $1 and l.person_id = ${personId} and l.token = ${token})`
}

// A form that cannot digest an update would choke on the next one too, so it is closed with it.
async function bury(
  app: InboxNeeds,
  bot: KnownBot,
  stored: StoredUpdate,
  why: { token: string; personId: number; told: string },
): Promise<void> {
  const reference = randomCrockford(6)
  const isBuried = await app.sql.transaction(async tx => {
    const buried = await tx.write(
      `update inbox set state = 'dead', attempts = attempts + 1, ended_at = now(), reference = $3, error = $4
       where bot_id = $1 and update_id = $2 and state = 'received' and ${isHeld('$5', '$6')}`,
      [bot.id, stored.update.update_id, reference, why.told, why.personId, why.token],
    )
    if (buried === 0) return false
    await tx.write('delete from form where bot_id = $1 and person_id = $2', [bot.id, why.personId])
    await planNotices(tx, app.now(), [
      {
        botId: bot.id,
        chatId: why.personId,
        accountId: bot.accountId,
        kind: 'update.failed',
        data: { reference },
        key: String(stored.update.update_id),
      },
    ])
    return true
  })
  if (!isBuried) return
  app.log.error({ bot: bot.id, update: stored.update.update_id, reference, error: why.told }, 'an update is given up')
  app.wake.notify('notices')
}

const waitingSql = `
  select bot_id as "botId", person_id as "personId" from inbox i
  where state = 'received' and retry_at <= now()
    and not exists (
      select 1 from chat_lease l where l.bot_id = i.bot_id and l.person_id = i.person_id and l.leased_until > now())
  group by bot_id, person_id order by min(received_at) limit $1`

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`an update took longer than ${limitMs / 1000} s`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
