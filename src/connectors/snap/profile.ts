import type { SignatureEncoding } from './signature.ts'

/**
 * How one provider implements SNAP, as data. A text in a body or header that begins with `$` is replaced by the value
 * of that name (`valueNames`); a field without a value is omitted.
 */
export interface Profile {
  /** The production host, unless the credentials name another. */
  baseUrl: string | null
  /** `hmac` sends a token; `rsa` sends none; `rsa_with_token` sends one that is not part of the signed text. */
  signature: 'hmac' | 'rsa' | 'rsa_with_token'
  encoding: SignatureEncoding
  /** The documented ways in which this provider proves that a notification is its own; all are accepted. */
  notifyForms: readonly NotifyForm[]
  timestamp: 'jakarta' | 'utc'
  channelHeader: string
  defaultChannel: string
  /** The id sent as `X-PARTNER-ID` if the credentials have no `partner_id`. */
  partnerId: 'client' | 'merchant'
  /** Constant headers of every service. */
  headers: Record<string, string>
  /** `reference`: our reference itself; `alphanumeric`: without its dashes; `numeric`: digits only. */
  externalId: 'reference' | 'alphanumeric' | 'numeric'
  /** Longer references are sent without their dashes. */
  referenceMax: number
  referenceForm: 'dashed' | 'alphanumeric'
  validity: 'iso' | 'seconds' | 'none'
  /** The longest life of a code, in seconds. */
  lifeS: number
  timeoutMs: number
  tokenPath: string
  /** `referenceAt`: the path of the provider's own reference in the answer. */
  generate: Service & { qrAt: string; referenceAt: string }
  query: Service
  /** The service that cancels a code; null if the provider has none. */
  cancel: Service | null
  history: Service | null
  /** Statuses that mean "not paid yet", in addition to the standard's. */
  unpaidStatuses: readonly string[]
  /** The service code in answers to notifications. */
  notifyService: string
  /** The path that the provider adds to the address of notifications. */
  notifyPath: string
}

export interface Service {
  /** The two digits of the service inside each responseCode. */
  code: string
  path: string
  body: Template
}

export type TemplateConstant = string | number | boolean
export type TemplateValue = TemplateConstant | Template | TemplateValue[]
export type Template = { [field: string]: TemplateValue }

/** The names that a template may use after `$`. */
export const valueNames = [
  'reference',
  'amount',
  'validity',
  'requestedAt',
  'description',
  'merchantId',
  'subMerchantId',
  'storeId',
  'terminalId',
  'postalCode',
  'acquirer',
  'mcc',
  'channelCode',
  'providerReference',
  'externalId',
  'reason',
  'from',
  'to',
  'pageSize',
  'pageNumber',
  'notifyUrl',
  'shopUrl',
  'origin',
] as const

export type ValueName = (typeof valueNames)[number]

/**
 * How a notification proves its sender.
 * - `rsa`: SHA256withRSA over method, path, body and time (the standard);
 * - `rsa_client`: SHA256withRSA over client id and time only (NICEPAY; BRI's page);
 * - `hmac`, `hmac_hex`: HMAC-SHA512 with the client secret, in base64 or in lower-case hex, over a text that contains
 * the token that we gave the provider, or none;
 * - `hmac_double_hash`: as `hmac`, over the hex of the body's hash, encoded as hex again (observed at BRI);
 * - `doku`: DOKU's own `Signature: HMACSHA256=...` over five lines of headers.
 */
export const notifyForms = ['rsa', 'rsa_client', 'hmac', 'hmac_hex', 'hmac_double_hash', 'doku'] as const
export type NotifyForm = (typeof notifyForms)[number]
