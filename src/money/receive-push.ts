import { Connection } from '../connections/connection.ts'
import { type ConnectionLine, describeFailure, openLine } from '../connections/connection-call.ts'
import { type HookPath, readHookPath } from '../connections/hook-address.ts'
import { recordPhone } from '../connections/pairing/record-phone.ts'
import { refusePush } from '../connections/refuse-push.ts'
import type { ExchangeVerdict } from '../connections/trace/exchange-summary.ts'
import { isSummarized, summarizeExchange } from '../connections/trace/summarize-exchange.ts'
import { tracePush } from '../connections/trace/trace-push.ts'
import {
  type Connector,
  ConnectorError,
  type ConnectorErrorKind,
  hasConnector,
  type Push,
  type PushAnswer,
} from '../connectors/connector.ts'
import type { TaughtRule } from '../connectors/taught-sentence.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { listAdditions } from '../slots.ts'
import { recordHeartbeat, recordReport } from './follow-pushes.ts'
import { moveChargesToFront, pollInTurn } from './poll-soon.ts'
import { settleTransfers } from './settle-transfers.ts'
import { storeUnread } from './unread/store-unread.ts'

type PushNeeds = Needs<
  | 'config'
  | 'sql'
  | 'transaction'
  | 'em'
  | 'now'
  | 'calendar'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'reactions'
  | 'wake'
  | 'log'
  | 'slots'
>

declare module '../slots.ts' {
  interface Slots {
    /** Finds the merchant's rules for reading a connection's notifications. */
    findRules(app: PushNeeds, connection: Connection): Promise<readonly TaughtRule[]>
  }
}

/** The connection to which a request was sent, as its address names it. */
export interface PushTarget {
  connector: string
  connectionId: number
}

/**
 * Processes a provider's push. A verified push is never trusted alone: it triggers an immediate request to the provider
 * about the charge. Transfers of a source that signs them are settled, and unreadable content is stored for a person,
 * before the push is acknowledged. Returns the answer in the provider's own form, even for a refused push. Refuses
 * `not_found` if the connector has no pushes.
 */
export async function receivePush(app: PushNeeds, target: PushTarget, push: Push): Promise<PushAnswer> {
  const { connector: name } = target
  if (!hasConnector(app.connectors, name) || !app.connectors[name].receive) {
    throw notFound('hook')
  }
  const connector: Connector = app.connectors[name]
  try {
    const named = { id: target.connectionId, connector: name, removedAt: null }
    const connection = await app.em('installation').findOne(Connection, named)
    // A wrong signature gets this message too, so that the answer does not reveal which connections exist.
    if (!connection) return refusePush(connector, 'unauthorized', push)
    const line = openLine(app, connection)
    const hook = readHookPath(app, connection, push.path)
    const { answer, verdict } = await receiveOn(app, { connection, line, hook }, push)
    if (isSummarized(connector)) {
      const speaker = { connector, credentials: line.call.credentials }
      const exchange = {
        direction: 'in',
        method: push.method,
        address: hook.path,
        status: answer.status,
        verdict,
      } as const
      void summarizeExchange(app, connection, speaker, exchange)
    }
    if (connection.traceLeft > 0) await tracePush(app, connection, push, answer)
    return answer
  } catch (error) {
    app.log.error({ err: error, connection: target.connectionId }, 'a push could not be worked on')
    return refusePush(connector, 'unreachable', push)
  }
}

interface TakenPush {
  answer: PushAnswer
  verdict: ExchangeVerdict
}

async function receiveOn(
  app: PushNeeds,
  { connection, line, hook }: { connection: Connection; line: ConnectionLine; hook: HookPath },
  push: Push,
): Promise<TakenPush> {
  const received = await verifyPush(app, line, connection, push)
  if ('refused' in received) {
    const verdict = verdictOfRefusal[received.refused] ?? 'not_taken'
    return { answer: refusePush(line.connector, received.refused, push), verdict }
  }
  const source = {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: connection.receivingAccount.id,
    window: line.window,
  }
  if (received.form !== undefined) {
    app.log.info({ connection: connection.id, form: received.form }, 'a push proved its sender')
  }
  await settleTransfers(app, source, received.transfers)
  await storeUnread(app, source, received.unread ?? [])
  if (!hook.isProved) {
    const due = await pollInTurn(app, connection.id, received.charges, line.window)
    return { answer: received.answer, verdict: due > 0 ? 'verified' : 'verified_unknown' }
  }
  const open = received.charges.length > 0 ? await moveChargesToFront(app, connection.id, received.charges) : 0
  try {
    await recordReport(app, connection, line.connector, received.device ?? null)
    if (received.phone) await recordPhone(app, connection, received.phone)
    if (received.coveredAgoS !== undefined) {
      await recordHeartbeat(app, connection, line.window, received.coveredAgoS)
    }
  } finally {
    // Only now: a claim passes over a connection whose reading is being written, and would come back a second later.
    if (open > 0) app.wake.notify('named-charges')
  }
  return { answer: received.answer, verdict: open > 0 ? 'verified' : 'verified_unknown' }
}

const verdictOfRefusal: Partial<Record<ConnectorErrorKind, ExchangeVerdict>> = {
  unauthorized: 'wrong_signature',
  unexpected: 'not_understood',
}

async function verifyPush(app: PushNeeds, line: ConnectionLine, connection: Connection, push: Push) {
  try {
    const rules = line.connector.lessons ? await findTaughtRules(app, connection) : []
    return await line.connector.receive!(line.call, { ...push, calendar: app.calendar, rules })
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const { kind, sentence } = describeFailure(line, error)
    app.log.warn({ connection: connection.id, kind, error: sentence }, 'a push was refused')
    return { refused: kind }
  }
}

async function findTaughtRules(app: PushNeeds, connection: Connection): Promise<TaughtRule[]> {
  return (await Promise.all(listAdditions(app, 'findRules').map(find => find(app, connection)))).flat()
}
