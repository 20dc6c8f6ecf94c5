import { createHmac, createPublicKey as publicKey } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { jakartaOffset, jakartaTime } from '../jakarta.ts'
import type { Answer, Asked } from '../twin/asked.ts'
import { type CodeRow, findOrMakeCode } from '../twin/code.ts'
import { openedBy, opens } from '../twin/secrets.ts'
import type { Twin, TwinNeeds, TwinRoute } from '../twin/twin.ts'
import { type Profile, type ProfileId, profileIds, profiles, type Service } from './profiles.ts'
import { verifyAsymmetric, verifySymmetric, verifyTokenRequest } from './signature.ts'
import { contractOf, snapSecretOf } from './twin-credentials.ts'
import { snapKeys } from './twin-keys.ts'
import { pushPaidCode } from './twin-push.ts'

const Options = z.object({ profile: z.enum(profileIds).default('generic') })

/**
 * A provider of BI SNAP in every profile, under `/snap/<profile>`: it checks what it is sent as strictly as the real
 * ones.
 */
export const snapTwin: Twin = {
  routes: profileIds.flatMap(routesOf),
  contracts: {
    options: Options,
    credentials: ({ sql }, { address, merchantId, options }) =>
      contractOf(sql, address, merchantId, Options.parse(options).profile),
  },
  push: pushPaidCode,
}

function routesOf(id: ProfileId): TwinRoute[] {
  const profile: Profile = profiles[id]
  const route = (path: string, operation: string, work: TwinRoute['work']): TwinRoute => ({
    method: 'POST',
    path: `/${id}${path}`,
    operation,
    work,
  })
  const serve = (service: Service | null, operation: string, work: Work): TwinRoute[] =>
    service
      ? [route(service.path, operation, (needs, asked) => answerService({ needs, profile, id, service }, asked, work))]
      : []
  return [
    route(profile.tokenPath, 'token', giveToken),
    ...serve(profile.generate, 'charge', generate),
    ...serve(profile.query, 'status', query),
    ...serve(profile.cancel, 'cancel', cancel),
    ...serve(profile.history, 'history', history),
  ]
}

interface ServiceContext {
  needs: TwinNeeds
  profile: Profile
  id: ProfileId
  service: Service
}

type Work = (context: ServiceContext, body: Body, clientId: string, externalId: string) => Promise<Answer>
type Body = Record<string, unknown>

const tokenLifeS = 900

async function giveToken({ sql, realNow }: TwinNeeds, { headers }: Asked): Promise<Answer> {
  const clientId = String(headers['x-client-key'] ?? '')
  const { merchant_public, provider_private } = await snapKeys(sql)
  const timestamp = String(headers['x-timestamp'] ?? '')
  const signature = String(headers['x-signature'] ?? '')
  const isKnown =
    openedBy(clientId) !== null && verifyTokenRequest(publicKey(merchant_public), clientId, timestamp, signature)
  if (!isKnown) return answer('73', 401, '00', { responseMessage: 'Unauthorized. Signature' })
  const endS = Math.floor(realNow().getTime() / 1000) + tokenLifeS
  return answer('73', 200, '00', {
    accessToken: tokenOf(provider_private, clientId, endS),
    tokenType: 'Bearer',
    expiresIn: String(tokenLifeS),
  })
}

function tokenOf(key: string, clientId: string, endS: number): string {
  return `${endS}.${createHmac('sha256', key).update(`${clientId} ${endS}`).digest('base64url')}`
}

async function answerService(context: ServiceContext, asked: Asked, work: Work): Promise<Answer> {
  const { code } = context.service
  const clientId = String(asked.headers['x-partner-id'] ?? '')
  const externalId = String(asked.headers['x-external-id'] ?? '')
  const no = await refuseRequest(context, asked, clientId)
  if (no) return answer(code, 401, no, { responseMessage: 'Unauthorized' })
  if (!/^[\w~.-]{1,36}$/.test(externalId)) return missing(code, 'X-EXTERNAL-ID')
  if (!asked.headers[context.profile.channelHeader.toLowerCase()]) return missing(code, context.profile.channelHeader)
  const body = parseJson(asked.body)
  if (typeof body !== 'object' || body === null) {
    return answer(code, 400, '00', { responseMessage: 'Bad Request' })
  }
  return work(context, body as Body, clientId, externalId)
}

/** Returns the case code of the reason to refuse a request; null when it is accepted. */
async function refuseRequest(
  { needs, profile, service }: ServiceContext,
  asked: Asked,
  clientId: string,
): Promise<string | null> {
  const keys = await snapKeys(needs.sql)
  const header = (name: string) => String(asked.headers[name] ?? '')
  const token = header('authorization').replace(/^Bearer /, '')
  const endS = Number(token.split('.')[0])
  const isAlive = token === tokenOf(keys.provider_private, clientId, endS) && endS * 1000 > needs.realNow().getTime()
  if (profile.signature !== 'rsa' && !isAlive) return '01'
  const text = { method: 'POST', path: service.path, body: asked.body, timestamp: header('x-timestamp') }
  const given = { signature: header('x-signature'), encoding: profile.encoding }
  const isSigned =
    openedBy(clientId) !== null &&
    (profile.signature === 'hmac'
      ? verifySymmetric(snapSecretOf(clientId), token, text, given)
      : verifyAsymmetric(publicKey(keys.merchant_public), text, given.signature))
  return isSigned ? null : '00'
}

const Amount = z.object({ value: z.string().regex(/^\d{1,13}\.00$/), currency: z.literal('IDR') })

const NewCode = z.looseObject({
  partnerReferenceNo: z.string().min(1),
  merchantId: z.string().min(1),
  amount: Amount,
  validityPeriod: z.string().optional(),
  validUpTo: z.string().optional(),
})

