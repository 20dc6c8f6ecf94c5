import { LockMode, raw } from '@mikro-orm/core'
import { checkClosed } from '../../catalog/check-closed.ts'
import { ShopRules } from '../../catalog/shop-rules.ts'
import type { Connection } from '../../connections/connection.ts'
import { type Phone, type PhoneTroubles, Reading } from '../../connections/reading.ts'
import type { ConnectorId } from '../../connectors/index.ts'
import { announceFacts } from '../../events/announce.ts'
import { type PhoneTrouble, phoneTroubles } from '../../lib/phones/phone-trouble.ts'
import { listPushingConnectors } from '../../money/follow-pushes.ts'
import { Sighting, statementPackage } from '../../money/sighting.ts'
import { UnreadRow } from '../../money/unread/unread-row.ts'
import type { Needs } from '../../needs.ts'

type FollowNeeds = Needs<'em' | 'transaction' | 'now' | 'calendar' | 'connectors' | 'reactions' | 'log'>

const minuteMs = 60_000
const dayMs = 86_400_000
/** The app reports every 15 minutes. */
const beatMissingMs = 45 * minuteMs
/** After this time without a report, a phone counts as abandoned. */
const givenUpMs = 7 * dayMs
const quietMsMin = 5 * minuteMs
const batteryMin = 15
const usualDays = 14
/** Fewer days with notifications at this time of day do not establish a habit. */
const habitDaysMin = 10
/** The number of usual notifications that must be missing; by chance this happens once in 150 times. */
const missedMin = 5
const unknownMin = 3
const matchedDaysMin = 5

/**
 * Detects trouble with merchants' phones, in opening hours, and notifies the merchant of each one once until it has
 * ended. Stops when the signal aborts. Returns the number of new troubles.
 */
export async function followPhones(app: FollowNeeds, signal?: AbortSignal): Promise<number> {
  const names = listPushingConnectors(app).map(({ id }) => id as ConnectorId)
  const recent = app.now().getTime() - givenUpMs
  const seen = { $or: [{ reportedAt: { $gt: new Date(recent) } }, { phone: { $ne: null } }] }
  const active = { connection: { isActive: true, connector: { $in: names } }, ...seen }
  const readings = await app.em('installation').find(Reading, active, { populate: ['connection'] })
  const followed = readings.filter(reading => seenAt(reading) > recent)
  const unknown = await findUnknownWordings(app)
  let begun = 0
  // In random order, so that a phone that one round does not reach is reached soon.
  for (const reading of followed.toSorted(() => Math.random() - 0.5)) {
    if (signal?.aborted) break
    const connection = reading.connection as unknown as Connection
    try {
      const present = await findTroubles(app, connection, reading, unknown.get(connection.id) ?? [])
      begun += await storeTroubles(app, connection, reading.phoneTroubles, present)
    } catch (error) {
      app.log.error({ err: error, connection: connection.id }, 'a phone could not be judged')
    }
  }
  return begun
}

/** Returns when a phone last reported or was paired, in ms since 1970; 0 if it never was. */
function seenAt({ reportedAt, phone }: Reading): number {
  return Math.max(reportedAt?.getTime() ?? 0, phone?.pairedAt ? Date.parse(phone.pairedAt) : 0)
}

async function findTroubles(
  app: FollowNeeds,
  connection: Connection,
  reading: Reading,
  unknownApps: string[],
): Promise<PhoneTrouble[]> {
  const { phone, phoneTroubles: before } = reading
  const troubles = phone ? judgePhone(phone, app.now(), before) : []
  if (await hasStopped(app, connection, unknownApps)) troubles.push('wording_stopped')
  if (await isSilent(app, connection, reading)) troubles.push('silent')
  return troubles
}

function judgePhone({ report, otherAt, updatedAt, testedAt }: Phone, now: Date, before: PhoneTroubles): PhoneTrouble[] {
  const isWithinADay = (at: string | null) => at !== null && now.getTime() - Date.parse(at) < dayMs
  const isTested = testedAt !== null && updatedAt !== null && testedAt >= updatedAt
  // Once detected it lasts until the battery is charged a little: a fluctuating level would notify each time.
  const lowest = before.battery_low ? batteryMin + 10 : batteryMin
  const isLow = report !== null && report.battery !== null && report.battery <= lowest && report.isCharging !== true
  const holds: Partial<Record<PhoneTrouble, boolean>> = {
    listener_off: report?.isListening === false || report?.hasAccess === false,
    battery_low: isLow,
    two_phones: isWithinADay(otherAt),
    app_updated: isWithinADay(updatedAt) && !isTested,
  }
  return phoneTroubles.filter(trouble => holds[trouble])
}

/**
 * Returns whether a phone is silent although its app should report, or although notifications are usual at this time.
 */
