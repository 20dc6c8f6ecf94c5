import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../lib/sql.ts'
import { makeSecret } from '../simulator/secrets.ts'
import type { SimulatorAccount, SimulatorAccounts, SimulatorNeeds } from '../simulator/simulator.ts'
import { readJson, type SimulatorAnswer, type SimulatorRequest } from '../simulator/simulator-request.ts'
import { sandboxWindow } from '../simulator/window.ts'
import { isBridgeKey } from './simulator-lists.ts'

/** The OTP that the sandbox's wallets send to a phone, and the PIN of all of them. */
const sandboxOtp = '123456'
const sandboxPin = '112233'

interface ConnectRow {
  account: string
  state: 'otp' | 'pin'
  attempts_left: number
  expires_at: Date
}

/** The result of `start`. */
export type StartConnect = (needs: SimulatorNeeds, fields: Record<string, unknown>) => Promise<SimulatorAnswer>

/** `POST /connect` of docs/connectors/bridge.md. */
export async function startConnect(
  needs: SimulatorNeeds,
  request: SimulatorRequest,
  start: StartConnect,
): Promise<SimulatorAnswer> {
  if (!isBridgeKey(request.headers.authorization)) return { status: 401, body: { error: 'the token is not known' } }
  return start(needs, readJson(request, Start).fields)
}

/** Returns the first answer of a wallet that sends an OTP and then asks for its PIN. */
export async function requestOtp({ sql, clock }: SimulatorNeeds, phone: string): Promise<SimulatorAnswer> {
  const id = randomUUID()
  await sql.write(
    `insert into sandbox.connect (id, account, state, attempts_left, expires_at) values ($1, $2, 'otp', $3, $4)`,
    [id, phone, triesMax, later(clock.now())],
  )
  return answerAsking(id, 'otp', phone, triesMax)
}

/** `POST /connect/answer` of docs/connectors/bridge.md. */
export async function answerConnect(
  { sql, clock }: SimulatorNeeds,
  request: SimulatorRequest,
  accounts: Pick<SimulatorAccounts, 'at'>,
): Promise<SimulatorAnswer> {
  if (!isBridgeKey(request.headers.authorization)) return { status: 401, body: { error: 'the token is not known' } }
  const given = readJson(request, Given)
  return sql.transaction(tx => answerGiven(tx, given, { now: clock.now(), accounts }))
}

async function answerGiven(
  tx: Sql,
  { connect_id, code, resend }: z.output<typeof Given>,
  { now, accounts }: { now: Date; accounts: Pick<SimulatorAccounts, 'at'> },
): Promise<SimulatorAnswer> {
  const [row] = await tx.query<ConnectRow>('select * from sandbox.connect where id = $1 for update', [connect_id])
  if (!row || !['otp', 'pin'].includes(row.state))
    return createRefusedAnswer('expired', 'this attempt is over: start again')
  if (row.expires_at <= now) return createRefusedAnswer('expired', 'the code has expired: start again')
  if (resend === true) {
    await tx.write('update sandbox.connect set expires_at = $2 where id = $1', [connect_id, later(now)])
    return answerAsking(connect_id, row.state, row.account, row.attempts_left)
  }
  if (code !== (row.state === 'otp' ? sandboxOtp : sandboxPin)) {
    return countWrong(tx, connect_id, row)
  }
  const next = row.state === 'otp' ? 'pin' : 'ended'
  await tx.write('update sandbox.connect set state = $2, attempts_left = $3, expires_at = $4 where id = $1', [
    connect_id,
    next,
    triesMax,
    later(now),
  ])
  return next === 'pin'
    ? answerAsking(connect_id, 'pin', row.account, triesMax)
    : createOpenedAnswer(accounts.at(row.account))
}

async function countWrong(tx: Sql, id: string, { attempts_left, state }: ConnectRow): Promise<SimulatorAnswer> {
  const left = attempts_left - 1
  const next = left === 0 ? 'ended' : state
  await tx.write('update sandbox.connect set attempts_left = $2, state = $3 where id = $1', [id, left, next])
  if (left === 0) return createRefusedAnswer('too_many_attempts', 'too many wrong codes: start again later')
  return { status: 422, body: { code: 'wrong_code', error: 'the code is wrong', attempts_left: left } }
}

const triesMax = 3
const patienceS = 300
const later = (now: Date) => new Date(now.getTime() + patienceS * 1000)

const Start = z.object({ fields: z.record(z.string(), z.unknown()) })
const Given = z.object({ connect_id: z.uuid(), code: z.string().max(20).optional(), resend: z.boolean().optional() })

/** Returns the answer that an account has been opened. */
export function createOpenedAnswer(account: SimulatorAccount): SimulatorAnswer {
  const { graceS: grace_s, lagS: lag_s, skewS: skew_s, resolutionS: resolution_s } = sandboxWindow
  const promises = { lag_s, skew_s, resolution_s, grace_s, interval_s: sandboxWindow.intervalS }
  return { status: 200, body: { state: 'connected', session: makeSecret(account.number), account, promises } }
}

function answerAsking(connect_id: string, state: 'otp' | 'pin', phone: string, attempts_left: number): SimulatorAnswer {
  const sent_to = state === 'otp' ? `${phone.slice(0, 4)}****${phone.slice(-4)}` : null
  return { status: 200, body: { state, connect_id, expires_in_s: patienceS, attempts_left, sent_to } }
}

export function createRefusedAnswer(code: string, error: string, field?: string): SimulatorAnswer {
  return { status: 422, body: { code, error, ...(field ? { field } : {}) } }
}
