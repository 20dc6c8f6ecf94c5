import { raw } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { UnreadRow } from './unread-row.ts'

/** The stored notifications of a connection's phone that could not be read. */
export interface UnreadNotifications {
  /** The newest ones from the apps that the merchant chose. */
  rows: UnreadRow[]
  /** The number of those from these apps. */
  count: number
  /** The number of them stored without text, because too many came within an hour. */
  overLimit: number
  /** The number of them with a one-time code, of which only the count is stored. */
  withheld: number
  /** The apps that were not chosen, those with the most notifications first. */
  otherApps: AppCount[]
}

export interface AppCount {
  packageName: string
  count: number
}

const shownMax = 20
const appsMax = 20

/** Counts notifications, including those that a row represents. */
const countOf = (name: string) => raw(`coalesce(sum(1 + more), 0)::int as ${name}`)

/** Counts those with a flag set. */
const sumOf = (name: string, flag: string) => raw(`coalesce(sum(1 + more) filter (where ${flag}), 0)::int as ${name}`)

/** Lists the unreadable notifications of a connection without opening any. */
export async function listUnread(
  app: Needs<'em'>,
  accountId: number,
  connectionId: number,
): Promise<UnreadNotifications> {
  const em = app.em({ accountId })
  const chosen = { connection: connectionId, isChosen: true }
  const rows = await em.find(UnreadRow, chosen, { orderBy: { id: 'desc' }, limit: shownMax })
  const [sums] = await em
    .qb(UnreadRow)
    .select([countOf('count'), sumOf('beyond', 'is_over_limit'), sumOf('withheld', 'is_withheld')])
    .where(chosen)
    .execute<{ count: number; beyond: number; withheld: number }[]>()
  return {
    rows,
    count: sums!.count,
    overLimit: sums!.beyond,
    withheld: sums!.withheld,
    otherApps: await countOtherApps(app, accountId, { connections: [connectionId] }),
  }
}

interface Looking {
  connections: number[]
  /** The first moment included; a week ago by default. */
  since?: Date
}

/** Counts the notifications of apps that were not chosen, by app. */
export async function countOtherApps(
  app: Needs<'em'>,
  accountId: number,
  { connections, since }: Looking,
): Promise<AppCount[]> {
  const other = { connection: { $in: connections }, isChosen: false, ...(since && { receivedAt: { $gte: since } }) }
  const rows = await app
    .em({ accountId })
    .qb(UnreadRow)
    .select(['packageName', countOf('count')])
    .where(other)
    .groupBy('packageName')
    .orderBy([{ [raw('sum(1 + more)')]: 'desc' }, { packageName: 'asc' }])
    .limit(appsMax)
    .execute<AppCount[]>()
  return rows.map(({ packageName, count }) => ({ packageName, count }))
}
