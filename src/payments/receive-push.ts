import {
  type Connector,
  ConnectorError,
  type Push,
  type PushAnswer,
  type PushedCharge,
} from '../connectors/connector.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { type ConnectionRow, describeFailure, type Line, openLine } from './connection-call.ts'
import { noteHeartbeat } from './follow-pushes.ts'
import { askPushedSql, pushedConnectionSql } from './push-sql.ts'
import { settleTransfers } from './settle-transfers.ts'

type PushNeeds = Needs<
  'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

/** The connection that a request was sent to, as its address names it. */
export interface PushTarget {
  connector: string
  connectionId: number
}

/**
 * Takes what a provider sent. A verified push makes us ask the provider about the charge at once and is never believed
 * itself; transfers of a source that signs them are settled. Returns the answer in the provider's own form, also for a
 * push that is refused. Refuses `not_found` for a connector that sends nothing.
 */
export async function receivePush(app: PushNeeds, target: PushTarget, push: Push): Promise<PushAnswer> {
  const connector = Object.hasOwn(app.connectors, target.connector) ? app.connectors[target.connector] : undefined
  if (!connector?.receive) throw new Refusal('not_found', 'There is no such hook')
  try {
    const [row] = await app.sql.query<ConnectionRow>(pushedConnectionSql, [target.connectionId, target.connector])
    // In the same words as a wrong signature: who may not send learns nothing about which connections there are.
    if (!row) return refuse(connector, 'unauthorized', push)
    return await receiveOn(app, row, push)
  } catch (error) {
    app.log.error({ err: error, connection: target.connectionId }, 'a push could not be worked on')
    return refuse(connector, 'unreachable', push)
  }
}

async function receiveOn(app: PushNeeds, row: ConnectionRow, push: Push): Promise<PushAnswer> {
  const line = openLine(app, row)
  const received = await verify(app, line, row, push)
  if ('refused' in received) return refuse(line.connector, received.refused, push)
  const source = {
    connectionId: row.connectionId,
    accountId: row.connectionAccountId,
    receivingAccountId: row.receivingAccountId,
    window: line.window,
  }
  await settleTransfers(app, source, received.transfers)
  if (received.coveredAgoS !== undefined) {
    await noteHeartbeat(app, row, line.window, received.coveredAgoS)
  }
  if (received.charges.length > 0) await askAbout(app, row.connectionId, received.charges)
  return received.answer
}

async function verify(app: PushNeeds, line: Line, row: ConnectionRow, push: Push) {
  try {
    return await line.connector.receive!(line.call, push)
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const { kind, sentence } = describeFailure(line, error)
    app.log.warn({ connection: row.connectionId, kind, error: sentence }, 'a push was refused')
    return { refused: kind }
  }
}

async function askAbout(app: PushNeeds, connectionId: number, charges: PushedCharge[]): Promise<void> {
  const named = (name: keyof PushedCharge) => charges.map(charge => charge[name]).filter(text => text !== null)
  const found = await app.sql.write(askPushedSql, [connectionId, named('reference'), named('providerInvoiceId')])
  if (found > 0) app.wake.notify('asks')
}

function refuse(connector: Connector, kind: ConnectorError['kind'], push: Push): PushAnswer {
  const status = kind === 'unauthorized' ? 401 : kind === 'unreachable' ? 503 : 400
  return connector.refusePush?.(kind, push) ?? { status, body: { success: false } }
}
