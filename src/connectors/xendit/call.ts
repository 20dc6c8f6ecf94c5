import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { ProviderAdvice } from '../../lib/refusals/field-error.ts'
import { removeSecrets } from '../../lib/same-text.ts'
import { type ConnectorCall, ConnectorError, type ConnectorErrorKind } from '../connector.ts'
import { classifyForeign, exchangeHttp } from '../request-json.ts'
import { makeBasicCredential } from '../secret-key.ts'
import { type XenditCredentials, xenditHost } from './credentials.ts'

export type XenditCall = ConnectorCall<XenditCredentials>

export interface XenditAnswer {
  status: number
  body: unknown
  /** The error; null in any other answer. */
  error: { code: string; message: string; paths: string[] } | null
}

interface Question {
  path: string
  /** The body, sent by POST; without one, the request is a GET. */
  body?: object
  headers?: Record<string, string>
}

const timeoutMs = 15_000
const bytesMax = 262_144

const Path = z.union([z.string(), z.array(z.unknown())])
// An object for each field, or a text.
const Problem = z.union([
  z.looseObject({ path: Path.nullish(), message: z.string().nullish() }),
  z.string().transform(message => ({ path: null, message })),
])

const Failure = z.object({
  error_code: z.string().max(100),
  message: z.string().nullish(),
  errors: z.array(Problem).nullish().catch(null),
})

/** Sends one request to Xendit. Throws `unreachable` or `unexpected` if the answer is malformed. */
export async function callXendit(
  { credentials, outbound }: Pick<XenditCall, 'credentials' | 'outbound'>,
  { path, body, headers }: Question,
): Promise<XenditAnswer> {
  const host = credentials.base_url ?? xenditHost
  const { status, text } = await exchangeHttp(outbound, new URL(host + path), {
    ...(body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      authorization: `Basic ${makeBasicCredential(credentials.secret_key)}`,
      'api-version': '2024-11-11',
      ...headers,
    },
    timeoutMs,
    responseBytesMax: bytesMax,
  })
  const parsed = parseJson(text)
  const failure = Failure.safeParse(parsed)
  if (status >= 200 && status < 300 && parsed !== undefined && !failure.success)
    return { status, body: parsed, error: null }
  if (status < 400 || status >= 500 || !failure.success) {
    const kind = status < 400 ? 'unexpected' : classifyForeign(status)
    throw new ConnectorError(kind, `the answer with HTTP ${status} is not one of Xendit`)
  }
  const { error_code: code, message, errors } = failure.data
  const problems = errors ?? []
  return {
    status,
    body: parsed,
    error: {
      code,
      message: [message, ...problems.map(one => one.message)].filter(Boolean).join(': '),
      paths: problems.map(({ path: at }) => [at ?? ''].flat().join('.')),
    },
  }
}

/** Returns the error for an unexpected answer; `permission` is the one that the request needs. */
export function makeFailure(
  { secret_key }: XenditCredentials,
  answer: XenditAnswer,
  permission: string,
): ConnectorError {
  const { status, error } = answer
  const said = `Xendit said ${status} ${error?.code ?? ''}: ${(error?.message ?? '').slice(0, 300)}`
  return new ConnectorError(
    classifyAnswer(answer),
    removeSecrets(`${said}${adviceFor(answer, permission)}`, [secret_key]),
    { advice: chooseAdvice(answer, permission) },
  )
}

function chooseAdvice({ status, error }: XenditAnswer, permission: string): ProviderAdvice | undefined {
  if (isInactive(error?.code) || status === 402) return { kind: 'qris_inactive' }
  return status === 403 ? { kind: 'missing_permission', name: permission } : undefined
}

function classifyAnswer({ status, error }: XenditAnswer): ConnectorErrorKind {
  // Some inactive channels are reported as 403, which otherwise means a missing permission.
  if (isInactive(error?.code)) return 'refused'
  if (isForNow(error?.code)) return 'unreachable'
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 409) return 'taken'
  if (status === 429 || status === 408) return 'unreachable'
  return status === 400 || status === 402 ? 'refused' : 'unexpected'
}

const isInactive = (code = '') => /^CHANNEL_/.test(code)

// Both are reported as 400 (https://docs.xendit.co/docs/error-scenarios).
const isForNow = (code = '') => /RATE_LIMIT|^TEMPORARILY_UNAVAILABLE$/.test(code)

function adviceFor({ status, error }: XenditAnswer, permission: string): string {
  if (isInactive(error?.code) || status === 402) {
    return '. QRIS is not active on this account: switch it on under Settings, Payment channels'
  }
  if (status === 401) return '. Paste the secret key of Settings, API keys, not the public one'
  return status === 403 ? `. The key lacks a permission: give it ${permission}` : ''
}
