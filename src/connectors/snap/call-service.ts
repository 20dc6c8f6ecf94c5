import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { removeSecrets } from '../../lib/same-text.ts'
import { type ConnectorCall, ConnectorError, type ConnectorErrorKind } from '../connector.ts'
import { formatJakartaTime, jakartaOffset } from '../jakarta.ts'
import { classifyStatus, exchangeHttp } from '../request-json.ts'
import type { AccessToken } from '../token-cache.ts'
import { findBaseUrl, findPartnerId, findProfile, type SnapCredentials } from './credentials.ts'
import { readPrivateKey } from './keys.ts'
import type { Profile, Service, Template, TemplateValue, ValueName } from './profile.ts'
import { signAsymmetric, signSymmetric, signTokenRequest } from './signature.ts'

export type SnapCall = ConnectorCall<SnapCredentials>

/** Values for a template's `$names`; a field whose value is undefined is omitted. */
export type TemplateValues = Partial<Record<ValueName, string | number | object | undefined>>

export interface ServiceAnswer {
  /** The first three digits of the response code; the case is its last two. */
  status: number
  case: string
  message: string
  body: Record<string, unknown>
}

const bytesMax = 262_144

/**
 * Sends a signed request to a service; if the token was rejected, once more with a fresh token and the same
 * X-EXTERNAL-ID. Throws `unreachable` or `unexpected` without a usable answer; returns a provider's refusal.
 */
export async function callService(
  call: SnapCall,
  service: Service,
  values: TemplateValues,
  externalId: string,
): Promise<ServiceAnswer> {
  const body = JSON.stringify(fillTemplate(service.body, { ...ownValues(call), ...values }) ?? {})
  const request = { path: service.path, body, externalId }
  if (findProfile(call.credentials).signature === 'rsa') return sendService(call, request, null)
  const token = await accessToken(call)
  const answer = await sendService(call, request, token)
  if (!isTokenRefused(answer)) return answer
  await call.tokens?.drop(token)
  return sendService(call, request, await accessToken(call))
}

/** An outgoing request, with the text that its signature covers. */
export interface SignedRequest {
  url: URL
  headers: Record<string, string>
  body: string
  stringToSign: string
}

/** Requests a new token, even if one is stored. */
export async function requestToken(call: SnapCall): Promise<AccessToken> {
  const answer = await carryRequest(call, signTokenCall(call, new Date()))
  if (answer.status !== 200) throw makeFailure(call.credentials, answer)
  const token = Token.safeParse(answer.body)
  if (!token.success) throw new ConnectorError('unexpected', 'the provider gave no access token')
  return { text: token.data.accessToken, livesS: token.data.expiresIn }
}

/** Returns the signed request for an access token (service 73). */
export function signTokenCall({ credentials }: Pick<SnapCall, 'credentials'>, now: Date): SignedRequest {
  const profile = findProfile(credentials)
  const timestamp = formatTimestamp(profile, now)
  const key = readPrivateKey(credentials.private_key)
  const { stringToSign, signature } = signTokenRequest(key, credentials.client_id, timestamp)
  return {
    url: new URL(findBaseUrl(credentials) + profile.tokenPath),
    headers: {
      ...jsonHeaders,
      'X-TIMESTAMP': timestamp,
      'X-CLIENT-KEY': credentials.client_id,
      'X-SIGNATURE': signature,
    },
    body: JSON.stringify({ grantType: 'client_credentials', additionalInfo: {} }),
    stringToSign,
  }
}

/** Returns the signed request to a service. */
export function signServiceCall(
  call: Pick<SnapCall, 'credentials' | 'hook'>,
  { path, body, externalId }: { path: string; body: string; externalId: string },
  { token, now }: { token: string | null; now: Date },
): SignedRequest {
  const { credentials } = call
  const profile = findProfile(credentials)
  const timestamp = formatTimestamp(profile, now)
  const text = { method: 'POST', path, body, timestamp }
  const { stringToSign, signature } =
    profile.signature === 'hmac'
      ? signSymmetric(credentials.client_secret!, token ?? '', text, profile.encoding)
      : signAsymmetric(readPrivateKey(credentials.private_key), text, profile.encoding)
  return {
    url: new URL(findBaseUrl(credentials) + path),
    headers: {
      ...jsonHeaders,
      ...constantHeaders(profile, ownValues(call)),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'X-TIMESTAMP': timestamp,
      'X-SIGNATURE': signature,
      'X-PARTNER-ID': findPartnerId(credentials),
      'X-EXTERNAL-ID': externalId,
      [profile.channelHeader]: credentials.channel_id ?? profile.defaultChannel,
    },
    body,
    stringToSign,
  }
}

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json' }

