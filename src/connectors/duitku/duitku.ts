import { z } from 'zod'
import { removeSecrets } from '../../lib/same-text.ts'
import { toStorable } from '../../lib/storable.ts'
import { checkMadeCode } from '../check-made-code.ts'
import {
  type ChargeRequest,
  type Connector,
  ConnectorError,
  type ProviderAccount,
  type ProviderCode,
} from '../connector.ts'
import { findHost } from '../find-host.ts'
import { listFormFields } from '../form.ts'
import { Credentials, type DuitkuCredentials } from './credentials.ts'
import { listSignedTexts, receivePush } from './notify.ts'
import {
  chooseQrisMethod,
  type DuitkuCall,
  fetchProject,
  findProject,
  liveHost,
  type Project,
  probeAmount,
  requestDuitku,
  sandboxHost,
} from './project.ts'
import { duitkuSimulator } from './simulator.ts'
import { duitkuTexts } from './texts.ts'

const amountMin = 10_000

/** Duitku v2: creates codes with a fixed amount, sends callbacks, and blocks clients that send too many requests. */
export const duitku: Connector<DuitkuCredentials> = {
  id: 'duitku',
  texts: duitkuTexts,
  traits: { makesCodes: true, brings: [], needsForwarder: false, isAskedRarely: true },
  matches: 'reference',
  window: {
    chargeLifeS: 86_400,
    graceS: 300,
    lateS: 86_400,
    lagS: 60,
    skewS: 60,
    resolutionS: 1,
    intervalS: 60,
    requestsPerS: 1,
    amountMin,
    amountMax: 10_000_000,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  keyPage: 'https://passport.duitku.com/merchant/Project',
  keyPattern: /^[0-9a-f]{32}$/i,
  known: ({ receivingAccount }) => ({ merchant_code: receivingAccount }),
  receivingAccount: ({ merchant_code }) => merchant_code,

  charge: (call, request) => withProject(call, project => inquireCode(call, project, request)),

  async status(call, charge) {
    const { merchant_code } = call.credentials
    const answer = await withProject(call, ({ form }) =>
      requestDuitku(call, form, {
        service: 'transactionStatus',
        fields: { merchantCode: merchant_code, merchantOrderId: charge.reference },
        text: `${merchant_code}${charge.reference}`,
        answer: Status,
      }),
    )
    const isOther =
      answer.merchantOrderId !== charge.reference || (answer.reference && answer.reference !== charge.providerInvoiceId)
    if (isOther) throw new ConnectorError('unexpected', 'the answer is about another payment')
    if (answer.statusCode !== '00') return { paid: false }
    if (answer.amount === 0) throw new ConnectorError('unexpected', 'the code is paid, and with nothing')
    // This provider's answers contain neither the time nor the payer.
    const unknown = { occurredAt: null, payerName: null, payerApp: null }
    return { paid: true, transfer: { reference: charge.providerInvoiceId, amount: answer.amount, ...unknown } }
  },

  async check(call) {
    return toProviderAccount(call, await fetchProject(call, call.credentials.base_url ?? liveHost))
  },

  async probe(call, { isLive }) {
    const { merchant_code, base_url } = call.credentials
    const live = { url: liveHost, environment: 'live' as const }
    const sandbox = { url: sandboxHost, environment: 'test' as const }
    const search = { named: base_url, isLive, field: 'api_key' }
    const { url, environment, answer } = await findHost(
      { ...search, hosts: /^DS\d/i.test(merchant_code) ? [sandbox, live] : [live, sandbox] },
      host => fetchProject(call, host),
    )
    const account = toProviderAccount(call, answer)
    return {
      credentials: { ...call.credentials, base_url: url },
      account: { ...account, key: { ...account.key, ...(environment ? { environment } : {}) } },
    }
  },

  receive: receivePush,
  signedTexts: listSignedTexts,
  scrub: ({ api_key }, text) => removeSecrets(text, [api_key]),
  simulator: duitkuSimulator,
}

// The list of methods proves that the key works, and shows whether QRIS is active.
function toProviderAccount(call: DuitkuCall, project: Project): ProviderAccount {
  chooseQrisMethod(call, project)
  const unknown = { holder: null, outletName: null, outletId: null, qris: null }
  const fee = project.fee === undefined ? {} : { feeOf: { amount: probeAmount, fee: project.fee } }
  return { number: call.credentials.merchant_code, ...unknown, provesCodes: true, key: { amountMin, ...fee } }
}

/** Runs the work with the stored facts about the project, and again with fresh ones if those have changed. */
async function withProject<Result>(call: DuitkuCall, work: (project: Project) => Promise<Result>): Promise<Result> {
  const project = await findProject(call)
  try {
    return await work(project)
  } catch (error) {
    if (!isOutdated(error)) throw error
    await call.tokens?.drop(project.text)
    const current = await findProject(call)
    if (current.text === project.text) throw error
    return work(current)
  }
}

// The key uses the other signature form, or a channel was switched off.
function isOutdated(error: unknown): boolean {
  return error instanceof ConnectorError && (error.kind === 'unauthorized' || error.kind === 'refused')
}

const Rupiah = z.union([z.string().regex(/^\d{1,12}(?:\.0{1,2})?$/), z.int().min(0)]).transform(Number)

const Inquired = z.object({
  merchantCode: z.string(),
  reference: z.string().min(1).max(64).transform(toStorable),
  qrString: z.string().min(1).max(512),
  amount: Rupiah.nullish(),
  statusCode: z.literal('00'),
})

const Status = z.object({
  merchantOrderId: z.string(),
  reference: z.string().nullish(),
  amount: Rupiah,
  statusCode: z.enum(['00', '01', '02']),
})

// Required by the provider, but irrelevant for a QRIS.
const payer = { email: 'pembeli@example.com', customerVaName: 'Pembeli' }

async function inquireCode(call: DuitkuCall, project: Project, request: ChargeRequest): Promise<ProviderCode> {
  const { merchant_code } = call.credentials
  const { reference, amount, requestedAt, expiresAt } = request
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - requestedAt.getTime()) / 60_000))
  const address = call.hook ?? 'https://example.com/'
  const answer = await requestDuitku(call, project.form, {
    service: 'v2/inquiry',
    fields: {
      merchantCode: merchant_code,
      paymentAmount: amount,
      paymentMethod: chooseQrisMethod(call, project),
      merchantOrderId: reference,
      productDetails: `Pembayaran ${reference}`,
      ...payer,
      callbackUrl: address,
      returnUrl: new URL(address).origin,
      expiryPeriod: minutes,
    },
    text: `${merchant_code}${reference}${amount}`,
    answer: Inquired,
  })
  if (answer.merchantCode !== merchant_code) throw new ConnectorError('unexpected', 'the code is of another merchant')
  if (answer.amount && answer.amount !== amount)
    throw new ConnectorError('unexpected', `the code asks for ${answer.amount}, not ${amount}`)
  checkMadeCode(answer.qrString, amount)
  return {
    qris: answer.qrString,
    providerInvoiceId: answer.reference,
    providerNmid: null,
    // The answer contains no time.
    requestDate: requestedAt,
    endsAt: new Date(requestedAt.getTime() + minutes * 60_000),
  }
}
