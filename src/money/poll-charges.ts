import { raw } from '@mikro-orm/core'
import { attachConnections, type ConnectionOwner, makeOperatorCondition } from '../connections/attach-connections.ts'
import type { Connection } from '../connections/connection.ts'
import { type ConnectionLine, describeFailure, openLine } from '../connections/connection-call.ts'
import { recordFailure, recordSuccess } from '../connections/connection-health.ts'
import { findOrCreateReceivingAccount } from '../connections/find-or-create-receiving-account.ts'
import { Reading } from '../connections/reading.ts'
import type { ChargeStatus } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import { toInstances } from '../database/columns.ts'
import { insistOnRecord, isDatabaseUnavailable } from '../database/insist-on-record.ts'
import { startOfTime } from '../database/open-ended.ts'
import type { Tx } from '../database/transaction.ts'
import { gatherWork } from '../lib/gather.ts'
import { leaseHolder } from '../lib/holder.ts'
import { OutboundError } from '../lib/outbound.ts'
import { type StartedWork, startEach } from '../lib/started.ts'
import { createOncePer } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { cancelProviderCode } from './cancel-provider-code.ts'
import {
  type AnsweredRow,
  type ClaimedRow,
  claimChargesSql,
  lockConnectionsSql,
  nextCheckSql,
  recordAloneSql,
  recordTogetherSql,
  restedUntilSql,
} from './poll-charges-sql.ts'
import { settleTransfer } from './settle-transfer.ts'

type AskNeeds = Needs<
  | 'config'
  | 'sql'
  | 'transaction'
  | 'em'
  | 'now'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'reactions'
  | 'wake'
  | 'log'
  | 'slots'
  | 'calendar'
>

/** A charge that has a code. */
type CodedCharge = Readonly<Charge> & ClaimedRow & { providerInvoiceId: string; requestDate: Date; payableUntil: Date }

interface ChargeCheck {
  charge: CodedCharge
  connection: Connection
  line: ConnectionLine
  /** Whether its connection's last request failed. */
  isTroubled: boolean
}

const leaseS = 70
const failingFrom = 5
/** The seconds after a first failure. */
const againS = 1
// After this many, failures of one code count against its connection: a code that is never answered must not close it
// alone.
const tellingFailures = 3

/**
 * Claims codes that may have been paid and asks their providers, within each connection's budget of requests. Codes on
 * open pages and the newest come first, the others after pauses that grow with their age. A code is checked until its
 * own life is over, whatever became of its payment, because it stays payable on a screen. If the connector requires it,
 * it is checked a while longer, so that late money is seen. Codes that a provider named are checked besides the budget,
 * up to the maximum of running checks. A connection that keeps failing is not checked for a while, and then tried with
 * one check. `owner` excludes the operator's connections or all others.
 */
export async function pollCharges(
  app: AskNeeds,
  limit: number,
  owner: ConnectionOwner | null = null,
): Promise<StartedWork> {
  const { charges, failing, isFull } = await app.transaction('installation', tx =>
    claimCharges(app, tx, { limit, whose: owner }),
  )
  const checks = (await attachConnections(app, charges)).map(({ row: charge, connection }) => ({
    charge,
    connection,
    line: openLine(app, connection, charge.merchantId),
    isTroubled: failing.has(connection.id),
  }))
  const started = startEach(
    checks,
    ({ charge }) => [charge.leaseToken],
    one => askOne(app, one),
  )
  // Each answer frees capacity for a waiting code.
  if (isFull) for (const piece of started.work) void piece.then(() => app.wake.notify('named-charges'))
  return started
}

/**
 * Returns the charges to check, which of their connections failed last, and whether more named codes may be waiting.
 */
async function claimCharges(
  app: AskNeeds,
  tx: Tx,
  { limit, whose }: { limit: number; whose: ConnectionOwner | null },
): Promise<{ charges: CodedCharge[]; failing: Set<number>; isFull: boolean }> {
  const perS = Object.values(app.connectors).map(connector => [connector.id, connector.window.requestsPerS])
  const budgets: Record<string, number> = Object.fromEntries(perS)
  const lines = await tx.query(lockConnectionsSql, { budgets, failingFrom, isOperators: makeOperatorCondition(whose) })
  const place = lines.filter(({ named_room }) => named_room > 0)
  const failing = new Set(place.filter(({ failures }) => failures > 0).map(({ connection_id }) => connection_id))
  if (place.length === 0) return { charges: [], failing, isFull: false }
  const claimed = await tx.query(claimChargesSql, {
    place,
    budgets,
    leaseS,
    now: app.now(),
    holder: leaseHolder,
    limit,
  })
  const charges = toInstances<Charge, ClaimedRow>(Charge, claimed) as CodedCharge[]
  const countNamed = (connectionId: number) =>
    charges.filter(({ connection, is_named }) => connection.id === connectionId && is_named).length
  const isFull =
    charges.length >= limit || place.some(({ connection_id, named_room }) => countNamed(connection_id) >= named_room)
  return { charges, failing, isFull }
}