/** Returns the error for a provider's refusal. */
export function makeFailure(credentials: SnapCredentials, answer: ServiceAnswer): ConnectorError {
  const sentence = `the provider said ${answer.status} ${answer.case}: ${answer.message.slice(0, 200)}`
  return new ConnectorError(classifyAnswer(answer), scrubSnap(credentials, sentence))
}

export function scrubSnap(credentials: SnapCredentials, text: string): string {
  const secrets = [credentials.client_secret, credentials.private_key].filter(secret => secret !== undefined)
  return removeSecrets(text, secrets)
}

/** Formats a time in ISO 8601 to the second, in Jakarta time or UTC. */
export function formatTimestamp(profile: Pick<Profile, 'timestamp'>, date: Date): string {
  if (profile.timestamp === 'utc') return date.toISOString()
  return `${formatJakartaTime(date)}${jakartaOffset}`
}

const defaultTokenLifeS = 900

const Token = z.object({
  accessToken: z.string().min(1).max(8192),
  expiresIn: z.coerce.number().positive().max(86_400).catch(defaultTokenLifeS),
})

async function accessToken(call: SnapCall): Promise<string> {
  const make = () => requestToken(call)
  return call.tokens ? call.tokens.get(make) : (await make()).text
}

async function sendService(
  call: SnapCall,
  request: { path: string; body: string; externalId: string },
  token: string | null,
): Promise<ServiceAnswer> {
  return carryRequest(call, signServiceCall(call, request, { token, now: new Date() }))
}

async function carryRequest(
  { credentials, outbound }: SnapCall,
  { url, headers, body, stringToSign }: SignedRequest,
): Promise<ServiceAnswer> {
  const { timeoutMs } = findProfile(credentials)
  const { status, text } = await exchangeHttp(outbound, url, {
    method: 'POST',
    headers,
    body,
    stringToSign,
    timeoutMs,
    responseBytesMax: bytesMax,
  })
  return readAnswer(status, text)
}

function readAnswer(httpStatus: number, text: string): ServiceAnswer {
  const body = Answer.safeParse(parseJson(text))
  const code = /^(\d{3})\d{2}(\d{2})$/.exec(body.data?.responseCode ?? '')
  if (!body.success || !code) {
    const kind = httpStatus === 200 ? 'unexpected' : classifyStatus(httpStatus)
    throw new ConnectorError(kind, `the answer with HTTP ${httpStatus} is not a SNAP answer`)
  }
  // A proxy's own 5xx around an old body must not count as the body's result.
  const status = httpStatus >= 500 ? httpStatus : Number(code[1])
  return { status, case: code[2]!, message: body.data.responseMessage ?? '', body: body.data }
}

const Answer = z.looseObject({
  responseCode: z.union([z.string(), z.int()]).transform(String),
  responseMessage: z.string().nullish(),
})

function isTokenRefused(answer: ServiceAnswer): boolean {
  return answer.status === 401 && (answer.case === '01' || answer.case === '03')
}

function classifyAnswer({ status }: ServiceAnswer): ConnectorErrorKind {
  if (status === 401) return 'unauthorized'
  if (status === 409) return 'taken'
  if (status === 429 || status >= 500 || status < 300) return 'unreachable'
  return status >= 400 ? 'refused' : 'unexpected'
}

// Values that are the same in every request of a connection.
function ownValues({ credentials, hook }: Pick<SnapCall, 'credentials' | 'hook'>): TemplateValues {
  const shopUrl = hook?.replace(/\/hooks\/[^/]+\/\d+$/, '/')
  return {
    merchantId: credentials.merchant_id,
    subMerchantId: credentials.sub_merchant_id,
    storeId: credentials.store_id,
    terminalId: credentials.terminal_id,
    postalCode: credentials.postal_code,
    acquirer: credentials.acquirer ?? 'gopay',
    channelCode: credentials.channel_code ?? '711',
    mcc: credentials.mcc ?? miscellaneousShops,
    notifyUrl: hook && hook + findProfile(credentials).notifyPath,
    shopUrl,
    origin: shopUrl && new URL(shopUrl).origin,
  }
}

// "Miscellaneous and specialty retail shops", for a merchant who names no category.
const miscellaneousShops = '5999'

function constantHeaders({ headers }: Profile, values: TemplateValues): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => [name, fillValue(value, values)] as const)
  return Object.fromEntries(filled.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

function fillTemplate(template: Template, values: TemplateValues): object | undefined {
  const entries = Object.entries(template).flatMap(([field, value]) => {
    const filled = fillValue(value, values)
    return filled === undefined ? [] : [[field, filled] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function fillValue(value: TemplateValue, values: TemplateValues): unknown {
  if (Array.isArray(value)) return value.map(item => fillValue(item, values)).filter(item => item !== undefined)
  if (typeof value === 'object') return fillTemplate(value, values)
  return typeof value === 'string' && value.startsWith('$') ? values[value.slice(1) as ValueName] : value
}
