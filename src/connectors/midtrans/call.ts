import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { removeSecrets } from '../../lib/same-text.ts'
import { type ConnectorCall, ConnectorError, type ConnectorErrorKind } from '../connector.ts'
import { classifyForeign, exchangeHttp } from '../request-json.ts'
import { makeBasicCredential } from '../secret-key.ts'
import type { MidtransCredentials } from './credentials.ts'
import { liveHost } from './hosts.ts'

export type MidtransCall = ConnectorCall<MidtransCredentials>

export interface MidtransAnswer {
  /** The status inside the body: Midtrans also sends 404, 401 and 407 with HTTP 200. */
  code: number
  message: string
  body: Record<string, unknown>
}

interface Question {
  path: string
  /** The body, sent by POST; without one, the request is a GET. */
  body?: object
  headers?: Record<string, string>
}

const timeoutMs = 15_000
const bytesMax = 65_536

const Body = z.looseObject({
  status_code: z.union([z.string().regex(/^\d{3}$/), z.int().min(100).max(999).transform(String)]),
  status_message: z.string().nullish(),
  validation_messages: z.array(z.string()).nullish().catch(null),
})

/** Sends one request to Midtrans. Throws `unreachable` or `unexpected` if the answer is malformed. */
export async function callMidtrans(
  { credentials, outbound }: Pick<MidtransCall, 'credentials' | 'outbound'>,
  { path, body, headers }: Question,
): Promise<MidtransAnswer> {
  const host = credentials.base_url ?? liveHost
  const { status, text } = await exchangeHttp(outbound, new URL(host + path), {
    ...(body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Basic ${makeBasicCredential(credentials.server_key)}`,
      ...headers,
    },
    timeoutMs,
    responseBytesMax: bytesMax,
  })
  const parsed = Body.safeParse(parseJson(text))
  // A proxy's own error around an old body does not count as the body's result.
  const isOdd = !parsed.success || status >= 500 || !agrees(status, Number(parsed.data.status_code))
  if (isOdd) {
    const kind = status < 300 ? 'unexpected' : classifyForeign(status)
    throw new ConnectorError(kind, `the answer with HTTP ${status} is not one of Midtrans`)
  }
  const { status_code, status_message, validation_messages } = parsed.data
  const message = [status_message, ...(validation_messages ?? [])].filter(Boolean).join(': ')
  return { code: Number(status_code), message, body: parsed.data }
}

// HTTP 200 may contain any code. An HTTP error is also an error inside; 407 is how an expired code is reported.
const agrees = (status: number, code: number) => (status >= 200 && status < 300) || status === code

/** Returns the error for an unexpected answer. */
export function makeFailure(credentials: MidtransCredentials, { code, message }: MidtransAnswer): ConnectorError {
  const said = `Midtrans said ${code}: ${message.slice(0, 300)}`
  const sentence = removeSecrets(`${said}${adviceFor(code)}`, [credentials.server_key])
  return new ConnectorError(classifyCode(code), sentence, {
    advice: isInactive(code) ? { kind: 'qris_inactive' } : undefined,
  })
}

const isInactive = (code: number) => code === 402 || code === 403

function classifyCode(code: number): ConnectorErrorKind {
  if (code === 401) return 'unauthorized'
  if (code === 406) return 'taken'
  if ([400, 402, 403, 411, 412, 413].includes(code)) return 'refused'
  return code === 202 || code === 408 || code === 429 || code >= 500 ? 'unreachable' : 'unexpected'
}

function adviceFor(code: number): string {
  if (isInactive(code)) return '. QRIS is not active on this account: ask Midtrans to switch it on'
  return code === 401 ? '. Paste the Server Key of Settings, Access Keys, not the Client Key' : ''
}
