import { z } from 'zod'
import type { Sql } from '../../lib/sql.ts'
import { formatJakartaTime } from '../jakarta.ts'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { makeNmid } from '../simulator/qris-code.ts'
import { everyMerchant, isKeyFor, makeSecret } from '../simulator/secrets.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'

/** InterActive as simulated in test mode. */
export const interactiveSimulator: Simulator = {
  routes: [
    { method: 'GET', path: '/restapi/qris/show_qris.php', operation: 'charge', work: createInvoice },
    { method: 'GET', path: '/restapi/qris/checkpaid_qris.php', operation: 'status', work: checkPaid },
  ],
  contracts: {
    options: z.object({}),
    credentials: async (_needs, { address, merchantId }) => makeContract(address, merchantId),
  },
  forEveryMerchant: address => makeContract(address, everyMerchant),
}

/** Returns the credentials of a connection to the sandbox's provider; `mid` can be any merchant id. */
export function makeInteractiveCredentials(sandboxUrl: string, mid: string) {
  return makeContract(`${sandboxUrl}/interactive`, mid)
}

function makeContract(base_url: string, mid: string) {
  return { base_url, api_key: makeSecret(mid), mid }
}

interface CodeNeeds {
  sql: Sql
  clock: { now(): Date }
}

/** `show_qris.php`: repeating a `cliTrxNumber` and amount returns the existing invoice, so that a retry is safe. */
async function createInvoice({ sql, clock }: CodeNeeds, { query }: SimulatorRequest): Promise<SimulatorAnswer> {
  if (query.get('do') !== 'create-invoice') return failed('invalid do')
  const mid = query.get('mID') ?? ''
  if (!isKeyFor(query.get('apikey') ?? '', mid)) return failed('invalid apikey or mID')
  const reference = query.get('cliTrxNumber') ?? ''
  if (!/^[\x21-\x7e]{1,64}$/.test(reference)) return failed('invalid cliTrxNumber')
  const amount = Number(query.get('cliTrxAmount'))
  if (!Number.isInteger(amount) || amount < amountMin || amount > amountMax) return failed('invalid amount')

  const code = await findOrCreateCode(sql, { mid, reference, amount, now: clock.now() })
  if (code.amount !== amount) return failed('cliTrxNumber already used')
  const qris_request_date = spacedTime(code.requested_at)
  return success({
    qris_content: code.qris,
    qris_request_date,
    qris_invoiceid: String(code.id),
    qris_nmid: makeNmid(mid),
  })
}

/** `checkpaid_qris.php` */
async function checkPaid({ sql }: Pick<CodeNeeds, 'sql'>, { query }: SimulatorRequest): Promise<SimulatorAnswer> {
  if (query.get('do') !== 'checkStatus') return failed('invalid do')
  const mid = query.get('mID') ?? ''
  if (!isKeyFor(query.get('apikey') ?? '', mid)) return failed('invalid apikey or mID')
  const id = /^\d{1,15}$/.test(query.get('invid') ?? '') ? query.get('invid') : null
  const [code] = await sql.query<CodeRow>('select * from sandbox.code where id = $1 and mid = $2', [id, mid])
  const fits =
    query.get('trxvalue') === String(code?.amount) &&
    query.get('trxdate') === spacedTime(code?.requested_at ?? new Date(0)).slice(0, 10)
  if (!code || !fits) return failed('invoice not found')
  if (!code.paid_at) return failed({ qris_status: 'unpaid' })
  return success({
    qris_status: 'paid',
    qris_payment_customername: code.payer_name ?? '',
    qris_payment_methodby: code.payer_app ?? '',
    qris_paid_date: spacedTime(code.paid_at),
  })
}

const amountMin = 100
const amountMax = 10_000_000

const success = (data: object): SimulatorAnswer => ({
  status: 200,
  body: { status: 'success', data, qris_api_version_code: '2206091709' },
})

// This provider reports refusals with HTTP 200.
const failed = (data: string | object): SimulatorAnswer => ({ status: 200, body: { status: 'failed', data } })

const spacedTime = (date: Date) => formatJakartaTime(date).replace('T', ' ')
