import { z } from 'zod'
import type { Sql } from '../../lib/sql.ts'
import { findSecretOwner } from '../simulator/secrets.ts'
import type { SimulatorAccounts } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'

interface TransferRow {
  id: number
  reference: string
  amount: number
  occurred_at: Date
  payer_name: string | null
  payer_app: string | null
}

/** `GET /transactions` of docs/connectors/bridge.md. */
export async function listTransactions({ sql }: { sql: Sql }, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const account = findOpenAccount(request)
  if (account === null) return no(401, 'the token or the session is not known')
  const since = Since.safeParse(request.query.get('since'))
  if (!since.success) return no(400, 'since is not ISO 8601 with an offset')
  const after = readCursor(request.query.get('cursor'))
  if (!after) return no(400, 'cursor is not one of this list')

  const rows = await sql.query<TransferRow>(
    `select id, reference, amount, occurred_at, payer_name, payer_app from sandbox.transfer
     where account = $1 and occurred_at >= $2 and (occurred_at, id) > ($3, $4)
     order by occurred_at, id limit $5`,
    [account, since.data, after.at, after.id, pageRows + 1],
  )
  const page = rows.slice(0, pageRows)
  const last = rows.length > pageRows ? page.at(-1) : undefined
  return { status: 200, body: { transactions: page.map(asTransaction), next_cursor: last ? cursorAfter(last) : null } }
}

/** `GET /account` of docs/connectors/bridge.md. */
export function describeAccount(accounts: Pick<SimulatorAccounts, 'at'>, request: SimulatorRequest): SimulatorAnswer {
  const number = findOpenAccount(request)
  if (number === null) return no(401, 'the token or the session is not known')
  return { status: 200, body: { account: accounts.at(number) } }
}

/** Returns the account that a request has access to, by its session or by the token of a single account. */
function findOpenAccount({ headers }: SimulatorRequest): string | null {
  const token = findSecretOwner((headers.authorization ?? '').replace(/^Bearer /, ''))
  const session = headers['x-bridge-session']
  if (session === undefined) return token === bridgeName ? null : token
  return token === bridgeName ? findSecretOwner(String(session)) : null
}

export const isBridgeKey = (authorization = '') => findSecretOwner(authorization.replace(/^Bearer /, '')) === bridgeName

export const bridgeName = 'bridge'
const pageRows = 100

const Since = z.iso.datetime({ offset: true }).transform(text => new Date(text))
const Cursor = z.tuple([z.int(), z.int()])

const no = (status: number, error: string): SimulatorAnswer => ({ status, body: { error } })

function cursorAfter({ occurred_at, id }: TransferRow): string {
  return Buffer.from(JSON.stringify([occurred_at.getTime(), id])).toString('base64url')
}

function readCursor(text: string | null): { at: Date; id: number } | null {
  if (text === null) return { at: new Date(0), id: 0 }
  try {
    const [at, id] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at: new Date(at), id }
  } catch {
    return null
  }
}

function asTransaction({ reference, amount, occurred_at, payer_name, payer_app }: TransferRow) {
  const payer = payer_name === null && payer_app === null ? null : { name: payer_name, app: payer_app }
  return { reference, amount, time: occurred_at.toISOString(), direction: 'in', payer }
}
