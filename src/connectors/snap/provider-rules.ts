import { z } from 'zod'
import type { ProfileId } from './profiles.ts'

/**
 * A provider's requirements on a request. They come from its own SDK or pages and never from the connector's table, so
 * that a wrong profile cannot agree with itself. `test/connectors/snap/outside.test.ts` compares them with requests
 * made by the SDKs.
 */
export interface ProviderRules {
  /** The path of token requests; null if requests carry no token. */
  tokenPath: string | null
  signature: 'hmac' | 'rsa'
  encoding: 'base64' | 'hex'
  timestamp: RegExp
  /** `own`: a number that the provider issues besides the client id. */
  partnerId: 'client' | 'merchant' | 'own'
  externalId: RegExp
  channelId: RegExp
  charge: ServiceRules & { answersAt: 'qrContent' | 'paymentCode' }
  status: ServiceRules
  cancel: ServiceRules | null
  history: ServiceRules | null
  notification: NotificationRules
}

export interface ServiceRules {
  /** The two digits of the service inside each responseCode. */
  code: string
  path: string
  body: z.ZodType
}

export interface NotificationRules {
  /** The path below the address that the merchant gave. */
  path: string
  form: 'rsa' | 'hmac' | 'hmac_hex'
  /** Where the provider first requests a token, and how it encodes the signature of that request. */
  token?: { path: string; encoding: 'base64' | 'hex' }
}

const text = (max: number) => z.string().min(1).max(max)
const money = z.object({ value: z.string().regex(/^\d{1,13}\.00$/), currency: z.literal('IDR') })
const jakartaTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+07:00$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/
const moment = z.iso.datetime({ offset: true })
const namesPayment = (body: object) => 'originalReferenceNo' in body || 'originalPartnerReferenceNo' in body

const standardCharge = z.looseObject({
  partnerReferenceNo: text(64),
  amount: money,
  merchantId: text(64),
  validityPeriod: moment.optional(),
})
const standardStatus = z
  .looseObject({ serviceCode: z.literal('47'), merchantId: text(64) })
  .refine(namesPayment, { path: ['originalReferenceNo'] })
const standardCancel = z
  .looseObject({ merchantId: text(64), reason: text(256) })
  .refine(namesPayment, { path: ['originalReferenceNo'] })
const history = z.looseObject({
  fromDateTime: moment,
  toDateTime: moment,
  pageSize: z.coerce.number().int().min(1).max(50),
  pageNumber: z.coerce.number().int().min(0),
})

/** apidevportal.aspi-indonesia.or.id, "QR MPM": the standard itself. */
const generic: ProviderRules = {
  tokenPath: '/v1.0/access-token/b2b',
  signature: 'hmac',
  encoding: 'base64',
  timestamp: jakartaTime,
  partnerId: 'client',
  externalId: /^[\w~.-]{1,36}$/,
  channelId: /^.{1,5}$/,
  charge: { code: '47', path: '/v1.0/qr/qr-mpm-generate', body: standardCharge, answersAt: 'qrContent' },
  status: { code: '51', path: '/v1.0/qr/qr-mpm-query', body: standardStatus },
  cancel: { code: '77', path: '/v1.0/qr/qr-mpm-cancel', body: standardCancel },
  history: { code: '12', path: '/v1.0/transaction-history-list', body: history },
  notification: { path: '/v1.0/qr/qr-mpm-notify', form: 'rsa' },
}

/** npm midtrans-client 1.4.3; docs.midtrans.com, "MPM API (QRIS)" and "Transaction History List". */
const midtrans: ProviderRules = {
  ...generic,
  timestamp: isoTime,
  externalId: /^[A-Za-z0-9_~.-]{1,36}$/,
  charge: {
    ...generic.charge,
    body: standardCharge.extend({
      partnerReferenceNo: text(36),
      additionalInfo: z.looseObject({ acquirer: z.enum(['gopay', 'airpay shopee']) }),
    }),
  },
  history: {
    ...generic.history!,
    body: history.extend({ pageSize: z.int().min(1).max(50), pageNumber: z.int().min(0) }),
  },
}

const danaPayment = { originalPartnerReferenceNo: text(64), merchantId: text(64) }
const link = z.object({
  url: z.url(),
  type: z.enum(['PAY_RETURN', 'NOTIFICATION']),
  isDeeplink: z.enum(['Y', 'N']),
})
const hasBothLinks = (links: z.output<typeof link>[]) => new Set(links.map(({ type }) => type)).size === 2

/** npm dana-node 1.5.11 (`CreateOrderByApiRequest`); dashboard.dana.id, "Payment Gateway". */
const dana: ProviderRules = {
  ...generic,
  tokenPath: null,
  signature: 'rsa',
  externalId: /^.{1,36}$/,
  // The page says five characters; the SDK sends the partner's id with a suffix.
  channelId: /^(.{1,5}|.+-SERVER)$/,
  charge: {
    code: '54',
    path: '/payment-gateway/v1.0/debit/payment-host-to-host.htm',
    body: z.looseObject({
      partnerReferenceNo: text(25),
      merchantId: text(64),
      externalStoreId: text(64),
      amount: money,
      validUpTo: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
        .optional(),
      payOptionDetails: z
        .array(z.looseObject({ payMethod: z.literal('NETWORK_PAY'), payOption: text(64), transAmount: money }))
        .min(1),
      urlParams: z.array(link).refine(hasBothLinks),
      additionalInfo: z.looseObject({
        mcc: text(64),
        envInfo: z.looseObject({ sourcePlatform: text(64), terminalType: text(64) }),
        order: z.looseObject({ orderTitle: text(64), scenario: z.literal('API') }),
      }),
    }),
    answersAt: 'paymentCode',
  },
  status: {
    code: '55',
    path: '/payment-gateway/v1.0/debit/status.htm',
    body: z.looseObject({ serviceCode: z.literal('54'), ...danaPayment }),
  },
  cancel: { code: '57', path: '/payment-gateway/v1.0/debit/cancel.htm', body: z.looseObject(danaPayment) },
  history: null,
  notification: { path: '/v1.0/debit/notify', form: 'rsa' },
}

