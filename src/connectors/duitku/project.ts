import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { type ConnectorCall, ConnectorError, type ConnectorErrorKind } from '../connector.ts'
import { formatJakartaTime } from '../jakarta.ts'
import { classifyForeign, classifyStatus, exchangeHttp, parseAs } from '../request-json.ts'
import type { DuitkuCredentials } from './credentials.ts'
import { type SignatureForm, signText } from './signature.ts'

export type DuitkuCall = ConnectorCall<DuitkuCredentials>

/** The facts about a project that the list of payment methods reveals. */
export interface Project {
  form: SignatureForm
  /** The code of its first active QRIS channel; null if none is active. */
  method: string | null
  /** The fee of that channel for `probeAmount`, if the latest answer stated one. */
  fee?: number
  /** Both facts as they are stored. */
  text: string
}

// Several requests may follow one another, and a charge is leased for 70 seconds.
const timeoutMs = 10_000
const bytesMax = 262_144
const keptS = 3_600

/** Returns the signature form and QRIS channel of a project, cached for an hour. */
export async function findProject(call: DuitkuCall): Promise<Project> {
  const host = call.credentials.base_url ?? liveHost
  const make = async () => ({ text: (await fetchProject(call, host)).text, livesS: keptS })
  return readProject(call.tokens ? await call.tokens.get(make) : (await make()).text)
}

/** Returns the channel for a new code; open codes are checked without one. Throws `refused` if none is active. */
export function chooseQrisMethod({ credentials }: DuitkuCall, { method }: Project): string {
  if (method !== null) return method
  const sentence = `no QRIS channel is active for the project ${credentials.merchant_code}`
  throw new ConnectorError('refused', `${sentence}: ask Duitku to activate QRIS`, {
    advice: { kind: 'qris_inactive' },
  })
}

export const liveHost = 'https://passport.duitku.com'
export const sandboxHost = 'https://sandbox.duitku.com'

function readProject(text: string): Project {
  const [form, method] = text.split(' ') as [SignatureForm, string | undefined]
  return { form, method: method ?? null, text }
}

const Fee = z
  .union([z.string().regex(/^\d{1,9}(?:\.0{1,2})?$/), z.int().min(0)])
  .transform(Number)
  .nullish()
  .catch(null)
const Method = z.object({
  paymentMethod: z.string().regex(/^\w{1,10}$/),
  paymentName: z.string().nullish(),
  totalFee: Fee,
})
// The list contains all channels: one malformed row must not hide the others.
const Methods = z.object({ paymentFee: z.array(Method.nullable().catch(null)) })

// In the order of preference.
const qrisMethods = ['SP', 'NQ', 'DQ', 'GQ', 'SQ', 'LQ']

/** Requests the project's facts from a host: with an HMAC, and once in the old form if the signature is refused. */
export async function fetchProject(call: DuitkuCall, host: string): Promise<Project> {
  try {
    return await askMethods(call, host, 'hmac')
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error
    return askMethods(call, host, 'old')
  }
}

async function askMethods(call: DuitkuCall, host: string, form: SignatureForm): Promise<Project> {
  const first = await sendMethods(call, host, { form, at: new Date() })
  const theirs = Date.parse(first.headers.date ?? '')
  // A clock that is minutes off must not stop payments, so the provider's own time is sent instead.
  const isClock = first.status === 400 && Math.abs(theirs - Date.now()) > skewMs
  const answer = isClock ? await sendMethods(call, host, { form, at: new Date(theirs) }) : first
  const { paymentFee } = readAnswer(call, answer, Methods)
  const methods = paymentFee.filter(method => method !== null)
  const active =
    qrisMethods.map(code => methods.find(({ paymentMethod }) => paymentMethod === code)).find(Boolean) ??
    // New channels are recognised by name before their codes are known.
    methods.find(({ paymentName }) => /\bQRIS\b/i.test(paymentName ?? ''))
  if (!active) return readProject(form)
  return { ...readProject(`${form} ${active.paymentMethod}`), ...(active.totalFee ? { fee: active.totalFee } : {}) }
}

const skewMs = 60_000
/** The amount for which the list of methods states its fees. */
export const probeAmount = 10_000

function sendMethods(
  { credentials, outbound }: DuitkuCall,
  host: string,
  { form, at }: { form: SignatureForm; at: Date },
) {
  const { merchant_code, api_key } = credentials
  const datetime = formatJakartaTime(at).replace('T', ' ')
  const text = `${merchant_code}${probeAmount}${datetime}`
  const signature = signText({ form, apiKey: api_key }, text, 'sha256')
  const body = { merchantcode: merchant_code, amount: probeAmount, datetime, signature }
  return postJson(outbound, `${host}${path}/paymentmethod/getpaymentmethod`, body, text)
}

const path = '/webapi/api/merchant'

interface HttpAnswer {
  status: number
  text: string
  headers: Record<string, string>
}

function postJson(outbound: DuitkuCall['outbound'], address: string, body: object, text: string): Promise<HttpAnswer> {
  return exchangeHttp(outbound, new URL(address), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    stringToSign: text,
    timeoutMs,
    responseBytesMax: bytesMax,
  })
}

/** Sends one request about a code. The signature covers `text`. */
export async function requestDuitku<Answer>(
  call: DuitkuCall,
  form: SignatureForm,
  { service, fields, text, answer }: { service: string; fields: object; text: string; answer: z.ZodType<Answer> },
): Promise<Answer> {
  const { credentials, outbound } = call
  const signature = signText({ form, apiKey: credentials.api_key }, text)
  const address = `${credentials.base_url ?? liveHost}${path}/${service}`
  return readAnswer(call, await postJson(outbound, address, { ...fields, signature }, text), answer)
}

const Failure = z.object({ Message: z.string().optional(), statusMessage: z.string().optional() })

function readAnswer<Answer>({ credentials }: DuitkuCall, http: HttpAnswer, answer: z.ZodType<Answer>): Answer {
  const body = parseJson(http.text)
  if (http.status < 200 || http.status >= 300) {
    const sentence = Failure.safeParse(body).data?.Message?.slice(0, 200)
    const said = sentence === undefined ? `answered with HTTP ${http.status}` : `said: ${sentence}`
    const kind = sentence === undefined ? classifyPage(http.status) : classifyFailure(http.status, sentence)
    throw new ConnectorError(kind, `Duitku ${said}`)
  }
  return parseAs(answer, body, `the answer about ${credentials.merchant_code}`)
}

const classifyPage = (status: number) => (status === 400 ? 'refused' : classifyForeign(status))

function classifyFailure(status: number, sentence: string): ConnectorErrorKind {
  if (/too many|limit exceeded|blocked/i.test(sentence)) return 'unreachable'
  if (status === 401 || /signature/i.test(sentence) || (status === 404 && /merchant/i.test(sentence)))
    return 'unauthorized'
  if (status === 409) return 'taken'
  return status === 400 ? 'refused' : classifyStatus(status)
}
