import { Connection } from '../../connections/connection.ts'
import type { Mode } from '../../database/scope.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import type { BankListRead } from './bank-list.ts'
import { BankListLine } from './entities.ts'
import { type IdentifiedLine, identifyLines } from './identify-lines.ts'
import { type MatchedLines, matchLines } from './match-lines.ts'
import { placeLine } from './place-lines.ts'

type JudgeNeeds = Needs<'em' | 'now' | 'calendar' | 'connectors'>
export type Owner = { accountId: number; mode: Mode }

/** A list beside the money that was reported on its account. */
export interface JudgedList extends MatchedLines {
  connection: Connection
  list: BankListRead
  lines: IdentifiedLine[]
  /** The lines that another list has shown already, by their identity. */
  known: Set<string>
}

const dayMs = 86_400_000
const aroundMs = 5 * dayMs

/**
 * Matches a list with the money that was reported on the receiving account of a connection. Refuses `not_found`, and
 * `invalid_request` naming `connection` where money names its payment by itself.
 */
export async function judgeList(
  app: JudgeNeeds,
  owner: Owner,
  { connectionId, list }: { connectionId: number; list: BankListRead },
): Promise<JudgedList> {
  const em = app.em(owner)
  const connection = await em.findOne(Connection, { id: connectionId, removedAt: null })
  if (!connection) throw notFound('connection')
  if (app.connectors[connection.connector].matches !== 'amount') {
    throw refuseField('connection', 'tells by itself which payment its money is for', 'not_allowed')
  }
  const receivingAccount = connection.receivingAccount.id
  const lines = identifyLines(list.lines)
  const placed = lines.filter(({ amount }) => amount !== null).map(line => placeLine(app, line))
  const [first, last] = [list.period.first, list.period.last].map(day => app.calendar.startOfDay(day)!.getTime())
  const reported = await em.find(Transfer, {
    receivingAccount,
    receivedAt: { $gte: new Date(first! - aroundMs), $lt: new Date(last! + dayMs + aroundMs) },
  })
  const stored = await em.find(BankListLine, { receivingAccount, identity: { $in: lines.map(line => line.identity) } })
  const known = new Set(stored.map(({ identity }) => identity))
  const own = new Set(stored.map(({ transfer }) => transfer?.id))
  const matched = matchLines(
    placed.filter(({ identity }) => !known.has(identity)),
    reported
      .filter(({ id }) => !own.has(id))
      .map(transfer => ({ id: transfer.id, amount: transfer.amount, arrivedAt: transfer.arrivedAt() })),
  )
  const isListed = isInPeriod(app, list)
  const unlisted = reported.filter(({ id }) => matched.unlisted.includes(id)).filter(isListed)
  return { ...matched, connection, list, lines, known, unlisted: unlisted.map(({ id }) => id) }
}

/** Whether money moved on a day of which the list shows all: not on the last one while it lasts. */
function isInPeriod({ calendar, now }: Needs<'now' | 'calendar'>, { period }: BankListRead) {
  const from = calendar.startOfDay(period.first)!
  const today = calendar.startOfDay(calendar.formatDay(now()))!
  const end = calendar.endOfDay(period.last)!
  const until = end < today ? end : today
  return (transfer: Transfer) => transfer.arrivedAt() >= from && transfer.arrivedAt() < until
}
