import { setTimeout as pause } from 'node:timers/promises'
import { type EntityName, LockMode, raw } from '@mikro-orm/core'
import { Delivery } from '../callbacks/delivery.ts'
import { Reading } from '../connections/reading.ts'
import { startOfTime } from '../database/open-ended.ts'
import type { Tx } from '../database/transaction.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import { isDeadHolder, isHeld, leaseHolder, listRunningClaims } from '../lib/holder.ts'
import { startLoop } from '../lib/loop.ts'
import { statement } from '../lib/statement.ts'
import { version } from '../lib/version.ts'
import type { Needs } from '../needs.ts'
import { Bot } from '../notices/bot.ts'
import { Notice } from '../notices/notice.ts'
import { UnitRequest } from '../orders/unit-request.ts'
import { Charge } from '../payments/charge.ts'
import { listAdditions } from '../slots.ts'
import { LivingProcess } from './living-process.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Leases of a module's rows that expire when their rows are due, in business time. */
    dueLeases: DueLeases
    /** Leases of a module's rows that store their end. */
    leases: LeaseTable
  }
}

export interface LeaseTable {
  entity: EntityName<LeasedRow>
  table: string
  /** The channel that wakes the loop claiming them. */
  channel: string
}

export interface DueLeases {
  entity: EntityName<object>
  table: string
  /** The property that contains when a row is due. */
  due: string
  /** The condition for waiting rows, by their properties and as SQL. */
  waiting: object
  waitingSql: string
  /** The channel that wakes the loop claiming them. */
  channel: string
}

type BeatNeeds = Needs<'sql' | 'transaction' | 'wake' | 'log' | 'slots'>

export interface Heartbeat {
  /** Releases everything that this process still holds. */
  stop(): Promise<void>
}

const beatMs = 1_000
const silentS = 2
const ownEndMsMax = 1_000

/**
 * Records every second that this process is alive, and releases the leases of dead processes. Those of this machine are
 * released after two seconds of silence, once they are known to be gone; those of others after six. A process that was
 * only frozen finds its leases gone and fails on their tokens. Also releases leases of this process that no work holds.
 */
export async function startHeartbeat(app: BeatNeeds, everyMs = beatMs): Promise<Heartbeat> {
  await recordHeartbeat(app)
  const freeLeftLeases = leftLeases(app)
  const beating = startLoop(app, {
    everyMs,
    channels: [],
    async work() {
      await recordHeartbeat(app).catch(error => {
        freeLeftLeases.expect()
        throw error
      })
      await freeLeftLeases.run()
    },
    failure: 'this process could not say that it lives',
  })
  return {
    async stop() {
      await beating.stop()
      // An unavailable database must not delay the shutdown: other processes free what is left.
      const letGo = freeSilentLeases(app, [leaseHolder], 0).catch(() => {})
      await Promise.race([letGo, pause(ownEndMsMax, undefined, { ref: false })])
    },
  }
}

async function recordHeartbeat(app: BeatNeeds): Promise<void> {
  const silent = await app.sql.query(beatSql, { holder: leaseHolder, version })
  const dead = silent.filter(process => process.is_long || isDeadHolder(process.holder)).map(process => process.holder)
  if (dead.length === 0) return
  const gone = await freeSilentLeases(app, dead, silentS)
  if (gone.length > 0) app.log.warn({ dead: gone }, 'the leases of dead processes were freed')
}

export interface LeasedRow {
  leaseToken: string | null
  leaseHolder: string | null
  leasedUntil: string | Date
}

const coreFollowers = ['charges', 'asks', 'reads', 'callbacks', 'notices']
const followersOf = (app: BeatNeeds) => [
  ...coreFollowers,
  ...listAdditions(app, 'leases').map(({ channel }) => channel),
  ...listAdditions(app, 'dueLeases').map(({ channel }) => channel),
]
const coreLeased: EntityName<LeasedRow>[] = [Charge, Reading, Delivery, Notice]
const leasedOf = (app: BeatNeeds) => [...coreLeased, ...listAdditions(app, 'leases').map(({ entity }) => entity)]
const freed = { leaseToken: null, leaseHolder: null, leasedUntil: startOfTime }

/** Frees the leases that end when their rows are due in business time: the earliest moment is always in the past. */
async function freeDue(app: BeatNeeds, tx: Tx, lost: object): Promise<void> {
  const free = { leaseToken: null, leaseHolder: null }
  const atOnce = new Date(0)
  await updateInOrder(tx, UnitRequest, { ...lost, state: 'pending' }, { ...free, nextAt: atOnce })
  for (const { entity, due, waiting } of listAdditions(app, 'dueLeases')) {
    await updateInOrder(tx, entity, { ...lost, ...waiting }, { ...free, [due]: atOnce })
  }
}

/**
 * Releases leases of this process that no work holds. They remain if the database was unavailable when a claim was
 * answered, or when an outcome was recorded. A lease is released when it is seen twice and the earlier claims have
 * ended, because the lease of a committed claim is not held until then. Checks every few seconds, and every second
 * after an outage.
 */
