import { z } from 'zod'
import type { CodeRow } from '../connectors/simulator/code.ts'
import { parseCodeAccount } from '../connectors/simulator/qris-code.ts'
import { readJson, type SimulatorAnswer, type SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import { generateCrockford } from '../lib/ids.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import { withFaults } from './faults.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { accountKeepers, simulators } from './simulators.ts'

const Name = z.string().trim().max(100).nullish()

const Order = z.strictObject({
  invoice_id: z.string().min(1).max(64).optional(),
  qris: z.string().trim().min(1).max(1024).optional(),
  connector: z.enum(accountKeepers.map(({ id }) => id)).optional(),
  amount: z.int().min(1).max(1_000_000_000_000).optional(),
  count: z.int().min(1).max(1000).default(1),
  occurred_at: z.iso
    .datetime({ offset: true, error: 'is not ISO 8601 with an offset' })
    .transform(text => new Date(text))
    .optional(),
  reference: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/, 'is 1 to 64 visible ASCII characters')
    .optional(),
  payer_name: Name,
  payer_app: Name,
})

type Order = z.output<typeof Order>

interface Transfer {
  reference: string
  amount: number
  occurred_at: Date
}

/**
 * Handles `POST /transfers`: money arrives at a provider, and Warung has to detect it. Refuses `invalid_request`,
 * `not_found`, `not_ready` until a code exists, `already_paid` for a code.
 */
export async function makeTransfers(needs: SandboxNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const order = readJson(request, Order)
  const targets = [order.invoice_id, order.qris, order.connector].filter(target => target !== undefined)
  if (targets.length !== 1) throw new Refusal('invalid_request', 'name one of invoice_id, qris and connector')
  const transfers = await executeOrder(needs, order)
  needs.log.info({ references: transfers.map(({ reference }) => reference) }, 'sandbox: money arrived')
  return { status: 200, body: { transfers } }
}

async function executeOrder(needs: SandboxNeeds, order: Order): Promise<Transfer[]> {
  const now = needs.clock.now()
  if (order.qris !== undefined) return scanCode(needs, order.qris, order, now)
  if (order.invoice_id !== undefined) return payInvoice(needs, order.invoice_id, order, now)
  if (order.amount === undefined) throw refuseField('amount', 'is needed: nobody asked for this money', 'missing')
  const { accounts } = accountKeepers.find(({ id }) => id === order.connector)!
  return sendToAccount(needs.sql, { account: accounts.demo, amount: order.amount, order, now })
}

async function payInvoice(needs: SandboxNeeds, invoiceId: string, order: Order, now: Date): Promise<Transfer[]> {
  const payment = await needs.findPayment(invoiceId)
  if (!payment) throw new Refusal('not_found', 'no payment has this invoice_id')
  if (payment.account !== null) {
    return sendToAccount(needs.sql, {
      account: payment.account,
      amount: order.amount ?? payment.finalAmount,
      order,
      now,
    })
  }
  const code = payment.codes.at(-1)
  if (code === undefined) throw new Refusal('not_ready', 'the provider has not made a code for this payment yet')
  return payCode(needs, code, order, now)
}

// A merchant's own code pays the account for which it was printed, whatever its amount.
async function scanCode(needs: SandboxNeeds, qris: string, order: Order, now: Date): Promise<Transfer[]> {
  const printed = parseCodeAccount(qris)
  if (printed === null) return payCode(needs, qris, order, now)
  const amount = printed.amount ?? order.amount
  if (amount === undefined) throw refuseField('amount', 'is needed: the code carries none', 'missing')
  if (order.amount !== undefined && order.amount !== amount)
    throw refuseField('amount', `is fixed by the code: ${amount}`, 'conflicting')
  return sendToAccount(needs.sql, { account: printed.account, amount, order, now })
}

/** Makes money arrive for a code. Refuses as `makeTransfers` does. */
export async function payByCode(needs: SandboxNeeds, qris: string): Promise<void> {
  await payCode(needs, qris, { qris, count: 1 }, needs.clock.now())
}

type PaidCode = CodeRow & { transfer_reference: string | null }

