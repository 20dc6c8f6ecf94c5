import type { Profile } from './profile.ts'

const standardQuery = {
  originalReferenceNo: '$providerReference',
  originalPartnerReferenceNo: '$reference',
  originalExternalId: '$externalId',
  // The service whose status is requested, not the requesting service.
  serviceCode: '47',
  merchantId: '$merchantId',
}

const generic: Profile = {
  baseUrl: null,
  signature: 'hmac',
  encoding: 'base64',
  notifyForms: ['rsa'],
  timestamp: 'jakarta',
  channelHeader: 'CHANNEL-ID',
  defaultChannel: '95221',
  partnerId: 'client',
  headers: {},
  externalId: 'reference',
  referenceMax: 64,
  referenceForm: 'dashed',
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
    referenceAt: 'referenceNo',
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
  unpaidStatuses: [],
  notifyService: '52',
  notifyPath: '/v1.0/qr/qr-mpm-notify',
}

const midtrans: Profile = {
  ...generic,
  baseUrl: 'https://merchants.midtrans.com',
  timestamp: 'utc',
  // Midtrans uses the partner's reference as X-EXTERNAL-ID, with at most 36 characters.
  referenceMax: 36,
  generate: {
    ...generic.generate,
    body: { ...generic.generate.body, additionalInfo: { acquirer: '$acquirer' } },
  },
}

const dana: Profile = {
  ...generic,
  baseUrl: 'https://api.saas.dana.id',
  signature: 'rsa',
  referenceMax: 25,
  // The payment gateway product, in which QRIS is one of the pay options.
  generate: {
    code: '54',
    path: '/payment-gateway/v1.0/debit/payment-host-to-host.htm',
    body: {
      partnerReferenceNo: '$reference',
      merchantId: '$merchantId',
      subMerchantId: '$subMerchantId',
      externalStoreId: '$storeId',
      amount: '$amount',
      validUpTo: '$validity',
      urlParams: [
        { url: '$shopUrl', type: 'PAY_RETURN', isDeeplink: 'N' },
        { url: '$notifyUrl', type: 'NOTIFICATION', isDeeplink: 'N' },
      ],
      payOptionDetails: [{ payMethod: 'NETWORK_PAY', payOption: 'NETWORK_PAY_PG_QRIS', transAmount: '$amount' }],
      additionalInfo: {
        mcc: '$mcc',
        envInfo: { sourcePlatform: 'IPG', terminalType: 'SYSTEM', orderTerminalType: 'WEB' },
        order: { orderTitle: '$description', scenario: 'API', merchantTransType: '01' },
      },
    },
    qrAt: 'additionalInfo.paymentCode',
    referenceAt: 'referenceNo',
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
  notifyPath: '/v1.0/debit/notify',
}

// DANA's other QRIS product, "QRIS (Acquirer)": the standard's generate service under DANA's paths.
const danaQris: Profile = {
  ...dana,
  generate: {
    code: '47',
    path: '/v1.0/qr/qr-mpm-generate.htm',
    body: {
      partnerReferenceNo: '$reference',
      merchantId: '$merchantId',
      subMerchantId: '$subMerchantId',
      storeId: '$storeId',
      terminalId: '$terminalId',
      amount: '$amount',
      validityPeriod: '$validity',
      additionalInfo: { envInfo: { sourcePlatform: 'IPG', terminalType: 'SYSTEM', orderTerminalType: 'WEB' } },
    },
    qrAt: 'qrContent',
    referenceAt: 'referenceNo',
  },
  query: {
    code: '55',
    path: '/rest/v1.1/debit/status',
    body: {
      originalPartnerReferenceNo: '$reference',
      originalReferenceNo: '$providerReference',
      serviceCode: '47',
      merchantId: '$merchantId',
      subMerchantId: '$subMerchantId',
    },
  },
  cancel: {
    code: '57',
    path: '/v1.0/debit/cancel.htm',
    body: {
      originalPartnerReferenceNo: '$reference',
      originalReferenceNo: '$providerReference',
      merchantId: '$merchantId',
      subMerchantId: '$subMerchantId',
      reason: '$reason',
      amount: '$amount',
    },
  },
}

const doku: Profile = {
  ...generic,
  baseUrl: 'https://api.doku.com',
  notifyForms: ['hmac', 'doku'],
  defaultChannel: 'H2H',
  externalId: 'numeric',
  tokenPath: '/authorization/v1/access-token/b2b',
  generate: {
    ...generic.generate,
    path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-generate',
    body: { ...generic.generate.body, additionalInfo: { postalCode: '$postalCode', feeType: '1' } },
  },
  query: { ...generic.query, path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-query' },
  cancel: {
    code: '77',
    path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-cancel',
    body: {
      originalPartnerReferenceNo: '$reference',
      merchantId: '$merchantId',
      terminalId: '$terminalId',
      reason: '$reason',
    },
  },
  history: null,
}

const bri: Profile = {
  ...generic,
  baseUrl: 'https://partner.api.bri.co.id',
  encoding: 'hex',
  // BRI's SDK, a gateway's accepted test and BRI's page each show a different form.
  notifyForms: ['hmac_hex', 'hmac_double_hash', 'rsa_client', 'rsa'],
  externalId: 'numeric',
  // BRI determines the life of its codes, so no validity is sent.
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
  notifyPath: '/v1.1/qr-dynamic/qr-mpm-notify',
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

const faspay: Profile = {
  ...generic,
  signature: 'rsa',
  defaultChannel: '77001',
  partnerId: 'merchant',
  externalId: 'numeric',
  referenceMax: 32,
  generate: {
    ...generic.generate,
    body: {
      partnerReferenceNo: '$reference',
      amount: '$amount',
      merchantId: '$merchantId',
      validityPeriod: '$validity',
      additionalInfo: { billDate: '$requestedAt', billDescription: '$description', channelCode: '$channelCode' },
    },
  },
  cancel: null,
  history: null,
}

export const profiles = {
  midtrans,
  dana,
  'dana-qris': danaQris,
  doku,
  bri,
  btn,
  faspay,
  generic,
} satisfies Record<string, Profile>

export type ProfileId = keyof typeof profiles
export const profileIds = Object.keys(profiles) as [ProfileId, ...ProfileId[]]
