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
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { findHost } from '../find-host.ts'
import { listFormFields } from '../form.ts'
import { formatJakartaTime, SpacedJakartaTime } from '../jakarta.ts'
import { Credentials, chooseHost, type IpaymuCredentials, listHosts } from './credentials.ts'
import { listSignedTexts, receivePush } from './notify.ts'
import { type IpaymuCall, requestIpaymu } from './request-ipaymu.ts'
import { ipaymuSimulator } from './simulator.ts'
import { ipaymuTexts } from './texts.ts'

const lifeS = 300

/** iPaymu v2: creates codes that live for minutes, and reports for each whether it was paid. */
export const ipaymu: Connector<IpaymuCredentials> = {
  id: 'ipaymu',
  texts: ipaymuTexts,
  traits: {
    makesCodes: true,
    brings: [],
    needsForwarder: false,
    registersCallers: true,
    isSignedByAnybody: true,
  },
  matches: 'reference',
  window: {
    chargeLifeS: lifeS,
    graceS: 300,
    lateS: 86_400,
    lagS: 60,
    skewS: 60,
    resolutionS: 1,
    intervalS: 15,
    freshS: 1_800,
    requestsPerS: 1,
    amountMin: 1_000,
    amountMax: 10_000_000,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  keyPage: 'https://my.ipaymu.com/integration',
  keyPattern:
    // The newer form is a UUID, with or without its time of creation; the older one has 30 characters.
    /^(?:(?:SANDBOX)?[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}(?:-\d{14})?|(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w./]{30})$/,
  known: ({ receivingAccount }) => ({ va: receivingAccount }),
  receivingAccount: ({ va }) => va,

  charge: createCode,

  async status(call, charge) {
    const body = { transactionId: charge.providerInvoiceId }
    const { data } = await requestIpaymu(call, { path: 'transaction', body, answer: Transaction })
    const isOther =
      data.TransactionId !== charge.providerInvoiceId || (data.ReferenceId && data.ReferenceId !== charge.reference)
    if (isOther) throw new ConnectorError('unexpected', 'the answer is about another payment')
    if (unpaid.has(data.Status)) return { paid: false }
    if (!paid.has(data.Status)) throw new ConnectorError('unexpected', `the status ${data.Status} says neither`)
    return {
      paid: true,
      transfer: {
        reference: charge.providerInvoiceId,
        amount: data.Amount,
        occurredAt: discardImpossibleTime(data.SuccessDate ?? null, charge.requestDate, charge.askedAt),
        payerName: null,
        payerApp: null,
      },
    }
  },

  check: call => readAccount(call, chooseHost(call.credentials)),

  async probe(call, { isLive }) {
    const { base_url } = call.credentials
    const { url, environment, answer } = await findHost(
      { named: base_url, hosts: listHosts(call.credentials), isLive, field: 'api_key' },
      host => readAccount(call, host),
    )
    return {
      credentials: { ...call.credentials, base_url: url },
      account: { ...answer, key: { ...answer.key, ...(environment ? { environment } : {}) } },
    }
  },

  async history(call, { from, to, cursor }) {
    const page = Number(cursor ?? 1)
    const body = {
      startdate: formatJakartaTime(from).slice(0, 10),
      enddate: formatJakartaTime(to).slice(0, 10),
      date: 'indate',
      page,
      limit: 20,
    }
    const { data } = await requestIpaymu(call, { path: 'history', body, answer: History })
    return {
      rows: data.Results.flatMap(row => {
        if (row === null) return []
        const occurredAt = row.SuccessDate ?? row.CreatedDate
        if (!occurredAt || occurredAt < from || occurredAt > to) return []
        const { TransactionId, ReferenceId, Amount, Status } = row
        const names = { chargeReference: ReferenceId ?? null, providerInvoiceId: TransactionId }
        return [{ ...names, amount: Amount, occurredAt, isPaid: paid.has(Status) }]
      }),
      cursor: page < data.Total_Page ? String(page + 1) : null,
    }
  },

  receive: receivePush,
  signedTexts: listSignedTexts,
  // The account number proves nothing, but it is the key for the signature of callbacks.
  scrub: ({ api_key }, text) => removeSecrets(text, [api_key]),
  simulator: ipaymuSimulator,
}

// "Success" and "success, unsettled": the money has arrived and reaches the bank account later.
const paid = new Set([1, 6])
// Pending, cancelled, refunded, error, failed and expired. Escrow (7) is treated as unknown.
const unpaid = new Set([0, 2, 3, 4, 5, -2])

const Id = z.union([z.string().min(1).max(64), z.int().positive()]).transform(id => toStorable(String(id)))
const Reference = z.string().max(64).transform(toStorable).nullish()
const Rupiah = z
  .union([z.number(), z.string().regex(/^\d{1,12}(?:\.0{1,2})?$/)])
  .transform(Number)
  .pipe(z.int())
const Moment = z.preprocess(text => (text === '' ? null : text), SpacedJakartaTime.nullish())

const Payment = z.object({
  TransactionId: Id,
  ReferenceId: Reference,
  QrString: z.string().max(512).nullish(),
  PaymentNo: z.union([z.string(), z.number()]).transform(String).nullish(),
  Total: Rupiah,
  Expired: Moment,
})

const Transaction = z.object({
  TransactionId: Id,
  ReferenceId: Reference,
  Amount: Rupiah,
  Status: z.coerce.number().int(),
  SuccessDate: Moment,
})

const History = z.object({
  Total_Page: z.coerce.number().int(),
  // One malformed row must not hide the others.
  Results: z.array(Transaction.extend({ CreatedDate: Moment }).nullable().catch(null)),
})

const Channel = z.object({
  Code: z.string(),
  FeatureStatus: z.string().nullish(),
  TransactionFee: z.object({ ActualFee: z.coerce.number(), ActualFeeType: z.string() }).nullish().catch(null),
})
// One malformed channel must not hide the others.
const Channels = z.array(
  z
    .object({ Code: z.string(), Channels: z.array(Channel.nullable().catch(null)) })
    .nullable()
    .catch(null),
)

async function readAccount(call: IpaymuCall, host: string): Promise<ProviderAccount> {
  const { va } = call.credentials
  await requestIpaymu(call, { path: 'balance', body: { account: va }, answer: z.unknown() }, host)
  const { data } = await requestIpaymu(call, { path: 'payment-channels', answer: Channels }, host)
  const isNamed = (name: string) => (one: { Code: string } | null) => one?.Code.toLowerCase() === name
  const qris = data.find(isNamed('qris'))?.Channels.find(isNamed('mpm'))
  if (!/^active$/i.test(qris?.FeatureStatus ?? '')) {
    throw new ConnectorError('refused', 'QRIS is not active at this account: ask iPaymu to activate it', {
      advice: { kind: 'qris_inactive' },
    })
  }
  const fee = qris?.TransactionFee
  const isPercent = /^percent/i.test(fee?.ActualFeeType ?? '')
  return {
    number: va,
    holder: null,
    outletName: null,
    outletId: null,
    qris: null,
    provesCodes: true,
    key: fee ? { fee: isPercent ? { flat: 0, percent: fee.ActualFee } : { flat: fee.ActualFee, percent: 0 } } : {},
  }
}

async function createCode(call: IpaymuCall, { reference, amount, requestedAt }: ChargeRequest): Promise<ProviderCode> {
  const body = {
    // Required by the provider, but irrelevant for a QRIS.
    name: 'Pembeli',
    phone: '081234567890',
    email: 'pembeli@example.com',
    amount,
    notifyUrl: call.hook ?? 'https://example.com/',
    referenceId: reference,
    paymentMethod: 'qris',
    paymentChannel: 'mpm',
    feeDirection: 'MERCHANT',
  }
  const { data, theirTime } = await requestIpaymu(call, { path: 'payment/direct', body, answer: Payment })
  if (data.ReferenceId && data.ReferenceId !== reference) {
    throw new ConnectorError('unexpected', 'the code is of another payment')
  }
  const qris = data.QrString || data.PaymentNo || ''
  checkMadeCode(qris, amount, { amount: data.Total - amount, setting: 'feeDirection: MERCHANT' })
  return {
    qris,
    providerInvoiceId: data.TransactionId,
    providerNmid: null,
    requestDate: requestedAt,
    ...(data.Expired ? { endsAt: computeEnd(data.Expired, theirTime, requestedAt) } : {}),
  }
}

const lifeMaxMs = 86_400_000

// Computed from the provider's own time: with a clock that is minutes off, a five-minute code would already be over.
function computeEnd(expired: Date, theirTime: Date | null, requestedAt: Date): Date {
  const lifeMs = expired.getTime() - (theirTime ?? requestedAt).getTime()
  return lifeMs > 0 && lifeMs <= lifeMaxMs ? new Date(requestedAt.getTime() + lifeMs) : expired
}