async function generate(
  { needs, profile, id, service }: ServiceContext,
  body: Body,
  clientId: string,
): Promise<Answer> {
  const asked = NewCode.safeParse(body)
  if (!asked.success) return missing(service.code, asked.error.issues[0]!.path.join('.'))
  const { partnerReferenceNo: reference, merchantId, amount } = asked.data
  if (reference.length > profile.referenceMax) return missing(service.code, 'partnerReferenceNo')
  if (!opens(clientId, merchantId)) return answer(service.code, 404, '08', { responseMessage: 'Invalid Merchant' })
  const rupiah = Number(amount.value)
  const code = await findOrMakeCode(needs.sql, {
    mid: midOf(id, merchantId),
    reference,
    amount: rupiah,
    now: needs.clock.now(),
    endsAt: endOf(asked.data.validityPeriod ?? asked.data.validUpTo),
  })
  if (code.amount !== rupiah)
    return answer(service.code, 409, '01', { responseMessage: 'Duplicate partnerReferenceNo' })
  const made = profile.generate.qrAt.startsWith('additionalInfo.')
    ? { additionalInfo: { paymentCode: code.qris } }
    : { qrContent: code.qris }
  return answer(service.code, 200, '00', { referenceNo: String(code.id), partnerReferenceNo: reference, ...made })
}

async function query(context: ServiceContext, body: Body, clientId: string): Promise<Answer> {
  const code = await findCode(context, body, clientId)
  if (!code) return notFound(context.service.code)
  const latestTransactionStatus = statusOf(code, context.needs.clock.now())
  return answer(context.service.code, 200, '00', {
    originalReferenceNo: String(code.id),
    originalPartnerReferenceNo: code.client_reference,
    serviceCode: body.serviceCode,
    latestTransactionStatus,
    amount: moneyOf(code),
    ...(code.paid_at
      ? {
          paidTime: jakarta(code.paid_at),
          additionalInfo: { brandName: code.payer_app, payerName: code.payer_name },
        }
      : {}),
  })
}

async function cancel(context: ServiceContext, body: Body, clientId: string): Promise<Answer> {
  const code = await findCode(context, body, clientId)
  if (!code) return notFound(context.service.code)
  const now = context.needs.clock.now()
  const won = await context.needs.sql.write(
    'update sandbox.code set cancelled_at = coalesce(cancelled_at, $2) where id = $1 and paid_at is null',
    [code.id, now],
  )
  if (won === 0) return answer(context.service.code, 404, '13', { responseMessage: 'Paid Bill' })
  return answer(context.service.code, 200, '00', { cancelTime: jakarta(now) })
}

const History = z.looseObject({
  fromDateTime: z.iso.datetime({ offset: true }),
  toDateTime: z.iso.datetime({ offset: true }),
  pageSize: z.coerce.number().int().min(1).max(50),
  pageNumber: z.coerce.number().int().min(0),
})

async function history({ needs, id, service }: ServiceContext, body: Body, clientId: string): Promise<Answer> {
  const asked = History.safeParse(body)
  if (!asked.success) return missing(service.code, asked.error.issues[0]!.path.join('.'))
  const { fromDateTime, toDateTime, pageSize, pageNumber } = asked.data
  const rows = await needs.sql.query<CodeRow>(
    `select * from sandbox.code
     where (mid = $1 or mid like $1 || '.%') and paid_at between $2 and $3
     order by paid_at desc, id limit $4 offset $5`,
    [midOf(id, openedBy(clientId)!), fromDateTime, toDateTime, pageSize, pageNumber * pageSize],
  )
  if (rows.length === 0) return notFound(service.code)
  const detailData = rows.map(code => ({
    dateTime: jakarta(code.paid_at!),
    amount: moneyOf(code),
    status: 'SUCCESS',
    type: 'PAYMENT',
    additionalInfo: { referenceNo: String(code.id), partnerReferenceNo: code.client_reference, channel: 'qris' },
  }))
  return answer(service.code, 200, '00', { detailData })
}

async function findCode({ needs, id }: ServiceContext, body: Body, clientId: string): Promise<CodeRow | undefined> {
  const number = String(body.originalReferenceNo ?? '')
  const rows = await needs.sql.query<CodeRow>(
    `select * from sandbox.code
     where (id = $1 or ($1 is null and client_reference = $2)) and (mid = $3 or mid like $3 || '.%')`,
    [
      /^\d{1,15}$/.test(number) ? number : null,
      number === '' ? String(body.originalPartnerReferenceNo ?? '') : '',
      midOf(id, openedBy(clientId)!),
    ],
  )
  return rows[0]
}

function statusOf(code: CodeRow, now: Date): string {
  if (code.paid_at) return '00'
  if (code.cancelled_at) return '05'
  return code.ends_at && code.ends_at < now ? '08' : '03'
}

// Providers have their own books: the same merchant id at another is another merchant.
const midOf = (id: ProfileId, merchantId: string) => `snap ${id} ${merchantId}`

function endOf(validity: string | undefined): Date | null {
  const end = new Date(validity ?? '')
  return Number.isNaN(end.getTime()) ? null : end
}

const moneyOf = ({ amount }: CodeRow) => ({ value: `${amount}.00`, currency: 'IDR' })
const jakarta = (date: Date) => `${jakartaTime(date)}${jakartaOffset}`
const missing = (service: string, field: string) =>
  answer(service, 400, '02', { responseMessage: `Invalid Mandatory Field ${field}` })
const notFound = (service: string) => answer(service, 404, '01', { responseMessage: 'Transaction Not Found' })

function answer(service: string, status: number, caseCode: string, body: object): Answer {
  return {
    status,
    body: { responseCode: `${status}${service}${caseCode}`, responseMessage: 'Successful', ...body },
  }
}
