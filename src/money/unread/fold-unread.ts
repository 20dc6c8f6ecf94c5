import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { UnreadRow } from './unread-row.ts'

/** The number of rows per app and day that are stored without text or amount. */
const perDayMax = 10
/** The number of unchosen apps per day that are stored by name; others are counted without it. */
const appsMax = 200
const dayMs = 86_400_000

interface Place {
  connectionId: number
  packageName: string
  isChosen: boolean
}

/**
 * Folds the rows that have neither text nor an amount. For each app and day it keeps the newest ones and a row that
 * counts the others: an app that the merchant did not choose may send thousands. The caller must hold the lock of the
 * connection's reading.
 */
export async function foldUnread(app: Needs<'now'>, { em }: Tx, places: Place[]): Promise<void> {
  const keys = new Map(places.map(place => [`${place.isChosen} ${place.packageName}`, place]))
  for (const { connectionId, packageName, isChosen } of keys.values()) {
    const wordless = { sealedContent: null, amount: null, ...(isChosen && { isOverLimit: true }) }
    const rows = await em.find(
      UnreadRow,
      { connection: connectionId, packageName, isChosen, receivedAt: { $gte: startOfDay(app) }, ...wordless },
      { orderBy: { id: 'desc' } },
    )
    const [counting, ...folded] = rows.slice(perDayMax - 1)
    if (counting === undefined || folded.length === 0) continue
    const more = folded.reduce((sum, row) => sum + 1 + row.more, counting.more)
    await em.nativeUpdate(UnreadRow, { id: counting.id }, { more })
    await em.nativeDelete(UnreadRow, { id: { $in: folded.map(({ id }) => id) } })
  }
}

/** Returns the stored names of apps that were not chosen: empty beyond the daily number. */
export async function readOtherAppNames(
  app: Needs<'now'>,
  { em }: Tx,
  connectionId: number,
  packages: string[],
): Promise<(packageName: string) => string> {
  const named = await em
    .qb(UnreadRow)
    .select('packageName', true)
    .where({ connection: connectionId, isChosen: false, receivedAt: { $gte: startOfDay(app) } })
    .execute<{ packageName: string }[]>()
  const knownPackages = new Set(named.map(({ packageName }) => packageName))
  for (const name of packages) if (knownPackages.size < appsMax) knownPackages.add(name)
  return name => (knownPackages.has(name) ? name : '')
}

function startOfDay({ now }: Needs<'now'>): Date {
  const at = now().getTime()
  return new Date(at - (at % dayMs))
}
