import { createHmac, createPublicKey as publicKey } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { formatJakartaTime, jakartaOffset } from '../jakarta.ts'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { findSecretOwner, isKeyFor } from '../simulator/secrets.ts'
import type { Simulator, SimulatorNeeds, SimulatorRoute } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'
import { type ProfileId, profileIds } from './profiles.ts'
import { checkRequest, type ServiceRefusal } from './provider-check.ts'
import { type ProviderRules, providerRules, type ServiceRules } from './provider-rules.ts'
import { verifyTokenRequest } from './signature.ts'
import { findSnapClient, makeContract, makePartnerNumber, makeSnapSecret } from './simulator-credentials.ts'
import { findOrCreateSnapKeys } from './simulator-keys.ts'
import { pushPaidCode } from './simulator-push.ts'

const Options = z.object({ profile: z.enum(profileIds).default('generic') })

/**
 * A provider of BI SNAP in every profile, under `/snap/<profile>`. It checks requests by `provider-rules.ts`, which is
 * based on the providers' own SDKs and pages.
 */
export const snapSimulator: Simulator = {
  routes: profileIds.flatMap(listRoutes),
  contracts: {
    options: Options,
    credentials: ({ sql }, { address, merchantId, options }) =>
      makeContract(sql, address, merchantId, Options.parse(options).profile),
  },
  push: pushPaidCode,
}

function listRoutes(id: ProfileId): SimulatorRoute[] {
  const rules = providerRules[id]
  const route = (path: string, operation: string, work: SimulatorRoute['work']): SimulatorRoute => ({
    method: 'POST',
    path: `/${id}${path}`,
    operation,
    work,
  })
  const serve = (service: ServiceRules | null, operation: string, work: Work): SimulatorRoute[] =>
    service
      ? [
          route(service.path, operation, (needs, request) =>
            answerService({ needs, rules, id, service }, request, work),
          ),
        ]
      : []
  return [
    ...(rules.tokenPath === null ? [] : [route(rules.tokenPath, 'token', giveToken)]),
    ...serve(rules.charge, 'charge', generateCode),
    ...serve(rules.status, 'status', queryCode),
    ...serve(rules.cancel, 'cancel', cancelCode),
    ...serve(rules.history, 'history', listHistory),
  ]
}

interface ServiceContext {
  needs: SimulatorNeeds
  rules: ProviderRules
  id: ProfileId
  service: ServiceRules
}

type Work = (context: ServiceContext, body: Body, clientId: string) => Promise<SimulatorAnswer>
type Body = Record<string, unknown>

const tokenLifeS = 900

async function giveToken({ sql, realNow }: SimulatorNeeds, { headers }: SimulatorRequest): Promise<SimulatorAnswer> {
  const clientId = String(headers['x-client-key'] ?? '')
  const { merchant_public, provider_private } = await findOrCreateSnapKeys(sql)
  const timestamp = String(headers['x-timestamp'] ?? '')
  const signature = String(headers['x-signature'] ?? '')
  const isKnown =
    findSecretOwner(clientId) !== null && verifyTokenRequest(publicKey(merchant_public), clientId, timestamp, signature)
  if (!isKnown) return makeAnswer('73', 401, '00', { responseMessage: 'Unauthorized. Signature' })
  const endS = Math.floor(realNow().getTime() / 1000) + tokenLifeS
  return makeAnswer('73', 200, '00', {
    accessToken: makeToken(provider_private, clientId, endS),
    tokenType: 'Bearer',
    expiresIn: String(tokenLifeS),
  })
}

// Contains the client's id, so a request with a token need not repeat it.
function makeToken(key: string, clientId: string, endS: number): string {
  const client = Buffer.from(clientId).toString('base64url')
  return `${endS}.${client}.${createHmac('sha256', key).update(`${clientId} ${endS}`).digest('base64url')}`
}

async function answerService(context: ServiceContext, request: SimulatorRequest, work: Work): Promise<SimulatorAnswer> {
  const { needs, rules, service } = context
  const refuse = ({ status, case: caseCode, message }: ServiceRefusal) =>
    makeAnswer(service.code, status, caseCode, { responseMessage: message })
  const { merchant_public, provider_private } = await findOrCreateSnapKeys(needs.sql)
  const body = parseJson(request.body) as Body
  const clientId =
    rules.tokenPath === null ? findSender(rules, request, body) : findTokenHolder(provider_private, request, needs)
  if (clientId === null) return refuse({ status: 401, case: '01', message: 'Invalid Token (B2B)' })
  const mid = findSecretOwner(clientId) ?? ''
  const partnerIds = { client: clientId, merchant: String(body?.merchantId), own: makePartnerNumber(mid) }
  const refusal = checkRequest(
    rules,
    service,
    { path: service.path, headers: request.headers, body: request.body },
    {
      clientSecret: makeSnapSecret(clientId),
      merchantKey: publicKey(merchant_public),
      partnerId: partnerIds[rules.partnerId],
    },
  )
  if (refusal !== null) return refuse(refusal)
  return mid === '' ? refuse({ status: 401, case: '00', message: 'Unauthorized' }) : work(context, body, clientId)
}

// Returns the client to which an unexpired token of ours was issued.
function findTokenHolder(key: string, { headers }: SimulatorRequest, { realNow }: SimulatorNeeds): string | null {
  const token = String(headers.authorization ?? '').replace(/^Bearer /, '')
  const [end = '', client = ''] = token.split('.')
  const clientId = Buffer.from(client, 'base64url').toString('utf8')
  const isOurs = token === makeToken(key, clientId, Number(end))
  return isOurs && Number(end) * 1000 > realNow().getTime() ? clientId : null
}

