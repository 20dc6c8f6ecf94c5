import { storedColumnsOf } from '../database/columns.ts'
import type { Mode } from '../database/scope.ts'
import { planCreated } from '../events/plan-created-sql.ts'
import { type Columns, rowsOf, statement, valuesOf } from '../lib/statement.ts'
import type { AskedMethod, PaymentMethodId } from '../methods/method.ts'
import { Payment, paymentColumns } from './payment.ts'

// The hot path in one round trip each: payment, hold or charge, and event appear together or not at all.

/** What a payment begins with, beside its unique code and its final amount. */
export interface DraftRow {
  invoice_id: string
  account_id: number
  mode: Mode
  payment_method: AskedMethod
  amount: number
  description: string | null
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  callback_url: string | null
  redirect_url: string | null
  file_id: number | null
  content_id: number | null
  product_image_id: number | null
  use_qris_converter: boolean
  created_at: Date
  expires_at: Date
  reference: string | null
  metadata: Record<string, string>
}

const draftColumns: Columns<DraftRow> = {
  invoice_id: 'text',
  account_id: 'bigint',
  mode: 'text',
  payment_method: 'text',
  amount: 'bigint',
  description: 'text',
  customer_name: 'text',
  customer_email: 'text',
  customer_phone: 'text',
  callback_url: 'text',
  redirect_url: 'text',
  file_id: 'bigint',
  content_id: 'bigint',
  product_image_id: 'bigint',
  use_qris_converter: 'boolean',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  reference: 'text',
  metadata: 'jsonb',
}

const insertPayment = (from: string, fee = '0') => `
  insert into payment (${Object.keys(draftColumns).join(', ')}, unique_code, final_amount)
  select ${valuesOf('draft', draftColumns)}, :code::integer, :draft.amount::bigint + :code::integer + ${fee} ${from}
  returning ${storedColumnsOf(Payment, 'payment')}`

const insertCreatedEvent = `
  insert into event (id, account_id, mode, type, subject, month, payload, created_at)
  select :eventId::uuid, account_id, mode, 'payment.created', invoice_id, substr(invoice_id, 5, 3), '{}', created_at
  from created`

// An amount that is new is inserted, one whose hold is over is taken over, and one that is held gives no row.
const taken = (rows: string, since: string) => `taken as (
    insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
    select ${rows}
    on conflict (receiving_account_id, final_amount) do update
      set invoice_id = excluded.invoice_id, held_until = excluded.held_until
      where reservation.held_until < ${since}
    returning final_amount)`

const ownAmount = `:apartOn::bigint, :draft.amount::bigint + :code::integer + :fee::bigint, :draft.invoice_id::text,
      :draft.expires_at::timestamptz
    where :apartOn::bigint is not null`

interface Created {
  draft: DraftRow
  eventId: string
  /** The unique code. */
  code: number
}

/** With its charge at one provider. */
export interface Charged extends Created {
  connectionId: number
  fee: number
  merchantId: string | null
  /** Seconds for which the charge is left to the request that made it. */
  chargedByS: number
  /** The method of its offer. */
  method: PaymentMethodId
  /** The receiving account on which its amount should be the only open one; null where it need not be. */
  apartOn: number | null
}

/** Gives no row, and makes no payment, where its amount is not the only open one though it should be. */
export const createChargedSql = statement<Charged>(`
  with ${taken(ownAmount, ':draft.created_at::timestamptz')},
  created as (${insertPayment('where :apartOn::bigint is null or exists (select from taken)', ':fee::bigint')}),
  charged as (
    insert into charge (invoice_id, account_id, connection_id, method, merchant_id, amount, reference, ask_at)
    select invoice_id, account_id, :connectionId::bigint, :method::text, :merchantId::text, final_amount,
      invoice_id || '-1', now() + make_interval(secs => :chargedByS) from created),
  told as (${insertCreatedEvent}),
  ${planCreated('created', ':eventId::uuid')}
  select ${paymentColumns('created')} from created`)

/** A receiving account on which the amount is held, and the method and the static code that it is offered with. */
export interface HeldRow {
  receiving_account_id: number
  method: PaymentMethodId
  static_qris: string | null
}

/** A connection that makes a code beside them. */
export interface ChargingRow {
  connection_id: number
  method: PaymentMethodId
}

/** With its amount held on one receiving account or several. */
export interface Holding extends Created {
  held: readonly HeldRow[]
  /** Since when an old amount must have rested. */
  freeSince: Date
  charging: readonly ChargingRow[]
  /** Whether the codes are made when the payer asks, or at once. */
  chargeState: 'offered' | 'waiting'
}

const held = rowsOf<HeldRow>('held', { receiving_account_id: 'bigint', method: 'text', static_qris: 'text' })
const charging = rowsOf<ChargingRow>('charging', { connection_id: 'bigint', method: 'text' })

const sameAmount = `receiving_account_id, :draft.amount::bigint + :code::integer, :draft.invoice_id::text, 'infinity'
    from held order by receiving_account_id`

/**
 * The primary key of the reservation is the arbiter. There is no join before it, because a plan made on an empty table
 * must stay good. A try that loses on one account has written nothing; of several accounts some may have been taken,
 * and `releaseSql` lets them go.
 */
export const createHoldingSql = statement<Holding>(`
  with held as materialized (select * from ${held}),
  ${taken(sameAmount, ':freeSince::timestamptz')},
  won as (select from taken having count(*) = (select count(*) from held)),
  created as (${insertPayment('from won')}),
  kept as (
    insert into hold (invoice_id, receiving_account_id, account_id, method, static_qris, final_amount, held_from,
      held_until)
    select p.invoice_id, held.receiving_account_id, p.account_id, held.method, held.static_qris, p.final_amount,
      p.created_at, 'infinity'
    from created p cross join held),
  charged as (
    insert into charge (invoice_id, account_id, connection_id, method, amount, reference, state)
    select p.invoice_id, p.account_id, charging.connection_id, charging.method, p.final_amount, p.invoice_id || '-1',
      :chargeState::text
    from created p cross join ${charging}),
  told as (${insertCreatedEvent}),
  ${planCreated('created', ':eventId::uuid')}
  select ${paymentColumns('created')} from created`)

interface Lost {
  invoiceId: string
  /** The receiving accounts. */
  accounts: number[]
  finalAmount: number
}

/** Frees what a lost try took. No payment showed the amount, so it need not rest. */
export const releaseSql = statement<Lost>(`
  update reservation set held_until = '-infinity'
  where receiving_account_id = any(:accounts::bigint[]) and final_amount = :finalAmount and invoice_id = :invoiceId`)

interface Looking {
  accounts: number[]
  lowest: number
  highest: number
  restedLong: Date
  restedEnough: Date
}

/** The amounts that have not rested for long. */
export const usedAmountsSql = statement<Looking, { amount: number; held: boolean }>(`
  select final_amount as amount, max(held_until) >= :restedEnough as held from reservation
  where receiving_account_id = any(:accounts::bigint[]) and final_amount between :lowest and :highest
    and held_until >= :restedLong
  group by final_amount`)

interface Claiming {
  accountId: number
  mode: Mode
  key: string
  fingerprint: Buffer
  invoiceId: string
  createdAt: Date
}

/** A claim of the same key in another transaction is waited for. */
export const claimKeySql = statement<Claiming>(`
  insert into idempotency (account_id, mode, key, fingerprint, invoice_id, created_at)
  values (:accountId, :mode, :key, :fingerprint, :invoiceId, :createdAt)
  on conflict do nothing`)