/** Records answers that arrive at the same time by one statement, so that each check costs the database less. */
const recorderFor = createOncePer(({ sql }: Needs<'sql'>) =>
  gatherWork<AnsweredRow, { charge_id: number }>(
    async answers => {
      const rows = await sql.query(recordTogetherSql, { answers })
      const recorded = new Map(rows.map(row => [row.charge_id, row]))
      return answers.map(({ charge_id }) => recorded.get(charge_id))
    },
    { didNothing: () => false },
  ),
)

/** Records an answer, alone if its row is locked or the common statement failed: no other answer waits for it. */
async function recordAnswer(app: AskNeeds, answer: AnsweredRow): Promise<void> {
  const recorded = await recorderFor(app)(answer).catch(() => undefined)
  if (!recorded) await insistOnRecord(leaseS, () => app.sql.write(recordAloneSql, { answers: [answer] }))
}

async function askOne(app: AskNeeds, check: ChargeCheck): Promise<void> {
  const { charge, line } = check
  const askedAt = app.now()
  try {
    const answer = await line.connector.status!(line.call, { ...charge, askedAt })
    await insistOnRecord(leaseS, () => settleAnswer(app, check, answer))
    if (!answer.paid) await cancelProviderCode(app, charge, line, askedAt)
    await recordAnswer(app, toAnsweredRow(check, { isPaid: answer.paid, askedAt }))
    if (check.isTroubled) await insistOnRecord(leaseS, () => forgetFailures(app, check.connection))
  } catch (error) {
    const failedAt = performance.now()
    const recording = isDatabaseUnavailable(error)
      ? Promise.reject(error)
      : insistOnRecord(leaseS, () => writeFailure(app, check, error, failedAt))
    await recording.catch(trouble => {
      const invoiceId = charge.payment.invoiceId
      app.log.error({ err: trouble, invoice_id: invoiceId }, 'the answer about a code could not be recorded')
    })
  }
}

async function settleAnswer(app: AskNeeds, check: ChargeCheck, answer: ChargeStatus): Promise<void> {
  const { charge, connection, line } = check
  await recordSuccess(app, connection)
  if (!answer.paid) return
  const source = {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: await findReceivingAccount(app, check),
    window: line.window,
    charge: { id: charge.id, invoiceId: charge.payment.invoiceId, method: charge.method },
  }
  await settleTransfer(app, source, answer.transfer)
}

function toAnsweredRow(
  { charge, line }: ChargeCheck,
  { isPaid, askedAt }: { isPaid: boolean; askedAt: Date },
): AnsweredRow {
  const { pauseS, watchedPauseS, restS } = computePauses(charge, line, askedAt)
  return {
    charge_id: charge.id,
    token: charge.leaseToken!,
    asked_at: askedAt,
    is_over: isPaid || askedAt.getTime() > charge.payableUntil.getTime() + line.window.lateS * 1000,
    pause_s: pauseS,
    watched_pause_s: watchedPauseS,
    rest_s: restS,
  }
}

async function forgetFailures(app: AskNeeds, connection: Connection): Promise<void> {
  const failed = { connection: connection.id, askingFailures: { $gt: 0 } }
  await app.em('installation').nativeUpdate(Reading, failed, { askingFailures: 0, quietUntil: startOfTime })
}

