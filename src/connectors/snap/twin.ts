import { createHmac, createPublicKey as publicKey } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { jakartaOffset, jakartaTime } from '../jakarta.ts'
import type { Answer, Asked } from '../twin/asked.ts'
import { type CodeRow, findOrMakeCode } from '../twin/code.ts'
import { openedBy, opens } from '../twin/secrets.ts'
import type { Twin, TwinNeeds, TwinRoute } from '../twin/twin.ts'
import { type ProfileId, profileIds } from './profiles.ts'
import { checkRequest, type ServiceRefusal } from './provider-check.ts'
import { type ProviderRules, providerRules, type ServiceRules } from './provider-rules.ts'
import { verifyTokenRequest } from './signature.ts'
import { contractOf, partnerNumberOf, snapClientOf, snapSecretOf } from './twin-credentials.ts'
import { snapKeys } from './twin-keys.ts'
import { pushPaidCode } from './twin-push.ts'

const Options = z.object({ profile: z.enum(profileIds).default('generic') })

/**
 * A provider of BI SNAP in every profile, under `/snap/<profile>`. It judges requests by `provider-rules.ts`, which
 * come from the providers' own SDKs and pages.
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
  const rules = providerRules[id]
  const route = (path: string, operation: string, work: TwinRoute['work']): TwinRoute => ({
    method: 'POST',
    path: `/${id}${path}`,
    operation,
    work,
  })
  const serve = (service: ServiceRules | null, operation: string, work: Work): TwinRoute[] =>
    service
      ? [route(service.path, operation, (needs, asked) => answerService({ needs, rules, id, service }, asked, work))]
      : []
  return [
    ...(rules.tokenPath === null ? [] : [route(rules.tokenPath, 'token', giveToken)]),
    ...serve(rules.charge, 'charge', generate),
    ...serve(rules.status, 'status', query),
    ...serve(rules.cancel, 'cancel', cancel),
    ...serve(rules.history, 'history', history),
  ]
}

interface ServiceContext {
  needs: TwinNeeds
  rules: ProviderRules
  id: ProfileId
  service: ServiceRules
}

type Work = (context: ServiceContext, body: Body, clientId: string) => Promise<Answer>
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

// The client's id is inside: a request with a token need not repeat it.
function tokenOf(key: string, clientId: string, endS: number): string {
  const client = Buffer.from(clientId).toString('base64url')
  return `${endS}.${client}.${createHmac('sha256', key).update(`${clientId} ${endS}`).digest('base64url')}`
}

async function answerService(context: ServiceContext, asked: Asked, work: Work): Promise<Answer> {
  const { needs, rules, service } = context
  const refuse = ({ status, case: caseCode, message }: ServiceRefusal) =>
    answer(service.code, status, caseCode, { responseMessage: message })
  const { merchant_public, provider_private } = await snapKeys(needs.sql)
  const body = parseJson(asked.body) as Body
  const clientId = rules.tokenPath === null ? senderOf(rules, asked, body) : holderOf(provider_private, asked, needs)
  if (clientId === null) return refuse({ status: 401, case: '01', message: 'Invalid Token (B2B)' })
  const mid = openedBy(clientId) ?? ''
  const partnerIds = { client: clientId, merchant: String(body?.merchantId), own: partnerNumberOf(mid) }
  const refusal = checkRequest(
    rules,
    service,
    { path: service.path, headers: asked.headers, body: asked.body },
    {
      clientSecret: snapSecretOf(clientId),
      merchantKey: publicKey(merchant_public),
      partnerId: partnerIds[rules.partnerId],
    },
  )
  if (refusal !== null) return refuse(refusal)
  return mid === '' ? refuse({ status: 401, case: '00', message: 'Unauthorized' }) : work(context, body, clientId)
}

// The client that a living token of ours was given to.
function holderOf(key: string, { headers }: Asked, { realNow }: TwinNeeds): string | null {
  const token = String(headers.authorization ?? '').replace(/^Bearer /, '')
  const [end = '', client = ''] = token.split('.')
  const clientId = Buffer.from(client, 'base64url').toString('utf8')
  const isOurs = token === tokenOf(key, clientId, Number(end))
  return isOurs && Number(end) * 1000 > realNow().getTime() ? clientId : null
}

function senderOf({ partnerId }: ProviderRules, { headers }: Asked, body: Body): string {
  return partnerId === 'merchant' ? snapClientOf(String(body?.merchantId)) : String(headers['x-partner-id'] ?? '')
}

interface NewCode {
  partnerReferenceNo: string
  merchantId: string
  amount: { value: string }
  validityPeriod?: string
  validUpTo?: string
}

async function generate({ needs, rules, id, service }: ServiceContext, body: Body, clientId: string): Promise<Answer> {
  const { partnerReferenceNo: reference, merchantId, amount, validityPeriod, validUpTo } = body as unknown as NewCode
  if (!opens(clientId, merchantId)) return answer(service.code, 404, '08', { responseMessage: 'Invalid Merchant' })
  const rupiah = Number(amount.value)
  const code = await findOrMakeCode(needs.sql, {
    mid: midOf(id, merchantId),
    reference,
    amount: rupiah,
    now: needs.clock.now(),
    endsAt: endOf(validityPeriod ?? validUpTo),
  })
  if (code.amount !== rupiah)
    return answer(service.code, 409, '01', { responseMessage: 'Duplicate partnerReferenceNo' })
  const made =
    rules.charge.answersAt === 'paymentCode' ? { additionalInfo: { paymentCode: code.qris } } : { qrContent: code.qris }
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

async function history({ needs, id, service }: ServiceContext, body: Body, clientId: string): Promise<Answer> {
  const { fromDateTime, toDateTime } = body
  const [pageSize, pageNumber] = [Number(body.pageSize), Number(body.pageNumber)]
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
const notFound = (service: string) => answer(service, 404, '01', { responseMessage: 'Transaction Not Found' })

function answer(service: string, status: number, caseCode: string, body: object): Answer {
  return {
    status,
    body: { responseCode: `${status}${service}${caseCode}`, responseMessage: 'Successful', ...body },
  }
}
