import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { type ConnectorCall, ConnectorError, type ConnectorErrorKind } from '../connector.ts'
import { formatJakartaTime } from '../jakarta.ts'
import { classifyForeign, exchangeHttp, parseAs } from '../request-json.ts'
import { chooseHost, type IpaymuCredentials } from './credentials.ts'

export type IpaymuCall = ConnectorCall<IpaymuCredentials>

interface Request<Answer> {
  path: string
  /** The body, sent as JSON by POST; without one, the request is a GET. */
  body?: object
  answer: z.ZodType<Answer>
}

const timeoutMs = 15_000
const bytesMax = 524_288

const Answered = z.object({
  Status: z.coerce.number(),
  Message: z.string().nullish(),
  Data: z.unknown().optional(),
  Error: z.unknown().optional(),
})

/** Sends one request. Returns its `Data`, and the provider's own time if its answer has one. */
export async function requestIpaymu<Answer>(
  call: IpaymuCall,
  { path, body, answer }: Request<Answer>,
  host = chooseHost(call.credentials),
): Promise<{ data: Answer; theirTime: Date | null }> {
  const { va, api_key } = call.credentials
  const text = body === undefined ? undefined : JSON.stringify(body)
  const stringToSign = requestText(call.credentials, text)
  const {
    status,
    text: answered,
    headers,
  } = await exchangeHttp(call.outbound, new URL(`${host}/api/v2/${path}`), {
    ...(text === undefined ? {} : { method: 'POST' as const, body: text }),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      va,
      timestamp: formatJakartaTime(new Date()).replaceAll(/\D/g, ''),
      signature: createHmac('sha256', api_key).update(stringToSign).digest('hex'),
    },
    stringToSign,
    timeoutMs,
    responseBytesMax: bytesMax,
  })
  const parsed = Answered.safeParse(parseJson(answered))
  if (!parsed.success) throw new ConnectorError(classifyForeign(status), `iPaymu answered with HTTP ${status}`)
  // The inner status counts as well: some refusals come with HTTP 200.
  const worst = isTaken(status) ? parsed.data.Status : status
  if (!isTaken(worst)) throw makeRefusal(call, worst, parsed.data)
  const data = parseAs(answer, parsed.data.Data)
  const theirTime = new Date(headers.date ?? '')
  return { data, theirTime: Number.isNaN(theirTime.getTime()) ? null : theirTime }
}

/** Returns the text that the signature of a request covers; for a GET, that includes an empty object. */
function requestText({ va, api_key }: IpaymuCredentials, body: string | undefined): string {
  const hash = createHash('sha256')
    .update(body ?? '{}')
    .digest('hex')
  return `${body === undefined ? 'GET' : 'POST'}:${va}:${hash}:${api_key}`
}

const isTaken = (status: number) => status >= 200 && status < 300

function makeRefusal({ hook }: IpaymuCall, status: number, { Message, Error: fields }: z.output<typeof Answered>) {
  const sentence = [Message ?? `HTTP ${status}`, fields === undefined || fields === null ? '' : JSON.stringify(fields)]
  const said = `iPaymu said: ${sentence.filter(Boolean).join(' ').slice(0, 300)}`
  if (/invalid ip/i.test(said)) {
    const place = 'my.ipaymu.com/ip'
    const sentence = `${said}. Register the fixed outgoing address of this server at ${place}`
    return new ConnectorError('refused', sentence, { advice: { kind: 'unregistered_ip', name: place } })
  }
  if (/invalid domain/i.test(said)) {
    const domain = hook === undefined ? 'the domain of this shop' : new URL(hook).hostname
    return new ConnectorError(
      'refused',
      `${said}. Ask iPaymu to register ${domain}, which takes up to two working days`,
      { advice: { kind: 'unregistered_domain', ...(hook === undefined ? {} : { name: domain }) } },
    )
  }
  return new ConnectorError(classifyFailure(status, said), said)
}

function classifyFailure(status: number, sentence: string): ConnectorErrorKind {
  if (status === 401 || /unauthori[sz]ed|invalid va\b|signature/i.test(sentence)) return 'unauthorized'
  if (status === 429 || status >= 500) return 'unreachable'
  return status >= 400 ? 'refused' : 'unexpected'
}
