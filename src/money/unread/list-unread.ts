import { raw } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { UnreadRow } from './unread-row.ts'

/** The notifications that the phone of one connection forwarded and that were not understood, while they are stored. */
export interface Unread {
  /** The newest ones of the apps that the merchant chose. */
  rows: UnreadRow[]
  /** How many there are of these apps. */
  count: number
  /** How many of them are stored without their words, because too many came within an hour. */
  overLimit: number
  /** How many of them held a one-time code, so that only their count is stored. */
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

/** Counts rows, and what they stand for. */
const countOf = (name: string) => raw(`coalesce(sum(1 + more), 0)::int as ${name}`)

/** Counts those of which a flag is set. */
const sumOf = (name: string, flag: string) => raw(`coalesce(sum(1 + more) filter (where ${flag}), 0)::int as ${name}`)

/** Lists the notifications of a connection that were not understood, without opening any. */
export async function listUnread(app: Needs<'em'>, accountId: number, connectionId: number): Promise<Unread> {
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
  /** Unset: since a week ago. */
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
