import { storedColumnsOf } from '../database/columns.ts'
import type { PaymentMethodId } from '../methods/method.ts'
import { Payment, paymentColumns } from './payment.ts'

// The hot path in one round trip each: payment, hold or charge, and event appear together or not at all. The first 20
// parameters are a draft's values.

const insertPayment = (from: string, code: string, fee = '0') => `
  insert into payment (invoice_id, account_id, mode, payment_method, amount, description, customer_name, customer_email,
    customer_phone, callback_url, redirect_url, file_id, content_id, product_image_id, use_qris_converter, created_at,
    expires_at, reference, metadata, unique_code, final_amount)
  select $1::text, $2::bigint, $3::text, $4::text, $5::bigint, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text, $12::bigint, $13::bigint,
    $14::bigint, $15::boolean, $16::timestamptz, $17::timestamptz, $19::text, $20::jsonb, ${code}, $5::bigint + ${code} + ${fee} ${from}
  returning ${storedColumnsOf(Payment, 'payment')}`

const insertCreatedEvent = `
  insert into event (id, account_id, mode, type, subject, month, payload, created_at)
  select $18::uuid, account_id, mode, 'payment.created', invoice_id, substr(invoice_id, 5, 3), '{}', created_at from created`

// An amount that is new is inserted, one whose hold is over is taken over, and one that is held gives no row.
const taken = (rows: string, since: string) => `taken as (
    insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
    select ${rows}
    on conflict (receiving_account_id, final_amount) do update
      set invoice_id = excluded.invoice_id, held_until = excluded.held_until
      where reservation.held_until < ${since}
    returning final_amount)`

const ownAmount = `$27::bigint, $5::bigint + $21::integer + $23::bigint, $1, $17::timestamptz where $27::bigint is not null`

/** A draft, with its values in the order of the first 20 parameters. */
interface Drafted {
  values: readonly unknown[]
}

/** What `createChargedSql` takes beside the draft. */
export interface Charged {
  /** The unique code. */
  code: number
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

/** From $21 on in the order of the fields. */
export function chargedValues(draft: Drafted, to: Charged): unknown[] {
  return [...draft.values, to.code, to.connectionId, to.fee, to.merchantId, to.chargedByS, to.method, to.apartOn]
}

/** Gives no row, and makes no payment, where its amount is not the only open one though it should be. */
export const createChargedSql = `
  with ${taken(ownAmount, '$16::timestamptz')},
  created as (${insertPayment('where $27::bigint is null or exists (select from taken)', '$21::integer', '$23::bigint')}),
  charged as (
    insert into charge (invoice_id, account_id, connection_id, method, merchant_id, amount, reference, ask_at)
    select invoice_id, account_id, $22::bigint, $26::text, $24::text, final_amount, invoice_id || '-1',
      now() + make_interval(secs => $25) from created),
  told as (${insertCreatedEvent})
  select ${paymentColumns('created')} from created`

/** What `createHoldingSql` takes beside the draft. */
export interface Holding {
  /** The unique code. */
  code: number
  /** The receiving accounts, and the method and the static code that each is offered with. */
  accounts: readonly number[]
  methods: readonly PaymentMethodId[]
  qris: readonly (string | null)[]
  /** Since when an old amount must have rested. */
  freeSince: Date
  /** The connections that make codes beside them, and the method of each. */
  chargers: readonly number[]
  chargedMethods: readonly PaymentMethodId[]
  /** Whether they make them when the payer asks, or at once. */
  chargeState: 'offered' | 'waiting'
}

/** From $21 on: code, accounts, since when rested, methods, static codes, connections, their methods, their state. */
export function holdingValues(draft: Drafted, to: Holding): unknown[] {
  const held = [to.code, to.accounts, to.freeSince, to.methods, to.qris]
  return [...draft.values, ...held, to.chargers, to.chargedMethods, to.chargeState]
}

/**
 * The primary key of the reservation is the arbiter. There is no join before it, because a plan made on an empty table must stay good. A
 * try that loses on one account has written nothing; of several accounts some may have been taken, and `releaseSql` lets them go.
 */
export const createHoldingSql = `
  with account as (
    select a.id, a.method, a.static_qris from unnest($22::bigint[], $24::text[], $25::text[]) as a(id, method, static_qris)),
  ${taken("a.id, $5::bigint + $21::integer, $1, 'infinity' from account a order by a.id", '$23::timestamptz')},
  won as (select from taken having count(*) = cardinality($22::bigint[])),
  created as (${insertPayment('from won', '$21::integer')}),
  held as (
    insert into hold (invoice_id, receiving_account_id, account_id, method, static_qris, final_amount, held_from, held_until)
    select p.invoice_id, a.id, p.account_id, a.method, a.static_qris, p.final_amount, p.created_at, 'infinity'
    from created p cross join account a),
  charged as (
    insert into charge (invoice_id, account_id, connection_id, method, amount, reference, state)
    select p.invoice_id, p.account_id, g.id, g.method, p.final_amount, p.invoice_id || '-1', $28::text
    from created p cross join unnest($26::bigint[], $27::text[]) as g(id, method)),
  told as (${insertCreatedEvent})
  select ${paymentColumns('created')} from created`

/** $1 invoice id, $2 receiving accounts, $3 final amount: frees what a lost try took. No payment showed the amount, so it need not rest. */
export const releaseSql = `
  update reservation set held_until = '-infinity'
  where receiving_account_id = any($2::bigint[]) and final_amount = $3 and invoice_id = $1`

/**
 * $1 receiving accounts, $2 and $3 the lowest and the highest amount, $4 rested for long, $5 rested enough: the amounts that have not
 * rested for long.
 */
export const usedAmountsSql = `
  select final_amount as amount, max(held_until) >= $5 as held from reservation
  where receiving_account_id = any($1::bigint[]) and final_amount between $2 and $3 and held_until >= $4
  group by final_amount`

/** $1 account, $2 mode, $3 key, $4 fingerprint, $5 invoice, $6 now. A claim of the same key in another transaction is waited for. */
export const claimKeySql = `
  insert into idempotency (account_id, mode, key, fingerprint, invoice_id, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`
