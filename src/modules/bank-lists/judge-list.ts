import type { EntityManager } from '@mikro-orm/postgresql'
import { Connection } from '../../connections/connection.ts'
import { formatJakartaTime, parseJakartaTime } from '../../connectors/jakarta.ts'
import type { Mode } from '../../database/scope.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import type { ParsedBankList } from './bank-list.ts'
import { BankListLine } from './entities.ts'
import { type IdentifiedLine, identifyLines } from './identify-lines.ts'
import { bookedLateMaxMs, type MatchedLines, matchLines, reportedLateMaxMs } from './match-lines.ts'
import { computeLineTimes, type ListedTime } from './place-lines.ts'
import type { ListPeriod } from './read-list-date.ts'

type JudgeNeeds = Needs<'em' | 'now' | 'connectors'>
export type ListOwner = { accountId: number; mode: Mode }

/** A list, compared with the money that was reported on its account. */
export interface JudgedList extends MatchedLines {
  connection: Connection
  list: ParsedBankList
  lines: IdentifiedLine[]
  /** The lines that no earlier list contained. */
  fresh: IdentifiedLine[]
  /** The fresh lines whose money was not certainly reported. */
  missing: IdentifiedLine[]
}

/**
 * Matches a list with the money that was reported on the receiving account of a connection. Refuses `not_found`, and
 * `invalid_request` for `connection` if its money identifies the payment itself.
 */
export async function judgeList(
  app: JudgeNeeds,
  owner: ListOwner,
  { connectionId, list }: { connectionId: number; list: ParsedBankList },
): Promise<JudgedList> {
  const em = app.em(owner)
  const connection = await em.findOne(Connection, { id: connectionId, removedAt: null })
  if (!connection) throw notFound('connection')
  if (app.connectors[connection.connector].matches !== 'amount') {
    throw refuseField('connection', 'tells by itself which payment its money is for', 'not_allowed')
  }
  const receivingAccount = connection.receivingAccount.id
  const lines = identifyLines(list.lines)
  const stored = await em.find(BankListLine, { receivingAccount, identity: { $in: lines.map(line => line.identity) } })
  const known = new Set(stored.map(({ identity }) => identity))
  const fresh = lines.filter(({ identity }) => !known.has(identity))
  const listed = new Set(stored.map(({ transfer }) => transfer?.id))
  const reported = (await findReported(em, receivingAccount, list)).filter(({ id }) => !listed.has(id))
  const matched = matchLines(
    fresh.flatMap(line => (line.amount === null ? [] : [{ ...computeLineTimes(line), ...line, amount: line.amount }])),
    reported.map(transfer => ({ id: transfer.id, amount: transfer.amount, arrivedAt: transfer.arrivedAt() })),
  )
  const isListed = isWithin(app, list)
  const unlisted = reported.filter(transfer => matched.unlisted.has(transfer.id) && isListed(transfer))
  return {
    ...matched,
    unlisted: new Set(unlisted.map(({ id }) => id)),
    connection,
    list,
    lines,
    fresh,
    missing: fresh.filter(({ identity, amount }) => amount !== null && !matched.seen.has(identity)),
  }
}

/** Finds the money that may belong to a line of a list, by its time; an earlier list may have reported it since. */
function findReported(em: EntityManager, receivingAccount: number, { period }: ParsedBankList): Promise<Transfer[]> {
  const moved = {
    $gte: new Date(daysOf(period).from.getTime() - bookedLateMaxMs),
    $lt: new Date(daysOf(period).until.getTime() + reportedLateMaxMs),
  }
  return em.find(Transfer, { receivingAccount, $or: [{ occurredAt: moved }, { occurredAt: null, receivedAt: moved }] })
}

const daysOf = ({ first, last }: ListPeriod): ListedTime => ({
  from: computeLineTimes({ day: first, time: null }).from,
  until: computeLineTimes({ day: last, time: null }).until,
})

/** Returns whether money moved on a day that the list fully covers, so not on the last day until it ends. */
function isWithin({ now }: Needs<'now'>, { period }: ParsedBankList): (transfer: Transfer) => boolean {
  const { from, until } = daysOf(period)
  const today = parseJakartaTime(`${formatJakartaTime(now()).slice(0, 10)} 00:00:00`)
  return transfer => transfer.arrivedAt() >= from && transfer.arrivedAt() < until && transfer.arrivedAt() < today
}
