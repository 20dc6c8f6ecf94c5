import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { type ConnectorCall, ConnectorError, type ConnectorErrorKind } from '../connector.ts'
import { classifyForeign, exchangeHttp, parseAs } from '../request-json.ts'
import { chooseRoot, type TripayCredentials } from './credentials.ts'

export type TripayCall = ConnectorCall<TripayCredentials>

export interface TripayRequest<Answer> {
  path: string
  query?: Record<string, string>
  /** The body, sent as JSON by POST; without one, the request is a GET. */
  body?: object
  /** The text covered by the signature inside the body. */
  stringToSign?: string
  answer: z.ZodType<Answer>
}

const timeoutMs = 15_000
const bytesMax = 524_288

const Answered = z.object({ success: z.boolean(), message: z.string().nullish(), data: z.unknown().optional() })

/**
 * Sends one request, to the root of the credentials or to another. Returns its `data` and the pagination of the answer.
 */
export async function requestTripay<Answer>(
  call: TripayCall,
  { path, query = {}, body, stringToSign, answer }: TripayRequest<Answer>,
  root = chooseRoot(call.credentials),
): Promise<Answer> {
  const url = new URL(`${root}/${path}`)
  url.search = String(new URLSearchParams(query))
  const { status, text } = await exchangeHttp(call.outbound, url, {
    ...(body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${call.credentials.api_key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(stringToSign === undefined ? {} : { stringToSign }),
    timeoutMs,
    responseBytesMax: bytesMax,
  })
  const parsed = Answered.safeParse(parseJson(text))
  // An HTML page comes from Cloudflare, which uses its own statuses.
  if (!parsed.success) throw makeUnusable(status)
  const { success, message, data } = parsed.data
  if (!success) throw makeRefusal(status, message ?? '')
  if (!isTaken(status)) throw makeUnusable(status)
  return parseAs(answer, data)
}

// Some requests for a new code are answered with 201.
const isTaken = (status: number) => status >= 200 && status < 300

function makeUnusable(status: number): ConnectorError {
  const kind = status === 200 ? 'unreachable' : classifyForeign(status)
  return new ConnectorError(kind, `Tripay answered with HTTP ${status} and no answer of its own`)
}

/** Tripay's refusal of the time at which a code should end. */
export class EndRefusedError extends ConnectorError {
  override name = 'EndRefusedError'
}

function makeRefusal(status: number, sentence: string): ConnectorError {
  const said = `Tripay said: ${sentence.slice(0, 200)}`
  if (/signature/i.test(sentence)) {
    const cause = 'the private key or the merchant code belongs to another account or to the sandbox'
    return new ConnectorError('unauthorized', `${said}. Most often ${cause}`, {
      advice: { kind: 'rejected_private_key' },
    })
  }
  if (/expired[ _]?time/i.test(sentence)) return new EndRefusedError('refused', said)
  const kind = classifyFailure(status, sentence)
  const advice = '. Keys of TriPay PPOB (tripay.id) belong to another product'
  return new ConnectorError(kind, kind === 'unauthorized' ? `${said}${advice}` : said)
}

function classifyFailure(status: number, sentence: string): ConnectorErrorKind {
  if (/api[ _-]?key|unauthori[sz]ed/i.test(sentence)) return 'unauthorized'
  return status === 429 || status >= 500 ? 'unreachable' : 'refused'
}
