import { LockMode, raw } from '@mikro-orm/core'
import { closedNow } from '../../catalog/closed-now.ts'
import { ShopRules } from '../../catalog/shop-rules.ts'
import type { Connection } from '../../connections/connection.ts'
import { type Phone, type PhoneTroubles, Reading } from '../../connections/reading.ts'
import type { ConnectorId } from '../../connectors/index.ts'
import { announce } from '../../events/announce.ts'
import { type PhoneTrouble, phoneTroubles } from '../../lib/phones/phone-trouble.ts'
import { pushingConnectors } from '../../money/follow-pushes.ts'
import { Sighting } from '../../money/sighting.ts'
import { UnreadRow } from '../../money/unread/unread-row.ts'
import type { Needs } from '../../needs.ts'

type FollowNeeds = Needs<'em' | 'transaction' | 'now' | 'calendar' | 'connectors' | 'reactions' | 'log'>

const minuteMs = 60_000
const dayMs = 86_400_000
/** The app reports every 15 minutes. */
const beatMissingMs = 45 * minuteMs
/** A phone that was given up reports no more. */
const givenUpMs = 7 * dayMs
const quietMsMin = 5 * minuteMs
const batteryMin = 15
const usualDays = 14
/** Fewer days with traffic at this time are no habit. */
const habitDaysMin = 10
/** Notifications that are usual in a time without any: by chance that is seen once in 150 times. */
const missedMin = 5
const unknownMin = 3
const matchedDaysMin = 5

/**
 * Notices what is wrong with merchants' phones, in opening hours, and notifies the merchant of each trouble once until
 * it has ended. Stops when the signal says that time is over. Returns how many began.
 */
export async function followPhones(app: FollowNeeds, signal?: AbortSignal): Promise<number> {
  const names = pushingConnectors(app).map(({ id }) => id as ConnectorId)
  const recent = new Date(app.now().getTime() - givenUpMs)
  const active = { connection: { isActive: true, connector: { $in: names } }, reportedAt: { $gt: recent } }
  const readings = await app.em('installation').find(Reading, active, { populate: ['connection'] })
  const changed = await findChangedWordings(app)
  let begun = 0
  // In another order each time: a phone that one round does not reach is reached soon.
  for (const reading of readings.toSorted(() => Math.random() - 0.5)) {
    if (signal?.aborted) break
    const connection = reading.connection as unknown as Connection
    try {
      const present = await findTroubles(app, connection, reading, changed)
      begun += await storeTroubles(app, connection, reading.phoneTroubles, present)
    } catch (error) {
      app.log.error({ err: error, connection: connection.id }, 'a phone could not be judged')
    }
  }
  return begun
}

async function findTroubles(
  app: FollowNeeds,
  connection: Connection,
  reading: Reading,
  changed: Set<number>,
): Promise<PhoneTrouble[]> {
  const { phone, phoneTroubles: before } = reading
  const troubles = phone ? judgePhone(phone, app.now(), before) : []
  if (changed.has(connection.id)) troubles.push('wording_stopped')
  if (await isSilent(app, connection, reading)) troubles.push('silent')
  return troubles
}

function judgePhone({ report, otherAt, updatedAt, testedAt }: Phone, now: Date, before: PhoneTroubles): PhoneTrouble[] {
  const isWithinADay = (at: string | null) => at !== null && now.getTime() - Date.parse(at) < dayMs
  const isTested = testedAt !== null && updatedAt !== null && testedAt >= updatedAt
  // Once noticed it lasts until there is some charge: a level that swings would notify each time.
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

/** Whether a phone reports nothing though its app should have, or though notifications are usual at this time. */
async function isSilent(app: FollowNeeds, connection: Connection, { reportedAt, phone }: Reading): Promise<boolean> {
  const quietMs = app.now().getTime() - reportedAt!.getTime()
  if (quietMs < quietMsMin) return false
  if (phone?.beatAt && quietMs >= beatMissingMs) return true
  return isUnusual(app, connection, Math.min(quietMs, dayMs))
}

async function isUnusual(app: FollowNeeds, { id, account, receivingAccount }: Connection, quietMs: number) {
  const now = app.now()
  const days: { day: number; count: number }[] = await app
    .em({ accountId: account.id })
    .qb(Sighting)
    .select([
      raw('floor(extract(epoch from ?::timestamptz - seen_at) / 86400)::int as day', [now]),
      raw('count(*)::int as count'),
    ])
    .where({
      receivingAccount: receivingAccount.id,
      connection: id,
      seenAt: { $gt: new Date(now.getTime() - (usualDays + 1) * dayMs), $lt: new Date(now.getTime() - quietMs) },
      [raw('extract(epoch from ?::timestamptz - seen_at)::bigint % 86400', [now])]: { $lt: quietMs / 1000 },
    })
    .groupBy(raw('1'))
    .execute()
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return days.length >= habitDaysMin && total / days.length >= missedMin
}

/** The connections of an app whose notifications matched daily, and of which none matches any more. */
async function findChangedWordings(app: FollowNeeds): Promise<Set<number>> {
  const now = app.now().getTime()
  const yesterday = new Date(now - dayMs)
  // A column without its entity comes as text.
  const unknown: { connection: string; packageName: string }[] = await app
    .em('installation')
    .qb(UnreadRow)
    .select(['connection', 'packageName'])
    .where({ isChosen: true, reason: 'sentence', isWithheld: false, receivedAt: { $gt: yesterday } })
    .groupBy(['connection', 'packageName'])
    .having({ [raw('count(*)')]: { $gte: unknownMin } })
    .execute()
  const changed = new Set<number>()
  for (const { connection, packageName } of unknown) {
    const seen = await app
      .em('installation')
      .find(
        Sighting,
        { connection: Number(connection), packageName, seenAt: { $gt: new Date(now - 8 * dayMs) } },
        { fields: ['seenAt'], orderBy: { seenAt: 'desc' }, limit: 5_000 },
      )
    const days = new Set(seen.map(({ seenAt }) => Math.floor((now - seenAt.getTime()) / dayMs)))
    if (!days.has(0) && days.size >= matchedDaysMin) changed.add(Number(connection))
  }
  return changed
}

async function storeTroubles(
  app: FollowNeeds,
  connection: Connection,
  before: PhoneTroubles,
  present: PhoneTrouble[],
): Promise<number> {
  const isSame = phoneTroubles.every(trouble => (before[trouble] !== undefined) === present.includes(trouble))
  if (isSame) return 0
  const accountId = connection.account.id
  const rules = await app.em({ accountId }).findOne(ShopRules, { account: accountId })
  // At night a phone may be off; what lasts is told in the morning.
  const isClosed = closedNow(app, rules) !== null
  const since = app.now().toISOString()
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, filters: { caller: false } }
    const reading = await tx.em.findOneOrFail(Reading, { connection: connection.id }, lock)
    const stored = reading.phoneTroubles
    const begun = isClosed ? [] : present.filter(trouble => stored[trouble] === undefined)
    const lasting = present.filter(trouble => stored[trouble] !== undefined)
    const troubles = Object.fromEntries([
      ...lasting.map(trouble => [trouble, stored[trouble]!]),
      ...begun.map(trouble => [trouble, since]),
    ])
    const { id: connectionId, label, mode } = connection
    const changes = { phoneTroubles: troubles }
    await tx.em.nativeUpdate(Reading, { connection: connectionId }, changes, { filters: { caller: false } })
    await announce(
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
