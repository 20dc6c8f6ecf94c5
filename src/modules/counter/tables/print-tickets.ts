import { type Loaded, LockMode, raw } from '@mikro-orm/core'
import { attemptLeaseS, createAttemptLeases } from '../../../database/attempt-leases.ts'
import { startOfTime } from '../../../database/open-ended.ts'
import type { StartedWork } from '../../../lib/started.ts'
import type { Needs } from '../../../needs.ts'
import { KitchenTicket } from './kitchen-ticket.ts'
import { renderPrintedTicket } from './printed-ticket.ts'
import { findPrinter } from './printer-address.ts'
import { type PrinterOutcome, sendToPrinter } from './send-to-printer.ts'

type PrintNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'log' | 'config'>
type Ticket = Loaded<KitchenTicket, 'station'>
type Outcome = PrinterOutcome | { is: 'failed'; error: string }

const leases = createAttemptLeases('kitchen_ticket')
const firstDelayS = 2
const delayMaxS = 30
const doublingsMax = 6
/** A ticket older than this is outdated, because its guests have already asked. */
const lifetimeMs = 2 * 3_600_000

/** The condition of the sweep: a ticket is due. */
export const dueTicketsSql = "from kitchen_ticket where state = 'pending' and next_at <= :now and leased_until < now()"

/**
 * Claims due tickets, one per printer, and prints them. If a process dies while it prints, its claim expires, and the
 * ticket is printed again with a remark.
 */
export async function printTickets(app: PrintNeeds, limit: number): Promise<StartedWork> {
  const claimed = await claimTickets(app, limit)
  return { work: claimed.map(ticket => printClaimed(app, ticket)) }
}

// A printer accepts one connection, and prints tickets in order.
const isFirst = (alias: string) => `not exists (select from kitchen_ticket earlier
  where earlier.station_id = ${alias}.station_id and earlier.state = 'pending' and earlier.id < ${alias}.id)`

function claimTickets(app: PrintNeeds, limit: number): Promise<Ticket[]> {
  return app.transaction('installation', async ({ em }) => {
    const isDue = { nextAt: { $lte: app.now() }, leasedUntil: { $lt: raw<Date>('now()') } }
    const due = { state: 'pending' as const, ...isDue, [raw(isFirst)]: true }
    const order = { nextAt: 'asc', id: 'asc' } as const
    const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE
    const claimed = await em.find(KitchenTicket, due, { orderBy: order, limit, lockMode })
    const leasedUntil = raw<Date>('now() + make_interval(secs => ?)', [attemptLeaseS])
    const claims = { leasedUntil, mayBePrinted: true, attempts: raw<number>('attempts + 1') }
    await em.nativeUpdate(KitchenTicket, { id: claimed.map(({ id }) => id) }, claims)
    return em.populate(claimed, ['station'])
  })
}

async function printClaimed(app: PrintNeeds, ticket: Ticket): Promise<void> {
  try {
    await leases.work(app, ticket, {
      do: () => printTicket(app, ticket),
      record: outcome => recordOutcome(app, ticket, outcome),
    })
  } catch (error) {
    app.log.error({ err: error, kitchen_ticket: ticket.id }, 'a kitchen ticket could not be printed')
  }
}

async function printTicket({ config, now }: PrintNeeds, ticket: Ticket): Promise<Outcome> {
  const { station, createdAt } = ticket
  if (now().getTime() - createdAt.getTime() > lifetimeMs) return { is: 'failed', error: 'too old' }
  if (station.printer === null) return { is: 'again', error: 'the station has no printer', isClean: true }
  const address = findPrinter(config, station.printer)
  if (address === null) return { is: 'again', error: 'the address is not one of OUTBOUND_ALLOW', isClean: true }
  return sendToPrinter(address, renderPrintedTicket(station, ticket, config.timeZone))
}

async function recordOutcome(app: PrintNeeds, ticket: Ticket, outcome: Outcome): Promise<void> {
  const { id, attempts: before, mayBePrinted } = ticket
  const now = app.now()
  const attempts = before + 1
  const error = 'error' in outcome ? outcome.error : null
  const delayS = Math.min(delayMaxS, firstDelayS * 2 ** Math.min(before, doublingsMax))
  const change =
    outcome.is === 'again'
      ? {
          nextAt: new Date(now.getTime() + delayS * 1000),
          lastError: error,
          leasedUntil: startOfTime,
          mayBePrinted: mayBePrinted || !outcome.isClean,
        }
      : { state: outcome.is, endedAt: now, lastError: error }
  await app.em('installation').nativeUpdate(KitchenTicket, { id, attempts, state: 'pending' }, change)
  if (error !== null) app.log.warn({ kitchen_ticket: id, attempts, error }, 'a kitchen ticket was not printed')
}
