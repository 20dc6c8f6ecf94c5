import type { z } from 'zod'
import { parseJson } from '../lib/json.ts'
import { type Outbound, OutboundError, type OutboundOptions } from '../lib/outbound.ts'
import { ConnectorError, type ConnectorErrorKind } from './connector.ts'

export interface JsonRequest<Answer> {
  url: URL
  /** The body, sent as JSON by POST; without one, the request is a GET. */
  body?: object
  headers?: Record<string, string>
  timeoutMs: number
  bytesMax: number
  answer: z.ZodType<Answer>
  /** Whether to read `NaN` and `Infinity` as null: some providers write them although JSON does not allow it. */
  readsNaN?: true
  /** Statuses other than 200 whose answers have the same shape. */
  statuses?: number[]
}

/**
 * Sends one request whose answer must be JSON of the given shape. Its errors never contain the address, because keys
 * can be in the query.
 */
export async function requestJson<Answer>(outbound: Outbound, question: JsonRequest<Answer>): Promise<Answer> {
  const text = await askText(outbound, question)
  return parseAs(question.answer, readAnswer(text, question.readsNaN))
}

/** Reads a part of an answer by its schema. Throws `unexpected`, naming the first invalid field. */
export function parseAs<Answer>(schema: z.ZodType<Answer>, value: unknown, name = 'the answer'): Answer {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConnectorError('unexpected', `${name} is not as agreed at "${issue?.path.join('.')}": ${issue?.message}`)
}

async function askText<Answer>(outbound: Outbound, question: JsonRequest<Answer>): Promise<string> {
  const { status, text } = await exchangeHttp(outbound, question.url, {
    ...(question.body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(question.body) }),
    headers: {
      accept: 'application/json',
      ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...question.headers,
    },
    timeoutMs: question.timeoutMs,
    responseBytesMax: question.bytesMax,
  })
  if (status === 200 || question.statuses?.includes(status)) return text
  throw new ConnectorError(classifyStatus(status), `the provider answered with HTTP ${status}`)
}

/** Makes a request and returns its answer, whatever its status; throws ConnectorError if no answer arrives. */
export async function exchangeHttp(
  outbound: Outbound,
  url: URL,
  options: OutboundOptions,
): Promise<{ status: number; text: string; headers: Record<string, string> }> {
  const answer = await outbound.fetch(url.href, options).catch(error => {
    throw asConnectorError(error)
  })
  return { status: answer.status, text: answer.body.toString('utf8'), headers: answer.headers }
}

function asConnectorError(error: unknown): ConnectorError {
  if (!(error instanceof OutboundError)) return new ConnectorError('unexpected', String(error))
  if (error.kind === 'refused') return new ConnectorError('refused', error.message)
  const failure = new ConnectorError(error.kind === 'too_large' ? 'unexpected' : 'unreachable', error.message)
  failure.cause = error
  return failure
}

/** Returns the kind of error for a status other than 200 that the body does not explain. */
export function classifyStatus(status: number): ConnectorErrorKind {
  if (status === 401 || status === 403) return 'unauthorized'
  return status === 408 || status === 429 || status >= 500 ? 'unreachable' : 'unexpected'
}

/**
 * Returns the kind of error for an answer that is not in the provider's own form. The 403 of a firewall in front of it
 * says nothing about the key.
 */
export function classifyForeign(status: number): ConnectorErrorKind {
  return status === 403 ? 'unreachable' : classifyStatus(status)
}

function readAnswer(text: string, readsNaN = false): unknown {
  let answer = parseJson(text)
  if (answer === undefined && readsNaN) answer = parseJson(withoutNaN(text))
  if (answer === undefined) throw new ConnectorError('unexpected', 'the answer is not JSON')
  return answer
}

// Blanks inside strings are left unchanged. An unterminated string extends to the end of the answer; otherwise each of
// its quotes would be scanned again.
function withoutNaN(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\.?[^"\\]*)*"?|-?\b(?:NaN|Infinity)\b/gs, part =>
    part.startsWith('"') ? part : 'null',
  )
}