function findSender({ partnerId }: ProviderRules, { headers }: SimulatorRequest, body: Body): string {
  return partnerId === 'merchant' ? findSnapClient(String(body?.merchantId)) : String(headers['x-partner-id'] ?? '')
}

interface NewCode {
  partnerReferenceNo: string
  merchantId: string
  amount: { value: string }
  validityPeriod?: string
  validUpTo?: string
}

async function generateCode(
  { needs, rules, id, service }: ServiceContext,
  body: Body,
  clientId: string,
): Promise<SimulatorAnswer> {
  const { partnerReferenceNo: reference, merchantId, amount, validityPeriod, validUpTo } = body as unknown as NewCode
  if (!isKeyFor(clientId, merchantId))
    return makeAnswer(service.code, 404, '08', { responseMessage: 'Invalid Merchant' })
  const rupiah = Number(amount.value)
  const code = await findOrCreateCode(needs.sql, {
    mid: midOf(id, merchantId),
    reference,
    amount: rupiah,
    now: needs.clock.now(),
    endsAt: readEnd(validityPeriod ?? validUpTo),
  })
  if (code.amount !== rupiah)
    return makeAnswer(service.code, 409, '01', { responseMessage: 'Duplicate partnerReferenceNo' })
  const made =
    rules.charge.answersAt === 'paymentCode' ? { additionalInfo: { paymentCode: code.qris } } : { qrContent: code.qris }
  return makeAnswer(service.code, 200, '00', { referenceNo: String(code.id), partnerReferenceNo: reference, ...made })
}

async function queryCode(context: ServiceContext, body: Body, clientId: string): Promise<SimulatorAnswer> {
  const code = await findCode(context, body, clientId)
  if (!code) return notFound(context.service.code)
  const latestTransactionStatus = describeStatus(code, context.needs.clock.now())
  return makeAnswer(context.service.code, 200, '00', {
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

async function cancelCode(context: ServiceContext, body: Body, clientId: string): Promise<SimulatorAnswer> {
  const code = await findCode(context, body, clientId)
  if (!code) return notFound(context.service.code)
  const now = context.needs.clock.now()
  const won = await context.needs.sql.write(
    'update sandbox.code set cancelled_at = coalesce(cancelled_at, $2) where id = $1 and paid_at is null',
    [code.id, now],
  )
  if (won === 0) return makeAnswer(context.service.code, 404, '13', { responseMessage: 'Paid Bill' })
  return makeAnswer(context.service.code, 200, '00', { cancelTime: jakarta(now) })
}

async function listHistory(
  { needs, id, service }: ServiceContext,
  body: Body,
  clientId: string,
): Promise<SimulatorAnswer> {
  const { fromDateTime, toDateTime } = body
  const [pageSize, pageNumber] = [Number(body.pageSize), Number(body.pageNumber)]
  const rows = await needs.sql.query<CodeRow>(
    `select * from sandbox.code
     where (mid = $1 or mid like $1 || '.%') and paid_at between $2 and $3
     order by paid_at desc, id limit $4 offset $5`,
    [midOf(id, findSecretOwner(clientId)!), fromDateTime, toDateTime, pageSize, pageNumber * pageSize],
  )
  if (rows.length === 0) return notFound(service.code)
  const detailData = rows.map(code => ({
    dateTime: jakarta(code.paid_at!),
    amount: moneyOf(code),
    status: 'SUCCESS',
    type: 'PAYMENT',
    additionalInfo: { referenceNo: String(code.id), partnerReferenceNo: code.client_reference, channel: 'qris' },
  }))
  return makeAnswer(service.code, 200, '00', { detailData })
}

async function findCode({ needs, id }: ServiceContext, body: Body, clientId: string): Promise<CodeRow | undefined> {
  const number = String(body.originalReferenceNo ?? '')
  const rows = await needs.sql.query<CodeRow>(
    `select * from sandbox.code
     where (id = $1 or ($1 is null and client_reference = $2)) and (mid = $3 or mid like $3 || '.%')`,
    [
      /^\d{1,15}$/.test(number) ? number : null,
      number === '' ? String(body.originalPartnerReferenceNo ?? '') : '',
      midOf(id, findSecretOwner(clientId)!),
    ],
  )
  return rows[0]
}

function describeStatus(code: CodeRow, now: Date): string {
  if (code.paid_at) return '00'
  if (code.cancelled_at) return '05'
  return code.ends_at && code.ends_at < now ? '08' : '03'
}

// Providers are separate: the same merchant id at another provider is another merchant.
const midOf = (id: ProfileId, merchantId: string) => `snap ${id} ${merchantId}`

function readEnd(validity: string | undefined): Date | null {
  const end = new Date(validity ?? '')
  return Number.isNaN(end.getTime()) ? null : end
}

const moneyOf = ({ amount }: CodeRow) => ({ value: `${amount}.00`, currency: 'IDR' })
const jakarta = (date: Date) => `${formatJakartaTime(date)}${jakartaOffset}`
const notFound = (service: string) => makeAnswer(service, 404, '01', { responseMessage: 'Transaction Not Found' })

function makeAnswer(service: string, status: number, caseCode: string, body: object): SimulatorAnswer {
  return {
    status,
    body: { responseCode: `${status}${service}${caseCode}`, responseMessage: 'Successful', ...body },
  }
}
