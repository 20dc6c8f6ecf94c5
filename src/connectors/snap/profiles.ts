import type { SignatureEncoding } from './signature.ts'

/**
 * How one provider speaks SNAP, as data. In a body a text that begins with `$` is filled in: `$reference`, `$amount`,
 * `$validity`, `$merchantId`, `$subMerchantId`, `$storeId`, `$terminalId`, `$postalCode`, `$providerReference`,
 * `$externalId`, `$reason`, `$from`, `$to`, `$pageSize`, `$pageNumber`. A field without a value is left out.
 */
export interface Profile {
  /** Production; credentials may name another. */
  baseUrl: string | null
  /** `hmac` carries a token; `rsa` carries none; `rsa_with_token` carries one that is not part of the signed text. */
  signature: 'hmac' | 'rsa' | 'rsa_with_token'
  /** How notifications are signed. `hmac` signs the token that we gave the provider, or none. */
  notifySignature: 'rsa' | 'hmac'
  encoding: SignatureEncoding
  timestamp: 'jakarta' | 'utc'
  channelHeader: 'CHANNEL-ID' | 'X-CHANNEL-ID'
  defaultChannel: string
  /** `reference`: the partner's reference itself; `numeric`: digits alone. */
  externalId: 'reference' | 'numeric'
  /** Longer references lose their dashes. */
  referenceMax: number
  validity: 'iso' | 'seconds' | 'none'
  /** The longest life of a code, seconds. */
  lifeS: number
  timeoutMs: number
  tokenPath: string
  generate: Service & { qrAt: string }
  query: Service
  /** Null where the provider takes no code back. */
  cancel: Service | null
  history: Service | null
  /** Service code of notifications, which their answers begin with. */
  notifyService: string
}

export interface Service {
  /** Two digits inside every responseCode. */
  code: string
  path: string
  body: Template
}

export type Template = { [field: string]: string | Template | Template[] }

const standardQuery = {
  originalReferenceNo: '$providerReference',
  originalPartnerReferenceNo: '$reference',
  originalExternalId: '$externalId',
  // The service that is asked about, not the one that asks.
  serviceCode: '47',
  merchantId: '$merchantId',
}

const generic: Profile = {
  baseUrl: null,
  signature: 'hmac',
  notifySignature: 'rsa',
  encoding: 'base64',
  timestamp: 'jakarta',
  channelHeader: 'CHANNEL-ID',
  defaultChannel: '95221',
  externalId: 'reference',
  referenceMax: 64,
  validity: 'iso',
  lifeS: 86_400,
  timeoutMs: 30_000,
  tokenPath: '/v1.0/access-token/b2b',
  generate: {
    code: '47',
    path: '/v1.0/qr/qr-mpm-generate',
    body: {
      partnerReferenceNo: '$reference',
      amount: '$amount',
      merchantId: '$merchantId',
      subMerchantId: '$subMerchantId',
      storeId: '$storeId',
      terminalId: '$terminalId',
      validityPeriod: '$validity',
    },
    qrAt: 'qrContent',
  },
  query: { code: '51', path: '/v1.0/qr/qr-mpm-query', body: standardQuery },
  cancel: {
    code: '77',
    path: '/v1.0/qr/qr-mpm-cancel',
    body: {
      originalReferenceNo: '$providerReference',
      originalPartnerReferenceNo: '$reference',
      originalExternalId: '$externalId',
      merchantId: '$merchantId',
      reason: '$reason',
      amount: '$amount',
    },
  },
  history: {
    code: '12',
    path: '/v1.0/transaction-history-list',
    body: { fromDateTime: '$from', toDateTime: '$to', pageSize: '$pageSize', pageNumber: '$pageNumber' },
  },
  notifyService: '52',
}

const midtrans: Profile = {
  ...generic,
  baseUrl: 'https://merchants.midtrans.com',
  timestamp: 'utc',
  // There X-EXTERNAL-ID is the partner's reference, of 36 characters at most.
  referenceMax: 36,
  lifeS: 86_400,
  generate: {
    ...generic.generate,
    body: { ...generic.generate.body, additionalInfo: { acquirer: 'gopay' } },
  },
}