async function isSilent(app: FollowNeeds, connection: Connection, reading: Reading): Promise<boolean> {
  const { phone, phoneTroubles: before } = reading
  const seen = seenAt(reading)
  // It lasts until the phone reports, because a longer silence may be less unusual.
  if (before.silent && seen <= Date.parse(before.silent)) return true
  const quietMs = app.now().getTime() - seen
  if (quietMs < quietMsMin) return false
  if (phone && quietMs >= beatMissingMs) return true
  return isUnusual(app, connection, Math.min(quietMs, dayMs))
}

async function isUnusual(app: FollowNeeds, connection: Connection, quietMs: number): Promise<boolean> {
  const now = app.now()
  const days: Day[] = await countByDay(app, connection)
    .andWhere({
      seenAt: { $gt: new Date(now.getTime() - (usualDays + 1) * dayMs), $lt: new Date(now.getTime() - quietMs) },
      [raw('extract(epoch from ?::timestamptz - seen_at)::bigint % 86400', [now])]: { $lt: quietMs / 1000 },
    })
    .execute()
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return days.length >= habitDaysMin && total / days.length >= missedMin
}

/** The notifications of a day: 0 for the last 24 hours. */
interface Day {
  day: number
  count: number
}

/** Returns a query that counts notifications of a connection by how many whole days ago they were accepted. */
function countByDay(app: FollowNeeds, { id, account, receivingAccount }: Connection) {
  return app
    .em({ accountId: account.id })
    .qb(Sighting)
    .select([
      raw('floor(extract(epoch from ?::timestamptz - seen_at) / 86400)::int as day', [app.now()]),
      raw('count(*)::int as count'),
    ])
    .where({ receivingAccount: receivingAccount.id, connection: id, packageName: { $ne: statementPackage } })
    .groupBy(raw('1'))
}

/** Finds the apps of each connection with several unreadable notifications within a day. */
async function findUnknownWordings(app: FollowNeeds): Promise<Map<number, string[]>> {
  const yesterday = new Date(app.now().getTime() - dayMs)
  // A column without an entity is returned as text.
  const unknown: { connection: string; packageName: string }[] = await app
    .em('installation')
    .qb(UnreadRow)
    .select(['connection', 'packageName'])
    .where({ isChosen: true, reason: 'sentence', isWithheld: false, receivedAt: { $gt: yesterday } })
    .groupBy(['connection', 'packageName'])
    .having({ [raw('count(*)')]: { $gte: unknownMin } })
    .execute()
  const apps = new Map<number, string[]>()
  for (const { connection, packageName } of unknown) {
    const id = Number(connection)
    apps.set(id, [...(apps.get(id) ?? []), packageName])
  }
  return apps
}

/** Returns whether notifications of one of these apps matched daily, and now none does. */
async function hasStopped(app: FollowNeeds, connection: Connection, apps: string[]): Promise<boolean> {
  const since = new Date(app.now().getTime() - 8 * dayMs)
  for (const packageName of apps) {
    const days: Day[] = await countByDay(app, connection)
      .andWhere({ packageName, seenAt: { $gt: since } })
      .execute()
    if (days.length >= matchedDaysMin && days.every(({ day }) => day > 0)) return true
  }
  return false
}

async function storeTroubles(
  app: FollowNeeds,
  connection: Connection,
  before: PhoneTroubles,
  present: PhoneTrouble[],
): Promise<number> {
  const accountId = connection.account.id
  const hasEnded = phoneTroubles.some(trouble => before[trouble] !== undefined && !present.includes(trouble))
  const hasBegun = present.some(trouble => before[trouble] === undefined)
  // At night a phone may be off; lasting trouble is reported in the morning.
  const mayNotify = hasBegun && (await isOpen(app, accountId))
  if (!hasEnded && !mayNotify) return 0
  const since = app.now().toISOString()
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, filters: { caller: false } }
    const reading = await tx.em.findOneOrFail(Reading, { connection: connection.id }, lock)
    const stored = reading.phoneTroubles
    const begun = mayNotify ? present.filter(trouble => stored[trouble] === undefined) : []
    const lasting = present.filter(trouble => stored[trouble] !== undefined)
    const troubles = Object.fromEntries([
      ...lasting.map(trouble => [trouble, stored[trouble]!]),
      ...begun.map(trouble => [trouble, since]),
    ])
    const { id: connectionId, label, mode } = connection
    const changes = { phoneTroubles: troubles }
    await tx.em.nativeUpdate(Reading, { connection: connectionId }, changes, { filters: { caller: false } })
    await announceFacts(
      app,
      tx,
      begun.map(trouble => ({
        accountId,
        type: 'connection.phone_trouble' as const,
        subject: `connection ${connectionId} ${trouble} ${since}`,
        payload: { connectionId, label, mode, trouble },
        createdAt: app.now(),
      })),
    )
    return begun.length
  })
}

async function isOpen(app: FollowNeeds, accountId: number): Promise<boolean> {
  const rules = await app.em({ accountId }).findOne(ShopRules, { account: accountId })
  return checkClosed(app, rules) === null
}