async function payCode(needs: SandboxNeeds, qris: string, order: Order, now: Date): Promise<Transfer[]> {
  const { sql } = needs
  const code = await findCode(sql, qris)
  refuseOther(code, order)
  refuseOver(code, order.occurred_at ?? now)
  const reference = order.reference ?? String(code.id)
  await refuseUsedReference(sql, code, reference)
  const won = await sql.write(
    `update sandbox.code set paid_at = $2, transfer_reference = $3, payer_name = $4, payer_app = $5
     where id = $1 and paid_at is null`,
    [code.id, order.occurred_at ?? now, reference, payerName(order), payerApp(order)],
  )
  const paid = won ? await findCode(sql, qris) : code
  const isSame = won || (order.reference !== undefined && order.reference === paid.transfer_reference)
  if (!isSame || !paid.paid_at)
    throw new Refusal('already_paid', 'this code was paid already and takes no second payment')
  if (won) await pushPaid(needs, paid)
  return [{ reference: paid.transfer_reference!, amount: paid.amount, occurred_at: paid.paid_at }]
}

// A failed push is not repeated; the fault `push` simulates a lost one.
async function pushPaid(needs: SandboxNeeds, code: CodeRow): Promise<void> {
  const [provider] = code.mid.split(' ') as [string]
  const simulator = simulators.get(provider)
  if (!simulator?.push) return
  const push = withFaults(needs, provider, 'push', ({ fault }) => simulator.push!(needs, code, fault))
  await push({ query: new URLSearchParams(), headers: {}, body: '' }).catch(error => {
    needs.log.warn({ err: error, provider }, 'sandbox: the push of a paid code did not arrive')
  })
}

async function findCode(sql: Sql, qris: string): Promise<PaidCode> {
  const codes = await sql.query<PaidCode>('select * from sandbox.code where qris = $1', [qris])
  if (!codes[0]) throw new Refusal('not_found', 'the sandbox has made no such code')
  return codes[0]
}

function refuseOther(code: CodeRow, order: Order): void {
  if (order.amount !== undefined && order.amount !== code.amount) {
    throw refuseField('amount', `is fixed by the code: ${code.amount}`, 'conflicting')
  }
  if (order.count > 1)
    throw refuseField('count', 'is 1 for a code: it is paid once', { code: 'out_of_range', min: 1, max: 1 })
}

function refuseOver(code: PaidCode, at: Date): void {
  if (code.cancelled_at) throw new Refusal('expired', 'this code was cancelled, and no app takes it any more')
  if (code.ends_at && code.ends_at < at)
    throw new Refusal('expired', 'this code has ended, and no app takes it any more')
}

async function refuseUsedReference(sql: Sql, code: CodeRow, reference: string): Promise<void> {
  const others = await sql.query('select 1 from sandbox.code where transfer_reference = $1 and id <> $2', [
    reference,
    code.id,
  ])
  if (others.length > 0) throw refuseField('reference', 'belongs to the payment of another code', 'taken')
}

interface Sent {
  account: string
  amount: number
  order: Order
  now: Date
}

async function sendToAccount(sql: Sql, { account, amount, order, now }: Sent): Promise<Transfer[]> {
  if (order.reference !== undefined && order.count > 1)
    throw refuseField('count', 'is 1 where one reference is given', { code: 'out_of_range', min: 1, max: 1 })
  const references = Array.from({ length: order.count }, () => order.reference ?? `WLT-${generateCrockford(16)}`)
  await sql.write(
    `insert into sandbox.transfer (account, reference, amount, occurred_at, payer_name, payer_app)
     select $1, reference, $3, $4, $5, $6 from unnest($2::text[]) as reference
     on conflict (account, reference) do nothing`,
    [account, references, amount, order.occurred_at ?? now, payerName(order), payerApp(order)],
  )
  return sql.query<Transfer>(
    `select reference, amount, occurred_at from sandbox.transfer
     where account = $1 and reference = any($2::text[]) order by id`,
    [account, references],
  )
}

// Null: the provider names no payer. Absent: a sample payer is named.
const payerName = ({ payer_name }: Order) => (payer_name === undefined ? 'Budi Santoso' : payer_name)
const payerApp = ({ payer_app }: Order) => (payer_app === undefined ? 'Sandbox' : payer_app)
