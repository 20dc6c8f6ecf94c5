import { receivingAccountId } from '../accounts/receiving-account-id.ts'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { holder } from '../lib/holder.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import {
  answeredSql,
  claimChargesSql,
  connectionAnsweredSql,
  connectionFailedSql,
  failedSql,
  lockConnectionsSql,
  spendSql,
} from './ask-charges-sql.ts'
import { type ConnectionRow, connectionColumns, describeFailure, type Line, openLine } from './connection-call.ts'
import { noteFailure, noteSuccess } from './connection-health.ts'
import { settleTransfer } from './settle-transfer.ts'

type AskNeeds = Needs<
  'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

interface ClaimedCharge extends ConnectionRow {
  id: number
  invoiceId: string
  method: string
  amount: number
  reference: string
  providerInvoiceId: string
  requestDate: Date
  payableUntil: Date
  token: string
  /** Its connection failed last. */
  isTroubled: boolean
  mode: Mode
}

const leaseS = 70
const failingFrom = 5

/**
 * Claims codes that may have been paid and asks their providers, within each connection's budget of requests: those on
 * open pages and the newest first, the others after pauses that grow with their age. A code is asked about until its own life
 * is over, whatever became of its payment: it stays payable on a screen. Where the connector says so it is asked a while
 * longer, so that late money is seen. A connection that keeps failing is left in peace, and then tried with one question.
 */
export async function askCharges(app: AskNeeds, limit: number): Promise<Started> {
  const claimed = await app.transaction('installation', tx => claim(app, tx, limit))
  return { work: claimed.map(charge => askOne(app, charge)) }
}

async function claim(app: AskNeeds, tx: Tx, limit: number): Promise<ClaimedCharge[]> {
  const perS = Object.values(app.connectors).map(connector => [connector.id, connector.window.requestsPerS])
  const budgets = JSON.stringify(Object.fromEntries(perS))
  const lines = await tx.query<{ connectionId: number; room: number; failures: number }>(lockConnectionsSql, [
    budgets,
    failingFrom,
  ])
  const open = lines.filter(({ room }) => room > 0)
  if (open.length === 0) return []
  const ids = open.map(({ connectionId }) => connectionId)
  const claimed = await tx.query<Omit<ClaimedCharge, 'isTroubled'>>(claimChargesSql(connectionColumns), [
    ids,
    open.map(({ room }) => room),
    leaseS,
    app.now(),
    holder,
    limit,
  ])
  const asked = ids.map(id => claimed.filter(({ connectionId }) => connectionId === id).length)
  await tx.write(spendSql, [ids, asked, budgets])
  const troubled = new Set(open.filter(({ failures }) => failures > 0).map(({ connectionId }) => connectionId))
  return claimed.map(charge => ({ ...charge, isTroubled: troubled.has(charge.connectionId) }))
}

async function askOne(app: AskNeeds, charge: ClaimedCharge): Promise<void> {
  const line = openLine(app, charge)
  const askedAt = app.now()
  try {
    const answer = await line.connector.status!(line.call, { ...charge, askedAt })
    await noteSuccess(app, charge)
    if (answer.paid) {
      const source = {
        connectionId: charge.connectionId,
        accountId: charge.connectionAccountId,
        receivingAccountId: await receivingAccountOf(app, line, charge),
        window: line.window,
        charge,
      }
      await settleTransfer(app, source, answer.transfer)
    }
    const isOver = answer.paid || askedAt.getTime() > charge.payableUntil.getTime() + line.window.lateS * 1000
    const { intervalS } = line.window
    const pause = pauseS(charge, askedAt, intervalS)
    await app.sql.write(answeredSql, [charge.id, charge.token, askedAt, isOver, pause, intervalS])
    if (charge.isTroubled) await app.sql.write(connectionAnsweredSql, [charge.connectionId])
  } catch (error) {
    await writeFailure(app, charge, line, error)
  }
}

async function writeFailure(app: AskNeeds, charge: ClaimedCharge, line: Line, error: unknown): Promise<void> {
  const failure = describeFailure(line, error)
  const { kind, sentence } = failure
  app.log.warn(
    { invoice_id: charge.invoiceId, kind, error: sentence },
    'a provider did not say whether a code was paid',
  )
  const { intervalS } = line.window
  try {
    await app.sql.write(failedSql, [charge.id, charge.token, sentence, intervalS])
    await app.sql.write(connectionFailedSql, [charge.connectionId, intervalS, failingFrom])
    await noteFailure(app, charge, failure)
  } catch (trouble) {
    app.log.error({ err: trouble, invoice_id: charge.invoiceId }, 'a failed question could not be written down')
  }
}

/** Where the money of a charge lands: with the connection, or with the merchant id that it was made under. */
async function receivingAccountOf(app: AskNeeds, { connector, call }: Line, charge: ClaimedCharge): Promise<number> {
  if (!charge.merchantId) return charge.receivingAccountId
  return receivingAccountId(app, {
    connector: connector.id,
    mode: charge.mode,
    externalId: connector.receivingAccount(call.credentials),
  })
}

const freshS = 300
const agingS = 900

/** Real seconds until the next question. A code that is over is asked about rarely: only late money is still to be seen. */
function pauseS({ requestDate, payableUntil }: ClaimedCharge, askedAt: Date, intervalS: number): number {
  if (askedAt > payableUntil) return intervalS * 20
  const ageS = (askedAt.getTime() - requestDate.getTime()) / 1000
  if (ageS < freshS) return intervalS
  return ageS < agingS ? intervalS * 2 : intervalS * 4
}
