import type { EntityManager, Loaded } from '@mikro-orm/postgresql'
import { refuseField } from '../../lib/refusal.ts'
import { Sighting, statementPackage } from '../../money/sighting.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import { BankListLine } from './entities.ts'
import type { ListOwner } from './judge-list.ts'

/** A phone that reported money: its device, and the app that showed the notification. */
export interface PhoneWitness {
  packageName: string
  device: string | null
}

/** Money that came in on one day, with the sources that reported it. */
export interface DayEntry {
  transfer: Loaded<Transfer, 'connection'>
  phones: PhoneWitness[]
  /** Whether a bank's list contains it. */
  isListed: boolean
  /** Whether only the list contains it. */
  isOnlyListed: boolean
}

export interface DaySum {
  count: number
  /** The amount in whole rupiah. */
  amount: number
}

/** All money of a day, in overlapping sums. */
export interface DaySums {
  all: DaySum
  paid: DaySum
  inReview: DaySum
  onlyListed: DaySum
  /** Money that is missing from the lists. */
  unlisted: DaySum
}

export interface ReconciledDay {
  entries: DayEntry[]
  total: number
  sums: DaySums
  /** Whether a bank's list of the day was accepted; without one, no money can be missing from it. */
  hasList: boolean
}

const atOnce = 5000

/**
 * Lists all money of one day, oldest first: its sources, what it paid, and what only a list contains. Refuses
 * `invalid_request` for an impossible day.
 */
export async function reconcileDay(
  app: Needs<'em' | 'calendar'>,
  owner: ListOwner,
  { day, page, limit }: { day: string; page: number; limit: number },
): Promise<ReconciledDay> {
  const [from, until] = [app.calendar.startOfDay(day), app.calendar.endOfDay(day)]
  if (!from || !until) throw refuseField('day', 'is a day that exists, YYYY-MM-DD', 'not_a_day')
  const em = app.em(owner)
  const moved = { $gte: from, $lt: until }
  const rows = await em.find(
    Transfer,
    { connection: { mode: owner.mode }, $or: [{ occurredAt: moved }, { occurredAt: null, receivedAt: moved }] },
    { orderBy: { receivedAt: 'asc', id: 'asc' }, populate: ['connection'] },
  )
  const ids = rows.map(({ id }) => id)
  const phones = await findPhones(em, ids)
  const listed = await findListed(em, ids)
  const entries = rows.map((transfer): DayEntry => {
    const ofTransfer = phones.get(transfer.id) ?? []
    const isListed = listed.has(transfer.id)
    return { transfer, phones: ofTransfer, isListed, isOnlyListed: isListed && ofTransfer.length === 0 }
  })
  return {
    entries: entries.slice((page - 1) * limit, page * limit),
    total: entries.length,
    hasList: listed.size > 0,
    sums: {
      all: sumEntries(entries),
      paid: sumEntries(entries.filter(({ transfer }) => transfer.state === 'settled')),
      inReview: sumEntries(entries.filter(({ transfer }) => transfer.state === 'review')),
      onlyListed: sumEntries(entries.filter(({ isOnlyListed }) => isOnlyListed)),
      unlisted: sumEntries(entries.filter(({ isListed }) => !isListed)),
    },
  }
}

function sumEntries(entries: DayEntry[]): DaySum {
  return { count: entries.length, amount: entries.reduce((sum, { transfer }) => sum + transfer.amount, 0) }
}

async function findPhones(em: EntityManager, ids: number[]): Promise<Map<number, PhoneWitness[]>> {
  const phones = new Map<number, Map<string, PhoneWitness>>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const transfer = { $in: ids.slice(from, from + atOnce) }
    const seen = { transfer, splitAt: null, packageName: { $ne: statementPackage } }
    for (const { transfer: of, packageName, device } of await em.find(Sighting, seen, { orderBy: { id: 'asc' } })) {
      const ofTransfer = phones.get(of.id) ?? new Map<string, PhoneWitness>()
      phones.set(of.id, ofTransfer.set(JSON.stringify([packageName, device]), { packageName, device }))
    }
  }
  return new Map([...phones].map(([id, ofTransfer]) => [id, [...ofTransfer.values()]]))
}

async function findListed(em: EntityManager, ids: number[]): Promise<Set<number>> {
  const listed = new Set<number>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const transfer = { $in: ids.slice(from, from + atOnce) }
    for (const line of await em.find(BankListLine, { transfer })) if (line.transfer) listed.add(line.transfer.id)
  }
  return listed
}
