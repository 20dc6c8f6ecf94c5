import { createHash, createHmac, type KeyObject, verify } from 'node:crypto'
import { parseJson } from '../../lib/json.ts'
import type { ProviderRules, ServiceRules } from './provider-rules.ts'

/** A request to a service as it was received. */
export interface ServiceRequest {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** The facts that a provider knows about the merchant who sent a request. */
export interface MerchantContract {
  clientSecret: string
  merchantKey: KeyObject
  partnerId: string
}

/** Why a provider refuses a request: HTTP status, case code and message. */
export interface ServiceRefusal {
  status: number
  case: string
  message: string
}

/** Checks a request to a service as its provider does; null if it is accepted. The caller checks the token. */
export function checkRequest(
  rules: ProviderRules,
  service: ServiceRules,
  request: ServiceRequest,
  contract: MerchantContract,
): ServiceRefusal | null {
  return (
    checkHeaders(rules, request) ??
    checkSender(rules, service, request, contract) ??
    checkBody(service, parseJson(request.body))
  )
}

function checkHeaders(rules: ProviderRules, request: ServiceRequest): ServiceRefusal | null {
  const forms: [name: string, form: RegExp][] = [
    ['X-TIMESTAMP', rules.timestamp],
    ['X-SIGNATURE', /./],
    ['X-PARTNER-ID', /^.{1,36}/],
    ['X-EXTERNAL-ID', rules.externalId],
    ['CHANNEL-ID', rules.channelId],
  ]
  for (const [name, form] of forms) {
    const value = header(request, name)
    if (value === '') return missing(name)
    if (!form.test(value)) return malformed(name)
  }
  return null
}

function checkSender(
  rules: ProviderRules,
  service: ServiceRules,
  request: ServiceRequest,
  contract: MerchantContract,
): ServiceRefusal | null {
  if (header(request, 'X-PARTNER-ID') !== contract.partnerId) return unauthorized('Unauthorized. Partner')
  const token = header(request, 'authorization').replace(/^Bearer /, '')
  const hash = createHash('sha256').update(request.body).digest('hex')
  const timestamp = header(request, 'X-TIMESTAMP')
  const signature = header(request, 'X-SIGNATURE')
  const text =
    rules.signature === 'hmac'
      ? `POST:${service.path}:${token}:${hash}:${timestamp}`
      : `POST:${service.path}:${hash}:${timestamp}`
  const isSigned =
    rules.signature === 'hmac'
      ? createHmac('sha512', contract.clientSecret).update(text).digest(rules.encoding) === signature
      : verify('sha256', Buffer.from(text), contract.merchantKey, Buffer.from(signature, rules.encoding))
  return isSigned ? null : unauthorized('Unauthorized. Signature')
}

function checkBody(service: ServiceRules, body: unknown): ServiceRefusal | null {
  if (typeof body !== 'object' || body === null) return { status: 400, case: '00', message: 'Bad Request' }
  const parsed = service.body.safeParse(body)
  if (parsed.success) return null
  const { path } = parsed.error.issues[0]!
  const isMissing = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], body)
  return isMissing === undefined ? missing(path.join('.')) : malformed(path.join('.'))
}

const header = ({ headers }: ServiceRequest, name: string) => String(headers[name.toLowerCase()] ?? '')

const missing = (field: string) => ({ status: 400, case: '02', message: `Invalid Mandatory Field ${field}` })
const malformed = (field: string) => ({ status: 400, case: '01', message: `Invalid Field Format ${field}` })
const unauthorized = (message: string) => ({ status: 401, case: '00', message })
