import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { refuseField } from '../../lib/refusal.ts'
import { makeSightingRow } from '../../money/recognise-notifications.ts'
import { Sighting } from '../../money/sighting.ts'
import type { Needs } from '../../needs.ts'
import type { ParsedBankList } from './bank-list.ts'
import { BankList, BankListLine, type LineState } from './entities.ts'
import type { IdentifiedLine } from './identify-lines.ts'
import { type JudgedList, judgeList, type ListOwner } from './judge-list.ts'
import { computeLineMoment } from './place-lines.ts'
import {
  makeLineReference,
  makeLineReport,
  type OwedLineNeeds,
  settleOwedLines,
  statementSource,
} from './settle-owed-lines.ts'

type TakeNeeds = OwedLineNeeds & Needs<'transaction' | 'connectors'>

/**
 * Stores a list, and settles its unreported money as if it had been reported in time. Lines of an earlier list change
 * nothing. Returns the id of the list.
 *
 * Refuses `not_found`, and `invalid_request` for `connection`, or for `file` if the balances of a list do not add up.
 */
export async function storeBankList(
  app: TakeNeeds,
  actor: MemberActor & ListOwner,
  input: { connectionId: number; list: ParsedBankList },
): Promise<number> {
  const [broken] = input.list.broken
  if (broken !== undefined) {
    throw refuseField('file', `the balance of line ${broken} does not follow from the line before`, 'conflicting')
  }
  const id = await app.transaction({ accountId: actor.accountId, mode: actor.mode }, async tx => {
    const judged = await judgeList({ ...app, em: () => tx.em }, actor, input)
    const { connection, list } = judged
    const bankList = await tx.em.insert(BankList, {
      account: actor.accountId,
      connection: connection.id,
      receivingAccount: connection.receivingAccount.id,
      firstDay: list.period.first,
      lastDay: list.period.last,
      hasBalances: list.hasBalances,
      takenBy: actor.actor,
      takenAt: app.now(),
    })
    const rows = judged.fresh.map(line => makeLineRow(judged, line, { account: actor.accountId, bankList }))
    if (rows.length > 0) {
      await tx.em.upsertMany(BankListLine, rows, {
        onConflictAction: 'ignore',
        onConflictFields: ['receivingAccount', 'identity'],
      })
    }
    await storeSeen(app, tx, judged, actor.accountId)
    await recordAct(app, tx, {
      ...actor,
      act: 'bank_list.taken',
      subject: `connection ${connection.id}`,
      detail: { first_day: list.period.first, last_day: list.period.last, lines: rows.length },
    })
    return bankList
  })
  await settleOwedLines(app, id)
  return id
}

/** Stores that the statement contains money reported earlier, so that its other lines are other money. */
async function storeSeen({ now }: Needs<'now'>, tx: Tx, judged: JudgedList, account: number): Promise<void> {
  const { connection, fresh, seen } = judged
  const source = { connectionId: connection.id, receivingAccountId: connection.receivingAccount.id }
  const sightings = fresh.flatMap(line => {
    const transfer = seen.get(line.identity)
    if (transfer === undefined) return []
    const reference = makeLineReference(line)
    const occurredAt = line.time === null ? null : computeLineMoment(line)
    const report = { ...makeLineReport({ ...line, amount: line.amount! }), occurredAt, ...statementSource }
    return [{ ...makeSightingRow(source, report, now()), account, reference, transfer, mergedBy: null }]
  })
  if (sightings.length === 0) return
  await tx.em.upsertMany(Sighting, sightings, {
    onConflictAction: 'ignore',
    onConflictFields: ['receivingAccount', 'reference'],
  })
}

function makeLineRow(
  judged: JudgedList,
  { identity, line, day, time, amount, text }: IdentifiedLine,
  { account, bankList }: { account: number; bankList: number },
) {
  return {
    bankList,
    account,
    receivingAccount: judged.connection.receivingAccount.id,
    identity,
    line,
    day,
    time,
    amount: amount ?? 0,
    text,
    state: lineState(judged, { identity, amount }),
    transfer: judged.seen.get(identity) ?? null,
    likelyTransfer: judged.doubtful.get(identity) ?? null,
  }
}

function lineState(
  { seen, doubtful }: JudgedList,
  { identity, amount }: Pick<IdentifiedLine, 'identity' | 'amount'>,
): LineState {
  if (amount === null) return 'odd'
  if (seen.has(identity)) return 'seen'
  return doubtful.has(identity) ? 'doubtful' : 'found'
}
