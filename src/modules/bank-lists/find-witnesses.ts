import type { EntityManager, Loaded } from '@mikro-orm/postgresql'
import type { Connection } from '../../connections/connection.ts'
import { Reading } from '../../connections/reading.ts'
import { Sighting, statementPackage } from '../../money/sighting.ts'
import type { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import { BankList } from './entities.ts'
import type { ListOwner } from './judge-list.ts'

/** A source that reports an account's money: an app on a phone, or the lists of its bank. */
export interface MoneyWitness {
  /** The package of the app; null for the lists of the bank. */
  packageName: string | null
  /** The phone's own name; null if unknown. */
  device: string | null
  lastWordAt: Date
  /** The usual delay in seconds after the first source; null if it was never a second one. */
  lagS: number | null
  /** The number of transfers that it reported. */
  seen: number
  /** The transfers that others reported and it did not, newest first. */
  missed: Transfer[]
  /** The number of transfers reported by a single source. */
  alone: number
}

type WitnessSighting = Loaded<Sighting, 'transfer'>

const daysMs = 7 * 86_400_000
/** How long a second source may report after the first. */
const waitMs = 15 * 60_000
const sightingsMax = 5000

/** Finds the sources that reported a connection's money in the last seven days, with the transfers that each missed. */
export async function findWitnesses(
  app: Needs<'em' | 'now' | 'calendar'>,
  owner: ListOwner,
  { id, receivingAccount }: Connection,
): Promise<MoneyWitness[]> {
  const em = app.em(owner)
  const now = app.now().getTime()
  const sightings = await em.find(
    Sighting,
    { receivingAccount: receivingAccount.id, seenAt: { $gte: new Date(now - daysMs) }, splitAt: null },
    { populate: ['transfer'], orderBy: { id: 'desc' }, limit: sightingsMax },
  )
  const { devices } = await app.em('installation').findOneOrFail(Reading, { connection: id })
  const byTransfer = Map.groupBy(sightings, ({ transfer }) => transfer.id)
  const isListed = await findListedDays(app, em, receivingAccount.id)
  return [...Map.groupBy(sightings, nameOf).values()].map(own => {
    const [{ packageName, device }] = own as [WitnessSighting, ...WitnessSighting[]]
    const isStatement = packageName === statementPackage
    const since = Math.min(...own.map(({ transfer }) => transfer.arrivedAt().getTime()))
    // A phone may show a notification again, so only its first report of each transfer counts.
    const firsts = new Map(own.map(one => [one.transfer.id, one]))
    const missed = [...byTransfer.values()].flatMap(([first]) => {
      const transfer = first!.transfer as unknown as Transfer
      const moved = transfer.arrivedAt().getTime()
      const isDue = isStatement ? isListed(transfer) : moved >= since && moved <= now - waitMs
      return firsts.has(transfer.id) || !isDue ? [] : [transfer]
    })
    const lags = [...firsts].flatMap(([transferId, first]) => listLags(first, byTransfer.get(transferId)!))
    const said = device === null ? undefined : devices[device]
    const lastWords = [...own.map(({ seenAt }) => seenAt.getTime()), ...(said ? [Date.parse(said)] : [])]
    return {
      packageName: isStatement ? null : packageName,
      device,
      lastWordAt: new Date(Math.max(...lastWords)),
      lagS: computeMedian(lags),
      seen: firsts.size,
      missed,
      alone: [...firsts].filter(([transferId, first]) =>
        byTransfer.get(transferId)!.every(one => nameOf(one) === nameOf(first)),
      ).length,
    }
  })
}

const nameOf = ({ packageName, device }: Sighting) => JSON.stringify([packageName, device])

/** Returns the delays in seconds after the first report of a transfer by another source. */
function listLags(one: WitnessSighting, ofTransfer: WitnessSighting[]): number[] {
  const others = ofTransfer.filter(other => nameOf(other) !== nameOf(one))
  if (others.length === 0) return []
  const first = Math.min(...ofTransfer.map(({ seenAt }) => seenAt.getTime()))
  return [Math.round((one.seenAt.getTime() - first) / 1000)]
}

function computeMedian(values: number[]): number | null {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? null
}

/** Returns whether an accepted list covers the whole day of a transfer. */
async function findListedDays(
  { calendar }: Needs<'calendar'>,
  em: EntityManager,
  receivingAccount: number,
): Promise<(transfer: Transfer) => boolean> {
  const lists = await em.find(BankList, { receivingAccount }, { orderBy: { id: 'desc' }, limit: 50 })
  return transfer => {
    const day = calendar.formatDay(transfer.arrivedAt())
    const isOver = (takenAt: Date) => calendar.formatDay(takenAt) > day
    return lists.some(({ firstDay, lastDay, takenAt }) => firstDay <= day && day <= lastDay && isOver(takenAt))
  }
}
