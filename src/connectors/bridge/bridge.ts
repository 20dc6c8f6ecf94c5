import { z } from 'zod'
import { removeSecrets } from '../../lib/same-text.ts'
import {
  type BridgeAccess,
  type ConnectAnswer,
  type ConnectorCall,
  ConnectorError,
  type ConnectStep,
  type ProviderAccount,
  type TransferPage,
} from '../connector.ts'
import { requestJson } from '../request-json.ts'
import type { Window, WindowChange } from '../window.ts'
import { bridgeName, bridgeText, readBridgeRows } from './bridge-rows.ts'

// Our side of docs/connectors/bridge.md, on which `bank`, `merchant-wallet` and `wallet` are built.

export const bridgeCredentials = z.object({
  base_url: z.url({ protocol: /^https?$/ }).max(2048),
  /** The key by which the bridge recognises Warung. */
  token: z.string().trim().min(1).max(500),
  /** Identifies one account at the bridge; absent if the bridge serves a single account. */
  session: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'is 1 to 4096 visible ASCII characters')
    .optional(),
  account: z.string().trim().min(3).max(50),
})

export type BridgeCredentials = z.output<typeof bridgeCredentials>

/** The limits that the bridge's contract promises; a bridge that meets them needs no settings. */
export const bridgeWindow: Window = {
  chargeLifeS: Number.POSITIVE_INFINITY,
  graceS: 60,
  lateS: 0,
  lagS: 60,
  skewS: 5,
  resolutionS: 1,
  intervalS: 5,
}

/** `GET /transactions`: returns one page of incoming transfers in rupiah. */
export async function fetchBridgeTransfers(
  { credentials, outbound }: ConnectorCall<BridgeCredentials>,
  { since, cursor }: { since: Date; cursor: string | null },
): Promise<TransferPage> {
  const url = addressAt(credentials.base_url, 'transactions')
  url.searchParams.set('since', since.toISOString())
  if (cursor !== null) url.searchParams.set('cursor', cursor)
  const page = await requestJson(outbound, {
    url,
    headers: openWith(credentials),
    ...patience,
    bytesMax: listBytesMax,
    readsNaN: true,
    answer: Page,
  })
  if (cursor !== null && page.next_cursor === cursor) {
    throw new ConnectorError('unexpected', 'the list goes round in circles: next_cursor is the cursor that was sent')
  }
  return { ...readBridgeRows(page.transactions), cursor: page.next_cursor }
}

/** `GET /account`: returns the account's data. Throws `unexpected` if it is not the connection's account. */
export async function fetchBridgeAccount({
  credentials,
  outbound,
}: ConnectorCall<BridgeCredentials>): Promise<ProviderAccount> {
  const url = addressAt(credentials.base_url, 'account')
  const { account } = await requestJson(outbound, {
    url,
    headers: openWith(credentials),
    ...patience,
    answer: z.object({ account: Account }),
  })
  if (account.number !== credentials.account) {
    throw new ConnectorError('unexpected', `the bridge answers for ${account.number}, not for ${credentials.account}`)
  }
  return asAccount(account)
}

/** `POST /connect` and `POST /connect/answer`. */
export function createBridgeConnectSteps(connector: string, fields: z.ZodType<object>) {
  return {
    fields,
    start: (call: ConnectorCall<BridgeAccess>, fields: object) =>
      requestStep(call, 'connect', { connector, fields: fields }),
    answer: (call: ConnectorCall<BridgeAccess>, connectId: string, answer: ConnectAnswer) =>
      requestStep(call, 'connect/answer', { connect_id: connectId, ...answer }),
  }
}

export function scrubBridgeSecrets({ token, session }: BridgeCredentials, text: string): string {
  return removeSecrets(text, [token, session])
}

const patience = { timeoutMs: 15_000, bytesMax: 1_048_576 }
// Large enough that a row with a text of a megabyte is set aside like any other; a lower limit would block its whole
// account.
const listBytesMax = 4 * 1_048_576
// Long enough for a bank with a slow login form, or a wallet that sends a text message first.
const connectTimeoutMs = 35_000
const refused = [400, 404, 410, 422]

function addressAt(base: string, path: string): URL {
  return new URL(`${base.replace(/(?<!\/)\/+$/, '')}/${path}`)
}

function openWith({ token, session }: BridgeCredentials): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(session === undefined ? {} : { 'x-bridge-session': session }) }
}

async function requestStep(
  { credentials, outbound }: ConnectorCall<BridgeAccess>,
  path: string,
  body: object,
): Promise<ConnectStep<BridgeCredentials>> {
  const { base_url, key } = credentials
  const answer = await requestJson(outbound, {
    url: addressAt(base_url, path),
    headers: { authorization: `Bearer ${key}` },
    body,
    timeoutMs: connectTimeoutMs,
    bytesMax: 65_536,
    answer: Step,
    statuses: refused,
  })
  if ('code' in answer) return asRefused(answer)
  if (answer.state === 'connected') {
    const { session, account } = answer
    const opened = { base_url, token: key, account: account.number, ...(session === null ? {} : { session }) }
    return { state: 'connected', credentials: opened, account: asAccount(account), window: asWindow(answer.promises) }
  }
  const { state, connect_id, expires_in_s, attempts_left, sent_to } = answer
  return {
    state,
    connectId: connect_id,
    expiresInS: expires_in_s,
    attemptsLeft: attempts_left,
    sentTo: sent_to ?? null,
  }
}

const Page = z.object({
  transactions: z.array(z.unknown()).max(1000),
  next_cursor: z.string().min(1).max(500).nullable(),
})

const Account = z.object({
  number: z.string().trim().min(3).max(50),
  holder: bridgeName,
  outlet_name: bridgeName,
  outlet_id: bridgeName,
  qris: z.string().max(512).nullish(),
})

const Seconds = z.number().min(0).max(86_400).optional()

const Promises = z
  .object({ lag_s: Seconds, skew_s: Seconds, resolution_s: Seconds, grace_s: Seconds, interval_s: Seconds })
  .nullish()

const Step = z.union([
  z.object({
    state: z.enum(['otp', 'pin']),
    connect_id: z.string().min(1).max(500),
    expires_in_s: z.int().min(1).max(86_400),
    attempts_left: z.int().min(1).max(100),
    sent_to: bridgeName,
  }),
  z.object({
    state: z.literal('connected'),
    session: bridgeCredentials.shape.session.nullish().transform(session => session ?? null),
    account: Account,
    promises: Promises,
  }),
  z.object({
    code: z.enum(['wrong_code', 'too_many_attempts', 'expired', 'not_accepted']),
    error: bridgeText,
    attempts_left: z.int().min(0).max(100).nullish(),
    field: bridgeName,
  }),
])

function asAccount({ number, holder, outlet_name, outlet_id, qris }: z.output<typeof Account>): ProviderAccount {
  return {
    number,
    holder: holder || null,
    outletName: outlet_name || null,
    outletId: outlet_id || null,
    qris: qris || null,
  }
}

function asWindow(promises: z.output<typeof Promises>): WindowChange {
  return {
    lagS: promises?.lag_s,
    skewS: promises?.skew_s,
    resolutionS: promises?.resolution_s,
    graceS: promises?.grace_s,
    intervalS: promises?.interval_s,
  }
}

function asRefused(answer: Extract<z.output<typeof Step>, { code: string }>): ConnectStep<BridgeCredentials> {
  const isOver = answer.code !== 'wrong_code'
  return {
    state: 'refused',
    reason: answer.code,
    sentence: answer.error,
    attemptsLeft: isOver ? null : (answer.attempts_left ?? null),
    field: answer.field || null,
  }
}