async function writeFailure(
  app: AskNeeds,
  { charge, connection, line }: ChargeCheck,
  error: unknown,
  failedAt: number,
): Promise<void> {
  const invoiceId = charge.payment.invoiceId
  const failure = describeFailure(line, error)
  const { kind, sentence } = failure
  app.log.warn({ invoice_id: invoiceId, kind, error: sentence }, 'a provider did not say whether a code was paid')
  const { intervalS } = line.window
  const { isAskedRarely } = line.connector.traits
  const firstPauseS = Math.min(againS, intervalS)
  // The pause begins with the failure, which an unavailable database may record much later.
  const passedS = (performance.now() - failedAt) / 1000
  // Silence of the network does not mean that the provider blocks us.
  const pauseS = error instanceof Error && error.cause instanceof OutboundError ? rarelyS : blockedS
  const failed = {
    failures: raw<number>('failures + 1'),
    lastErrorKind: kind,
    lastError: sentence,
    leaseToken: null,
    leasedUntil: isAskedRarely ? raw<Date>(restedUntilSql('?'), [rarelyS, rarelyS]) : startOfTime,
    askAt: isAskedRarely
      ? raw<Date>(nextCheckSql('? * power(2, least(failures, 2))'), [pauseS])
      : raw<Date>(
          nextCheckSql('greatest(0, -? + case failures when 0 then ? else ? * power(2, least(failures - 1, 2)) end)'),
          [passedS, firstPauseS, intervalS],
        ),
  }
  const { id, leaseToken } = charge
  await app.em({ accountId: charge.account.id }).nativeUpdate(Charge, { id, leaseToken }, failed)
  const restS = isAskedRarely ? intervalS : firstPauseS
  if (charge.failures < tellingFailures) await closeForAWhile(app, connection, restS)
  if (passedS > firstPauseS && !isAskedRarely) app.wake.notify('asks')
  await recordFailure(app, connection, failure, { merchantId: charge.merchantId, answers: () => answersAtAll(line) })
}

/**
 * Pauses a connection after `failingFrom` failures: for `firstS`, and twice as long each time, up to a minute. The
 * first pauses are short: a momentary outage fails all questions that are under way.
 */
async function closeForAWhile(app: AskNeeds, connection: Connection, firstS: number): Promise<void> {
  const quietUntil = raw<Date>(
    `case when asking_failures + 1 < ? then quiet_until
      else now() + make_interval(secs => (0.8 + random() * 0.4)
        * least(60, ? * power(2, least(6, asking_failures + 1 - ?)))) end`,
    [failingFrom, firstS, failingFrom],
  )
  const open = { connection: connection.id, quietUntil: { $lte: raw<Date>('now()') } }
  const failed = { askingFailures: raw<number>('asking_failures + 1'), quietUntil }
  await app.em('installation').nativeUpdate(Reading, open, failed)
}

/** Returns whether a provider that does not answer about one code answers a request that needs none. */
async function answersAtAll({ connector, call }: ConnectionLine): Promise<boolean> {
  if (!connector.check) return false
  return connector.check(call).then(
    () => true,
    () => false,
  )
}

/**
 * Returns the account that receives a charge's money: the connection's, or that of the merchant id under which it was
 * created.
 */
async function findReceivingAccount(app: AskNeeds, { charge, connection, line }: ChargeCheck): Promise<number> {
  if (!charge.merchantId) return connection.receivingAccount.id
  const { connector, call } = line
  return findOrCreateReceivingAccount(app, {
    connector: connection.connector,
    mode: connection.mode,
    externalId: connector.receivingAccount(call.credentials),
    ownerId: connection.account.id,
  })
}

// A provider that must not be polled blocks callers with too many requests for about an hour.
const rarelyS = 60
const blockedS = 3600

/** Returns the real seconds until the next check, and those within which it is not checked, even for an open page. */
function computePauses(charge: CodedCharge, { connector, window }: ConnectionLine, askedAt: Date) {
  const { intervalS, lateS } = window
  if (!connector.traits.isAskedRarely) {
    return { pauseS: pauseS(charge, askedAt, window), watchedPauseS: intervalS, restS: 0 }
  }
  const leftMs = charge.payableUntil.getTime() - askedAt.getTime()
  const untilEndS = Math.max(rarelyS, leftMs / 1000 + (leftMs > 0 ? 0 : lateS) + 1)
  return { pauseS: untilEndS, watchedPauseS: untilEndS, restS: rarelyS }
}

const freshMinS = 300
const agingS = 900

/** Returns the real seconds until the next check. An expired code is checked rarely: only late money can still come. */
function pauseS(
  { requestDate, payableUntil }: CodedCharge,
  askedAt: Date,
  { intervalS, freshS = freshMinS }: Window,
): number {
  if (askedAt > payableUntil) return intervalS * 20
  const ageS = (askedAt.getTime() - requestDate.getTime()) / 1000
  if (ageS < freshS) return intervalS
  return ageS < agingS ? intervalS * 2 : intervalS * 4
}