const dana: Profile = {
  ...generic,
  baseUrl: 'https://api.saas.dana.id',
  signature: 'rsa',
  referenceMax: 25,
  lifeS: 86_400,
  // DANA's merchant gateway makes QRIS codes as one of its pay options: there is no qr-mpm service of its own to call.
  generate: {
    code: '54',
    path: '/payment-gateway/v1.0/debit/payment-host-to-host.htm',
    body: {
      partnerReferenceNo: '$reference',
      merchantId: '$merchantId',
      externalStoreId: '$storeId',
      amount: '$amount',
      validUpTo: '$validity',
      payOptionDetails: [{ payMethod: 'NETWORK_PAY', payOption: 'NETWORK_PAY_PG_QRIS', transAmount: '$amount' }],
      additionalInfo: { envInfo: { sourcePlatform: 'IPG', terminalType: 'SYSTEM', orderTerminalType: 'WEB' } },
    },
    qrAt: 'additionalInfo.paymentCode',
  },
  query: {
    code: '55',
    path: '/payment-gateway/v1.0/debit/status.htm',
    body: {
      originalPartnerReferenceNo: '$reference',
      originalReferenceNo: '$providerReference',
      serviceCode: '54',
      merchantId: '$merchantId',
    },
  },
  cancel: {
    code: '57',
    path: '/payment-gateway/v1.0/debit/cancel.htm',
    body: { originalPartnerReferenceNo: '$reference', merchantId: '$merchantId', reason: '$reason' },
  },
  history: null,
  notifyService: '56',
}

const doku: Profile = {
  ...generic,
  baseUrl: 'https://api.doku.com',
  notifySignature: 'hmac',
  defaultChannel: 'H2H',
  externalId: 'numeric',
  tokenPath: '/authorization/v1/access-token/b2b',
  generate: {
    ...generic.generate,
    path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-generate',
    body: { ...generic.generate.body, additionalInfo: { postalCode: '$postalCode', feeType: '1' } },
  },
  query: { ...generic.query, path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-query' },
  cancel: null,
  history: null,
}

const bri: Profile = {
  ...generic,
  baseUrl: 'https://partner.api.bri.co.id',
  externalId: 'numeric',
  // BRI decides how long its codes live: no validity is sent.
  validity: 'none',
  lifeS: 1_800,
  tokenPath: '/snap/v1.0/access-token/b2b',
  generate: {
    ...generic.generate,
    path: '/v1.1/qr-dynamic-mpm/qr-mpm-generate-qr',
    body: {
      partnerReferenceNo: '$reference',
      amount: '$amount',
      merchantId: '$merchantId',
      terminalId: '$terminalId',
    },
  },
  query: {
    code: '51',
    path: '/v1.1/qr-dynamic-mpm/qr-mpm-query',
    body: {
      originalReferenceNo: '$providerReference',
      serviceCode: '17',
      additionalInfo: { terminalId: '$terminalId' },
    },
  },
  cancel: null,
  history: null,
}

const btn: Profile = {
  ...generic,
  tokenPath: '/snap/v1/access-token/b2b',
  generate: {
    ...generic.generate,
    path: '/snap/v1/qr/qr-mpm-generate',
    body: { ...generic.generate.body, additionalInfo: { type_qris: 'D' } },
  },
  query: { ...generic.query, path: '/snap/v1/qr/qr-mpm-query' },
  cancel: null,
  history: null,
}

const faspay: Profile = { ...generic, signature: 'rsa', cancel: null, history: null }

export const profiles = { midtrans, dana, doku, bri, btn, faspay, generic } satisfies Record<string, Profile>

export type ProfileId = keyof typeof profiles
export const profileIds = Object.keys(profiles) as [ProfileId, ...ProfileId[]]