function leftLeases(app: BeatNeeds): { run(): Promise<void>; expect(): void } {
  const leasesSql = ownLeasesSql(app)
  let freedByHolder = new Map<string, ReadonlySet<symbol>>()
  let looksSoon = 0
  let beats = 0
  return {
    expect() {
      looksSoon = looksAfterOutage
    },
    async run() {
      beats++
      if (looksSoon === 0 && freedByHolder.size === 0 && beats % lookEveryBeats !== 0) return
      looksSoon = Math.max(0, looksSoon - 1)
      const rows = await app.sql.query(leasesSql, { holder: leaseHolder })
      const claims = listRunningClaims()
      const left = rows.map(({ token }) => token).filter(token => !isHeld(token))
      const mayBeClaimed = (token: string) => [...freedByHolder.get(token)!].some(claim => claims.has(claim))
      const lost = left.filter(token => freedByHolder.has(token) && !mayBeClaimed(token))
      freedByHolder = new Map(left.map(token => [token, freedByHolder.get(token) ?? claims]))
      if (lost.length > 0) await freeLost(app, lost)
    },
  }
}

const lookEveryBeats = 5
const looksAfterOutage = 15

async function freeLost(app: BeatNeeds, tokens: string[]): Promise<void> {
  await app.transaction('installation', async tx => {
    const lost = { leaseToken: { $in: tokens } }
    for (const entity of leasedOf(app)) await updateInOrder(tx, entity, lost, freed)
    await freeDue(app, tx, lost)
    await freeChats(tx, 'token', tokens)
    tx.wake(...followersOf(app))
  })
  app.log.warn({ leases: tokens.length }, 'leases that no work held were freed')
}

async function freeSilentLeases(app: BeatNeeds, holders: string[], silentForS: number): Promise<string[]> {
  return app.transaction('installation', async tx => {
    const dead = await tx.em.find(
      LivingProcess,
      { holder: { $in: holders }, beatenAt: { $lte: raw<Date>('now() - make_interval(secs => ?)', [silentForS]) } },
      // Locked, so that only one process releases each.
      { orderBy: { holder: 'asc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    const locked = dead.map(process => process.holder)
    if (locked.length > 0) await freeLeases(app, tx, locked)
    if (locked.length > 0) tx.wake(...followersOf(app))
    return locked
  })
}

async function freeLeases(app: BeatNeeds, tx: Tx, holders: string[]): Promise<void> {
  const ofDead = { leaseHolder: { $in: holders }, leaseToken: { $ne: null } }
  for (const entity of leasedOf(app)) await updateInOrder(tx, entity, ofDead, freed)
  await freeDue(app, tx, ofDead)
  const polled = { pollHolder: { $in: holders } }
  await updateInOrder(tx, Bot, polled, { pollToken: null, pollHolder: null, polledUntil: startOfTime })
  await freeChats(tx, 'holder', holders)
  await tx.em.nativeDelete(LivingProcess, { holder: { $in: holders } })
}

// The bot's own table, whose entity is not known here.
async function freeChats({ em }: Tx, column: 'holder' | 'token', values: string[]): Promise<void> {
  const database = em.getKysely<{
    chat_lease: { bot_id: number; person_id: number; holder: string; token: string }
  }>()
  const lost = database
    .selectFrom('chat_lease')
    .select(['bot_id', 'person_id'])
    .where(column, 'in', values)
    .orderBy('bot_id')
    .orderBy('person_id')
    .forUpdate()
  await database
    .deleteFrom('chat_lease as l')
    .using(lost.as('lost'))
    .whereRef('l.bot_id', '=', 'lost.bot_id')
    .whereRef('l.person_id', '=', 'lost.person_id')
    .execute()
}

/**
 * Records that `:holder`, this process of `:version`, is alive, and returns the silent ones. A process that was cut off
 * from the database for long starts over, because the others only seemed silent to it.
 */
const beatSql = statement<{ holder: string; version: string }, { holder: string; is_long: boolean }>(`
  with me as (
    insert into process (holder, beaten_at, steady_since, version) values (:holder, now(), now(), :version)
    on conflict (holder) do update set beaten_at = now(), version = excluded.version,
      steady_since = case when process.beaten_at < now() - interval '3 seconds' then now() else process.steady_since end
    returning steady_since)
  select p.holder,
    p.beaten_at < now() - interval '6 seconds' and me.steady_since < now() - interval '6 seconds' as is_long
  from process p, me
  where p.holder <> :holder and p.beaten_at < now() - interval '2 seconds'`)

/** Returns the SQL for this process's leases in all queues. */
const ownLeasesSql = (app: BeatNeeds) =>
  statement<{ holder: string }, { token: string }>(`
  select lease_token as token from (
    select lease_holder, lease_token from charge
    union all select lease_holder, lease_token from reading
    union all select lease_holder, lease_token from delivery
    union all select lease_holder, lease_token from notice
    union all select holder, token from chat_lease
    union all select lease_holder, lease_token from unit_request where state = 'pending'
    ${listAdditions(app, 'leases')
      .map(({ table }) => `union all select lease_holder, lease_token from ${table}`)
      .join('\n    ')}
    ${listAdditions(app, 'dueLeases').map(unionSql).join('\n    ')}) row
  where lease_holder = :holder and lease_token is not null`)

function unionSql({ table, waitingSql }: DueLeases): string {
  return `union all select lease_holder, lease_token from ${table} where ${waitingSql}`
}
