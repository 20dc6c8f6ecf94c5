import { z } from 'zod'
import { removeSecrets } from '../../lib/same-text.ts'
import { toStorable } from '../../lib/storable.ts'
import { checkMadeCode } from '../check-made-code.ts'
import { type ChargeRef, type Connector, type ConnectorCall, ConnectorError } from '../connector.ts'
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { declareInput, listFormFields } from '../form.ts'
import { formatJakartaTime, parseJakartaTime } from '../jakarta.ts'
import { requestJson } from '../request-json.ts'
import { interactiveSimulator } from './simulator.ts'
import { interactiveTexts } from './texts.ts'

// The fields are in the order of the form.
const Credentials = z.object({
  api_key: declareInput(z.string().trim().min(1).max(200), { kind: 'password' }),
  mid: z.string().trim().min(1).max(50),
  nmid: z.string().trim().min(1).max(25).optional(),
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .default('https://qris.online'),
})

type InteractiveCredentials = z.output<typeof Credentials>

const codeLifeS = 1800
// A code scanned in its last moment is confirmed up to five minutes later.
const graceS = 300

/** InterActive QRIS: creates codes with a fixed amount, and reports for one code at a time whether it was paid. */
export const interactive: Connector<InteractiveCredentials> = {
  id: 'interactive',
  texts: interactiveTexts,
  traits: { makesCodes: true, brings: [], needsForwarder: false },
  matches: 'reference',
  window: {
    chargeLifeS: codeLifeS,
    graceS,
    lateS: 600,
    lagS: 60,
    skewS: 60,
    resolutionS: 1,
    intervalS: 15,
    requestsPerS: 2,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  known: ({ merchantId }) => ({ mid: merchantId }),
  receivingAccount: ({ mid }) => mid,
  merchantIdOf: ({ mid }) => mid,

  async charge(call, request) {
    const answer = await requestInteractive(call, 'show_qris.php', ChargeAnswer, {
      do: 'create-invoice',
      cliTrxNumber: request.reference,
      cliTrxAmount: String(request.amount),
      useTip: 'no',
    })
    if (answer.status === 'failed') throw makeRefusal(call, answer.data)
    const { qris_content, qris_invoiceid, qris_request_date, qris_nmid, nmid } = answer.data
    checkMadeCode(qris_content, request.amount)
    return {
      qris: qris_content,
      providerInvoiceId: qris_invoiceid,
      providerNmid: qris_nmid ?? nmid ?? call.credentials.nmid ?? null,
      requestDate: qris_request_date,
    }
  },

  async status(call, charge) {
    const answer = await requestInteractive(call, 'checkpaid_qris.php', StatusAnswer, {
      do: 'checkStatus',
      invid: charge.providerInvoiceId,
      trxvalue: String(charge.amount),
      trxdate: dayInJakarta(charge.requestDate),
    })
    if (typeof answer.data === 'string') throw makeRefusal(call, answer.data)
    if (answer.data.qris_status === 'unpaid') return { paid: false }
    if (answer.status === 'failed') throw new ConnectorError('unexpected', 'the answer says failed and paid at once')
    return {
      paid: true,
      transfer: {
        reference: charge.providerInvoiceId,
        // The amount is fixed by the code and missing from the answer.
        amount: charge.amount,
        occurredAt: discardImpossibleTime(answer.data.qris_paid_date ?? null, madeAtEarliest(charge), charge.askedAt),
        payerName: answer.data.qris_payment_customername || null,
        payerApp: answer.data.qris_payment_methodby || null,
      },
    }
  },

  // This provider has no request that describes an account. A "not found" for an impossible invoice proves that it
  // accepted the key and the merchant id, which are all that a request for a code needs besides its amount.
  async check(call) {
    const answer = await requestInteractive(call, 'checkpaid_qris.php', StatusAnswer, {
      do: 'checkStatus',
      invid: '0',
      trxvalue: '1000',
      trxdate: dayInJakarta(new Date()),
    })
    const no = typeof answer.data === 'string' ? makeRefusal(call, answer.data) : null
    if (no?.kind === 'unauthorized') throw no
    const account = { number: call.credentials.mid, holder: null, outletName: null, outletId: null, qris: null }
    const hasLooked = no === null || /not found|tidak ditemukan/i.test(String(answer.data))
    return hasLooked ? { ...account, provesCodes: true } : account
  },

  forMerchant: (credentials, mid) => ({ ...credentials, mid, nmid: undefined }),

  scrub: (credentials, text) => removeSecrets(text, [credentials.api_key]),
  simulator: interactiveSimulator,
}

// This provider takes 6 to 30 seconds to create a code.
const timeoutMs = 35_000
const bytesMax = 65_536

const JakartaTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'is not YYYY-MM-DD HH:MM:SS')
  .transform(parseJakartaTime)
  .refine(date => !Number.isNaN(date.getTime()), 'is no date')

const Identifier = z.union([z.string().min(1).max(64), z.int().positive()]).transform(id => toStorable(String(id)))
const Name = z.string().max(200).transform(toStorable).nullish()

const ChargeAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('success'),
    data: z.object({
      qris_content: z.string().max(512),
      qris_request_date: JakartaTime,
      qris_invoiceid: Identifier,
      qris_nmid: z.string().max(25).nullish(),
      nmid: z.string().max(25).nullish(),
    }),
  }),
  z.object({ status: z.literal('failed'), data: z.string() }),
])

const StatusAnswer = z.object({
  // "failed" together with "unpaid" means "not yet" at this provider.
  status: z.enum(['success', 'failed']),
  data: z.union([
    z.string(),
    z.object({ qris_status: z.literal('unpaid') }),
    z.object({
      qris_status: z.literal('paid'),
      qris_payment_customername: Name,
      qris_payment_methodby: Name,
      // Not every installation of the provider reports the time.
      qris_paid_date: z.preprocess(text => (text === '' ? null : text), JakartaTime.nullish()),
    }),
  ]),
})

function requestInteractive<Answer>(
  { credentials, outbound }: ConnectorCall<InteractiveCredentials>,
  page: string,
  answer: z.ZodType<Answer>,
  query: Record<string, string>,
): Promise<Answer> {
  const url = new URL(`${credentials.base_url.replace(/(?<!\/)\/+$/, '')}/restapi/qris/${page}`)
  url.search = String(new URLSearchParams({ ...query, apikey: credentials.api_key, mID: credentials.mid }))
  return requestJson(outbound, { url, timeoutMs, bytesMax, answer })
}

function makeRefusal({ credentials }: ConnectorCall<InteractiveCredentials>, sentence: string): ConnectorError {
  const kind = /api[ _-]?key|unauthori[sz]ed/i.test(sentence) ? 'unauthorized' : 'refused'
  return new ConnectorError(kind, `the provider said: ${removeSecrets(sentence.slice(0, 200), [credentials.api_key])}`)
}

// By our clock, because the provider's request date comes from a clock that may be wrong.
function madeAtEarliest({ payableUntil }: ChargeRef): Date {
  return new Date(payableUntil.getTime() - 1000 * (codeLifeS + 2 * graceS))
}

const dayInJakarta = (date: Date) => formatJakartaTime(date).slice(0, 10)