/** dashboard.dana.id, "QRIS (Acquirer)": Generate QRIS, Query Payment, Cancel Order, Finish Notify. */
const danaQris: ProviderRules = {
  ...dana,
  channelId: /^.{1,5}$/,
  charge: {
    code: '47',
    path: '/v1.0/qr/qr-mpm-generate.htm',
    body: standardCharge.extend({
      partnerReferenceNo: text(25),
      storeId: text(64),
      terminalId: text(16).optional(),
      validityPeriod: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
        .optional(),
    }),
    answersAt: 'qrContent',
  },
  status: {
    code: '55',
    path: '/rest/v1.1/debit/status',
    body: z.looseObject({ serviceCode: z.literal('47'), ...danaPayment }),
  },
  cancel: { code: '57', path: '/v1.0/debit/cancel.htm', body: z.looseObject(danaPayment) },
}

/** npm doku-nodejs-library 1.0.52 (signatures); developers.doku.com, SNAP, "QRIS" (paths and bodies). */
const doku: ProviderRules = {
  ...generic,
  tokenPath: '/authorization/v1/access-token/b2b',
  externalId: /^\d{1,36}$/,
  channelId: /^.{1,8}$/,
  charge: {
    ...generic.charge,
    path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-generate',
    body: standardCharge.extend({
      terminalId: text(16),
      additionalInfo: z.looseObject({ postalCode: text(10), feeType: text(1) }),
    }),
  },
  status: { ...generic.status, path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-query' },
  cancel: {
    code: '77',
    path: '/snap-adapter/b2b/v1.0/qr/qr-mpm-cancel',
    body: z.looseObject({
      originalPartnerReferenceNo: text(64),
      merchantId: text(64),
      terminalId: text(16),
      reason: text(256),
    }),
  },
  history: null,
  notification: {
    path: '/v1.0/qr/qr-mpm-notify',
    form: 'hmac',
    token: { path: '/v1.0/access-token/b2b', encoding: 'base64' },
  },
}

/** bri-oss/bridex-api-php-sdk fdda8182: `QrisMPMDynamic`, `QrisMPMDynamicNotification`, `Signature`. */
const bri: ProviderRules = {
  ...generic,
  tokenPath: '/snap/v1.0/access-token/b2b',
  encoding: 'hex',
  partnerId: 'own',
  externalId: /^\d{1,36}$/,
  charge: {
    ...generic.charge,
    path: '/v1.1/qr-dynamic-mpm/qr-mpm-generate-qr',
    body: z.strictObject({
      partnerReferenceNo: text(64),
      amount: money,
      merchantId: text(64),
      terminalId: text(16),
    }),
  },
  status: {
    code: '51',
    path: '/v1.1/qr-dynamic-mpm/qr-mpm-query',
    body: z.strictObject({
      originalReferenceNo: text(64),
      serviceCode: z.literal('17'),
      additionalInfo: z.strictObject({ terminalId: text(16) }),
    }),
  },
  cancel: null,
  history: null,
  notification: {
    path: '/v1.1/qr-dynamic/qr-mpm-notify',
    form: 'hmac_hex',
    token: { path: '/snap/v1.1/access-token/b2b', encoding: 'hex' },
  },
}

/** Without a public page or SDK; taken from descriptions by integrators. */
const btn: ProviderRules = {
  ...generic,
  tokenPath: '/snap/v1/access-token/b2b',
  charge: {
    ...generic.charge,
    path: '/snap/v1/qr/qr-mpm-generate',
    body: standardCharge.extend({ additionalInfo: z.looseObject({ type_qris: z.literal('D') }) }),
  },
  status: { ...generic.status, path: '/snap/v1/qr/qr-mpm-query' },
  cancel: null,
  history: null,
}

/** docs.faspay.co.id, "SNAP QRIS" and "Signature SNAP"; no SDK. */
const faspay: ProviderRules = {
  ...generic,
  tokenPath: null,
  signature: 'rsa',
  partnerId: 'merchant',
  externalId: /^\d{1,36}$/,
  channelId: /^\d{5}$/,
  charge: {
    ...generic.charge,
    body: standardCharge.extend({
      partnerReferenceNo: text(32),
      validityPeriod: moment,
      additionalInfo: z.looseObject({
        billDate: moment,
        billDescription: text(128),
        channelCode: z.string().regex(/^\d{3}$/),
      }),
    }),
  },
  cancel: null,
  history: null,
}

export const providerRules: Record<ProfileId, ProviderRules> = {
  midtrans,
  dana,
  'dana-qris': danaQris,
  doku,
  bri,
  btn,
  faspay,
  generic,
}
