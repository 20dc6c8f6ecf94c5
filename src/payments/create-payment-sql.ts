import { lockTimeout, lockTimeoutSql } from '../database/batcher.ts'
import { selectStoredColumns } from '../database/columns.ts'
import type { Mode } from '../database/scope.ts'
import type { EventPlan } from '../events/announce.ts'
import { type Columns, rowsSql, statement } from '../lib/statement.ts'
import type { PaymentMethodId, RequestedMethod } from '../methods/method.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { Payment, selectPaymentColumns } from './payment.ts'

// The hot path needs one round trip: payment, hold or charge, and event are created together or not at all. A statement
// may create payments of several requests: their rows are joined by the invoice and contain account and mode.

/** The initial columns of a payment, except its unique code and final amount. */
export interface DraftRow {
  invoice_id: string
  account_id: number
  mode: Mode
  payment_method: RequestedMethod
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

/** The unique names that a merchant gave to a request. */
export interface Claims {
  idempotencyKey?: IdempotencyKey | undefined
  reference?: string | undefined
}

/** A payment created by a statement. */
interface Created {
  draft: DraftRow
  eventId: string
  /** The unique code. */
  code: number
  /** Names claimed by the statement itself. If one is taken, it fails with a unique violation and no effect. */
  claims?: Claims | undefined
}

interface CreatedRow extends DraftRow {
  event_id: string
  code: number
  claimed_key: string | null
  fingerprint: string | null
  claimed_reference: string | null
}

const createdColumns: Columns<CreatedRow> = {
  ...draftColumns,
  event_id: 'uuid',
  code: 'integer',
  claimed_key: 'text',
  fingerprint: 'bytea',
  claimed_reference: 'text',
}

function createdRow({ draft, eventId, code, claims: { idempotencyKey, reference } = {} }: Created): CreatedRow {
  return {
    ...draft,
    event_id: eventId,
    code,
    claimed_key: idempotencyKey?.key ?? null,
    fingerprint: idempotencyKey ? `\\x${idempotencyKey.fingerprint.toString('hex')}` : null,
    claimed_reference: reference ?? null,
  }
}

// A row that waits for a name holds its amount, which others may want. In a transaction it therefore claims the name
// first.
const patienceWith = (rows: CreatedRow[]) =>
  lockTimeout(rows, rows.length === 1 && rows[0]!.claimed_key === null && rows[0]!.claimed_reference === null)

const draftNames = Object.keys(draftColumns)

// `asked` contains the payments to create, and `condition` selects those that may be created.
const created = (condition: string, fee = '0') => `created as (
    insert into payment (${draftNames.join(', ')}, unique_code, final_amount)
    select ${draftNames.map(name => `d.${name}`).join(', ')}, d.code, d.amount + d.code + ${fee}
    from asked d where ${condition}
    returning ${selectStoredColumns(Payment, 'payment')})`

// `plan` is undefined if no module sends events.
const claimAndAnnounce = (plan: EventPlan | undefined) => `
  keyed as (
    insert into idempotency (account_id, mode, key, fingerprint, invoice_id, created_at)
    select c.account_id, c.mode, d.claimed_key, d.fingerprint, c.invoice_id, c.created_at
    from created c join asked d on d.invoice_id = c.invoice_id where d.claimed_key is not null),
  referenced as (
    insert into payment_reference (account_id, mode, reference, invoice_id)
    select c.account_id, c.mode, d.claimed_reference, c.invoice_id
    from created c join asked d on d.invoice_id = c.invoice_id where d.claimed_reference is not null),
  announced as (
    select c.invoice_id, c.account_id, c.mode, c.created_at, d.event_id
    from created c join asked d on d.invoice_id = c.invoice_id),
  told as (
    insert into event (id, account_id, mode, type, subject, month, payload, created_at)
    select event_id, account_id, mode, 'payment.created', invoice_id, substr(invoice_id, 5, 3), '{}', created_at
    from announced)${
      plan
        ? `,
  ${plan.planCreated('announced')}`
        : ''
    }`

// A new amount is inserted, one whose hold has ended is taken over, and a held one returns no row. Sorted, because two
// concurrent statements may want the same ones.
const takenSql = (rows: string, since: string) => `taken as (
    insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
    select ${rows} order by 1, 2
    on conflict (receiving_account_id, final_amount) do update
      set invoice_id = excluded.invoice_id, held_until = excluded.held_until
      where reservation.held_until < (select d.${since} from asked d where d.invoice_id = excluded.invoice_id)
    returning invoice_id)`

/** A payment with its charge at one provider. */
export interface ChargedPayment extends Created {
  connectionId: number
  fee: number
  merchantId: string | null
  /** The seconds during which only the creating request handles the charge. */
  chargedByS: number
  /** The method of its offer. */
  method: PaymentMethodId
  /** The receiving account on which the amount has to be the only open one; null if that is not required. */
  apartOn: number | null
}

interface ChargedRow extends CreatedRow {
  connection_id: number
  fee: number
  merchant_id: string | null
  charged_by_s: number
  method: PaymentMethodId
  apart_on: number | null
}

const chargedColumns: Columns<ChargedRow> = {
  ...createdColumns,
  connection_id: 'bigint',
  fee: 'bigint',
  merchant_id: 'text',
  charged_by_s: 'double precision',
  method: 'text',
  apart_on: 'bigint',
}

interface CreatingCharged {
  asked: ChargedRow[]
  patience: string | null
}

/** Creates payments with charges. A payment whose amount must be the only open one, but is not, gets no row. */
export const createChargedSql = (plan: EventPlan | undefined) =>
  statement<CreatingCharged>(`
  with asked as materialized (select * from ${rowsSql('asked', chargedColumns)}),
  ${lockTimeoutSql(':patience::text')},
  ${takenSql(
    `d.apart_on, d.amount + d.code + d.fee, d.invoice_id, d.expires_at
    from asked d cross join patience where d.apart_on is not null`,
    'created_at',
  )},
  ${created('d.apart_on is null or d.invoice_id in (select invoice_id from taken)', 'd.fee')},
  charged as (
    insert into charge (invoice_id, account_id, connection_id, method, merchant_id, amount, reference, ask_at)
    select c.invoice_id, c.account_id, d.connection_id, d.method, d.merchant_id, c.final_amount,
      c.invoice_id || '-1', now() + make_interval(secs => d.charged_by_s)
    from created c join asked d on d.invoice_id = c.invoice_id),
  ${claimAndAnnounce(plan)}
  select ${selectPaymentColumns('created')} from created`)

/** Returns the values of the statement that creates these payments. */
export function makeChargedValues(payments: ChargedPayment[]): CreatingCharged {
  const rows = payments.map(payment => ({
    ...createdRow(payment),
    connection_id: payment.connectionId,
    fee: payment.fee,
    merchant_id: payment.merchantId,
    charged_by_s: payment.chargedByS,
    method: payment.method,
    apart_on: payment.apartOn,
  }))
  return { asked: rows, patience: patienceWith(rows) }
}

/** A receiving account on which the amount is held, with the method and the static code of its offer. */
interface HeldRow {
  receiving_account_id: number
  method: PaymentMethodId
  static_qris: string | null
}

/** A connection that creates a code in addition. */
interface ChargingRow {
  connection_id: number
  method: PaymentMethodId
  /** Whether the codes are created when the payer chooses them, or immediately. */
  state: 'offered' | 'waiting'
}

/** A payment whose amount is held on one or several receiving accounts. */
export interface HeldPayment extends Created {
  held: readonly HeldRow[]
  /** The moment since when a previously used amount must have been unused. */
  freeSince: Date
  /**
   * Whether the statement fails if the amount was taken on some of the accounts and lost on another, so that none stays
   * taken. A failure would end a transaction, so there `releaseSql` releases them instead.
   */
  isWhole: boolean
  charging: readonly ChargingRow[]
}

interface HoldingRow extends CreatedRow {
  free_since: Date
  /**
   * The number of receiving accounts that need a hold: 0 if no account's money is watched, or if codes identify their
   * payments.
   */
  holds: number
  is_whole: boolean
}

const holdingColumns: Columns<HoldingRow> = {
  ...createdColumns,
  free_since: 'timestamptz',
  holds: 'integer',
  is_whole: 'boolean',
}

interface OfPayment {
  invoice_id: string
}

interface CreatingHolding {
  asked: HoldingRow[]
  held: (HeldRow & OfPayment)[]
  charging: (ChargingRow & OfPayment)[]
  patience: string | null
}

const heldRowsSql = rowsSql<HeldRow & OfPayment>('held', {
  invoice_id: 'text',
  receiving_account_id: 'bigint',
  method: 'text',
  static_qris: 'text',
})
const charging = rowsSql<ChargingRow & OfPayment>('charging', {
  invoice_id: 'text',
  connection_id: 'bigint',
  method: 'text',
  state: 'text',
})

/**
 * Creates payments with holds; the primary key of the reservation decides conflicts. Only the values are joined before
 * it, because a plan prepared on an empty table must stay good. An attempt that loses on its only account has written
 * nothing. With several accounts all are checked first, each separately, so that one that is held leaves the others
 * untouched. A payment that is overtaken between the check and the insert has taken some of them: see `is_whole`.
 */
export const createHoldingSql = (plan: EventPlan | undefined) =>
  statement<CreatingHolding>(`
  with asked as materialized (select * from ${rowsSql('asked', holdingColumns)}),
  held as materialized (select * from ${heldRowsSql}),
  ${lockTimeoutSql(':patience::text')},
  ${takenSql(
    `h.receiving_account_id, d.amount + d.code, d.invoice_id, 'infinity'
    from asked d join held h on h.invoice_id = d.invoice_id cross join patience
    where d.holds < 2 or not exists (
      select from held other cross join lateral (
        select from reservation r where r.receiving_account_id = other.receiving_account_id
          and r.final_amount = d.amount + d.code and r.held_until >= d.free_since offset 0) busy
      where other.invoice_id = d.invoice_id)`,
    'free_since',
  )},
  won as (
    select d.invoice_id from asked d
    left join (select invoice_id, count(*) from taken group by invoice_id) t on t.invoice_id = d.invoice_id
    where case when d.is_whole and t.count < d.holds then 1 / (d.holds - d.holds) = 1
      else coalesce(t.count, 0) = d.holds end),
  ${created('d.invoice_id in (select invoice_id from won)')},
  kept as (
    insert into hold (invoice_id, receiving_account_id, account_id, method, static_qris, final_amount, held_from,
      held_until)
    select p.invoice_id, h.receiving_account_id, p.account_id, h.method, h.static_qris, p.final_amount, p.created_at,
      'infinity'
    from created p join held h on h.invoice_id = p.invoice_id),
  charged as (
    insert into charge (invoice_id, account_id, connection_id, method, amount, reference, state)
    select p.invoice_id, p.account_id, charging.connection_id, charging.method, p.final_amount, p.invoice_id || '-1',
      charging.state
    from ${charging} join created p on p.invoice_id = charging.invoice_id),
  ${claimAndAnnounce(plan)}
  select ${selectPaymentColumns('created')} from created`)

/** The error of a statement that would hold an amount on only some of a payment's accounts: it then divides by zero. */
export const heldInPartCode = '22012'

/** Returns the values of the statement that creates these payments. */
export function makeHoldingValues(payments: HeldPayment[]): CreatingHolding {
  const rows = payments.map(payment => ({
    ...createdRow(payment),
    free_since: payment.freeSince,
    holds: payment.held.length,
    is_whole: payment.isWhole,
  }))
  const ofEach = <Row>(rowsOfOne: (payment: HeldPayment) => readonly Row[]) =>
    payments.flatMap(payment => rowsOfOne(payment).map(row => ({ ...row, invoice_id: payment.draft.invoice_id })))
  return {
    asked: rows,
    held: ofEach(payment => payment.held),
    charging: ofEach(payment => payment.charging),
    patience: patienceWith(rows),
  }
}
