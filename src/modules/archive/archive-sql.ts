import type { AuditAct } from '../../accounts/audit-act.ts'
import { type Statement, statement } from '../../lib/statement.ts'
import type { Figure } from './archive-format.ts'
import type { ArchivedRows } from './archived-tables.ts'

/** A column, as the database describes it. */
export interface DatabaseColumn {
  name: string
  type: string
  required: boolean
}

/** Reads the columns of a table that can be written. */
export const columnsSql = statement<{ table: string }, DatabaseColumn>(`
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
  from pg_attribute a where a.attrelid = cast(:table as regclass)
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by a.attnum`)

/** Starts the transaction of an export: one consistent snapshot of the database, read-only, however long it takes. */
export const snapshotSql = 'set transaction isolation level repeatable read, read only'

/** The settings of a long transaction that waits for files between statements; times in JSON are UTC. */
export const patienceSql = `select set_config('statement_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true),
  set_config('TimeZone', 'UTC', true)`

const quoted = (column: string) => `"${column}"`

/** Returns the SQL of a cursor over the rows of an account, each as one line of JSON. */
export function rowsCursorSql(table: string, spec: ArchivedRows): Statement<{ account: number }> {
  const { columns, exported = 't.account_id = :account', reads = {} } = spec
  const read = columns.map(name => `${reads[name] ?? `t.${quoted(name)}`} as ${quoted(name)}`).join(', ')
  const order = table === 'audit_entry' ? 'order by t.number' : ''
  return statement(`declare exported_rows no scroll cursor for
    select row_to_json(r)::text as line from (select ${read} from public.${table} t where ${exported} ${order}) r`)
}

export const fetchRowsSql = 'fetch 500 from exported_rows'
export const closeRowsSql = 'close exported_rows'

/**
 * Returns the SQL of the temporary table that holds rows until all are present. It has the checks of the real table, so
 * an invalid row is reported by its line.
 */
export function stagingSql(table: string, { columns }: ArchivedRows, existing: readonly { name: string }[]): string[] {
  const absent = existing.filter(({ name }) => !columns.includes(name))
  const changes = absent.map(({ name }) => `alter column ${quoted(name)} drop not null`)
  return [
    `create temp table import_${table} (like public.${table} including constraints including generated) on commit drop`,
    `alter table import_${table} add column archive_member text, add column archive_line int`,
    ...(changes.length > 0 ? [`alter table import_${table} ${changes.join(', ')}`] : []),
  ]
}

/** Reads the unique keys of a table whose columns are all in the archive. */
export const uniqueKeysSql = statement<{ table: string }, { columns: string[]; condition: string | null }>(`
  select array(
      select a.attname::text from unnest(i.indkey) k join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k
    ) as columns, pg_get_expr(i.indpred, i.indrelid) as condition
  from pg_index i where i.indrelid = cast(:table as regclass) and i.indisunique and i.indexprs is null`)

export function uniqueKeySql(table: string, columns: string[], condition: string | null): string {
  return `create unique index on import_${table} (${columns.map(quoted).join(', ')})
    ${condition ? `where ${condition}` : ''}`
}

/** Stages lines of a member, sent as one JSON list; `first` is the number of the first line. */
export function stageSql(
  table: string,
  { columns }: ArchivedRows,
): Statement<{ lines: string; member: string; first: number }> {
  const names = columns.map(quoted).join(', ')
  return statement(`insert into import_${table} (${names}, archive_member, archive_line)
    select ${columns.map(name => `r.${quoted(name)}`).join(', ')}, :member, cast(:first as int) + e.place::int - 1
    from json_array_elements(cast(:lines as json)) with ordinality e (line, place),
      json_populate_record(null::public.${table}, e.line) r`)
}

/** Stores the target account and the time of the import. */
export const importingSql = statement<{ account: number; now: Date }>(`create temp table importing on commit drop as
  select cast(:account as bigint) as account_id, cast(:now as timestamptz) as at`)
export const contentTableSql =
  'create temp table import_content (name text primary key, stored text not null) on commit drop'
export const contentSql = statement<{ names: string[]; stored: string[] }>(`
  insert into import_content (name, stored) select * from unnest(cast(:names as text[]), cast(:stored as text[]))`)

/** Returns the SQL for new ids of a table's rows, in the order of the old ones. */
export function newIdsSql(table: string): string[] {
  // The placeholder of a bot whose token is not imported. Its number is negative, because Telegram's ids are positive.
  const given =
    table === 'bot'
      ? '-(select account_id * 1000 from importing) - row_number() over (order by s.id)'
      : `nextval(pg_get_serial_sequence('public.${table}', 'id'))`
  return [
    `create temp table given_${table} on commit drop as select s.id, ${given} as given
      from (select id from import_${table} order by id) s`,
    `create unique index on given_${table} (id)`,
    `analyze given_${table}`,
  ]
}

export const analyzeSql = (table: string) => `analyze import_${table}`

/** Returns the SQL that finds a row referring to one that is not in the archive. */
export function danglingSql(
  table: string,
  column: string,
  to: { table: string; key: string; nameless: number | null },
): string {
  return `select s.archive_member as member, s.archive_line as line, s.${quoted(column)}::text as value
    from import_${table} s
    where s.${quoted(column)} is not null ${to.nameless === null ? '' : `and s.${quoted(column)} <> ${to.nameless}`}
      and not exists (
      select 1 from import_${to.table} o where o.${to.key} = s.${quoted(column)}) limit 1`
}

export interface RowsToWrite {
  table: string
  spec: ArchivedRows
  known: readonly DatabaseColumn[]
  /** Returns whether the referenced table of a column assigns new ids. */
  givesIds(table: string): boolean
}

/** Returns the SQL that writes all rows of a table with their new ids. */
export function writeRowsSql({ table, spec, known, givesIds }: RowsToWrite): string {
  const { columns, refers = {}, arrives = {}, arriving = 'true' } = spec
  const written = known
    .map(({ name }) => name)
    .filter(name => columns.includes(name) || name in arrives || name === 'account_id')
  const remapped = Object.entries(refers).filter(([, to]) => givesIds(to))
  const expressionOf = (name: string) => {
    if (name === 'account_id') return 'i.account_id'
    if (name in arrives) return arrives[name]
    if (name === 'id' && givesIds(table)) return 'own.given'
    return name in refers && givesIds(refers[name]!) ? `to_${name}.given` : `s.${quoted(name)}`
  }
  const joins = remapped.map(
    ([column, to]) => `left join given_${to} to_${column} on to_${column}.id = s.${quoted(column)}`,
  )
  if (givesIds(table)) joins.push(`join given_${table} own on own.id = s.id`)
  return `insert into public.${table} (${written.map(quoted).join(', ')}) overriding system value
    select ${written.map(expressionOf).join(', ')} from import_${table} s cross join importing i ${joins.join(' ')}
      where ${arriving}`
}

/** Returns the SQL that updates the account itself, whose row already exists. */
export function accountSql({ columns, arrives = {} }: ArchivedRows): string {
  const changes = columns.map(name => `${quoted(name)} = ${arrives[name] ?? `s.${quoted(name)}`}`)
  return `update public.account set ${changes.join(', ')} from import_account s, importing i
    where public.account.id = i.account_id`
}

/**
 * Finds invoice and order numbers of the archive that already exist here: people know them, so they cannot be replaced.
 */
export const knownHereSql = `
  select 'invoice ' || s.invoice_id as what, s.archive_member as member, s.archive_line as line
  from import_payment s where exists (select 1 from public.payment p where p.invoice_id = s.invoice_id)
  union all
  select 'order ' || s.order_number, s.archive_member, s.archive_line
  from import_store_order s where exists (select 1 from public.store_order o where o.order_number = s.order_number)
  union all
  select 'withdrawal ' || s.id, s.archive_member, s.archive_line
  from import_withdrawal s where exists (select 1 from public.withdrawal w where w.id = s.id)
  limit 1`

/**
 * Finds events about an object that is not in the archive. The subject of a further refund has its number after the
 * invoice.
 */
export const strayEventSql = `
  select s.archive_member as member, s.archive_line as line, s.subject as value from import_event s
  where not exists (select 1 from import_payment p where p.invoice_id = case s.type when 'payment.refunded'
      then split_part(s.subject, ' ', 1) else s.subject end)
    and not exists (select 1 from import_store_order o where o.order_number = split_part(s.subject, ' ', 1)) limit 1`

/** Lists invoices that were open, in order, after a given one. */
export const cancelledHereSql = statement<{ after: string }, { invoice_id: string; mode: string }>(`
  select invoice_id, mode from import_payment where status = 'pending' and invoice_id > :after
  order by invoice_id limit 1000`)

export const cancelledEventsSql = statement<{ ids: string[]; modes: string[]; invoices: string[]; months: string[] }>(`
  insert into public.event (id, account_id, mode, type, subject, month, payload, created_at)
  select e.id::uuid, i.account_id, e.mode, 'payment.cancelled', e.subject, e.month,
    jsonb_build_object('mode', e.mode, 'reason', 'merchant'), i.at
  from unnest(cast(:ids as text[]), cast(:modes as text[]), cast(:invoices as text[]), cast(:months as text[]))
    e (id, mode, subject, month), importing i`)

/** Records in the log of each unfinished callback why it ends here. */
export const stoppedCallbacksSql = `
  insert into public.delivery_attempt (delivery_id, number, account_id, attempted_at, duration_ms, error)
  select g.given, s.attempts + 1, i.account_id, i.at, 0, 'not sent: the account was moved to this installation'
  from import_delivery s join given_delivery g on g.id = s.id cross join importing i
  where s.state in ('pending', 'paused') and s.attempts < 12`

/** Lists acts after a number, with the current names of their subjects. */
export const actsSql = statement<{ after: number }, StagedAct>(`
  select s.number, s.actor, s.act, s.detail, s.address, s.created_at,
    s.archive_member as member, s.archive_line as line,
    case when s.subject ~ '^account \\d+$' then 'account ' || i.account_id
      when named.id is null then case when s.subject ~ '^[a-z ]+ \\d+$' then s.subject || ', moved' else s.subject end
      else split_part(s.subject, ' ', 1) || ' ' || named.id end as subject
  from import_audit_entry s cross join importing i
  left join lateral (
    select g.given as id from (
      select 'transfer' as noun, id, given from given_transfer
      union all select 'file', id, given from given_digital_file
      union all select 'content', id, given from given_hidden_content
      union all select 'image', id, given from given_product_image) g
    where s.subject ~ '^[a-z]+ \\d{1,15}$' and g.noun = split_part(s.subject, ' ', 1)
      and g.id = case when s.subject ~ '^[a-z]+ \\d{1,15}$' then split_part(s.subject, ' ', 2)::bigint end
  ) named on true
  where s.number > :after order by s.number limit 500`)

export interface StagedAct {
  number: number
  actor: string
  act: AuditAct
  subject: string
  detail: Record<string, unknown>
  address: string | null
  created_at: Date
  member: string
  line: number
}

/**
 * Sums the amounts and states of an account as they are after an import: open payments count as cancelled, and their
 * holds as released.
 */
export const figuresSql = statement<{ account: number }, Figure>(`
  select name, count(*) as count, coalesce(sum(amount), 0) as sum from (
    select 'payments ' || mode || ' ' || case status when 'pending' then 'cancelled' else status end as name,
      final_amount as amount
      from public.payment where account_id = :account
    union all select 'received ' || mode, paid_amount
      from public.payment where account_id = :account and status = 'paid'
    union all select 'booked ' || mode || ' ' || kind, amount from public.movement where account_id = :account
    union all select 'fees ' || mode, fee from public.movement where account_id = :account
    union all select 'balance ' || mode, net
      from public.movement where account_id = :account and is_withdrawable
    union all select 'transfers ' || case state when 'unsettled' then 'review' else state end, amount
      from public.transfer where account_id = :account
    union all select 'withdrawals ' || status, amount from public.withdrawal where account_id = :account
    union all select 'orders ' || mode || ' ' ||
        case when status in ('pending', 'waiting_payment') then 'cancelled' else status end, total
      from public.store_order where account_id = :account
    union all select 'stock ' || mode, available + reserved from public.stock where account_id = :account
    union all select 'sold ' || mode, sold from public.stock where account_id = :account
    union all select 'lines ' || mode || ' ' || case state when 'held' then 'available' else state end, 1
      from public.stock_unit where account_id = :account
    union all select 'products', 0 from public.product where account_id = :account
    union all select 'customers', 0 from public.customer where account_id = :account
    union all select 'files', file_size from public.digital_file where account_id = :account
    union all select 'pictures', file_size from public.product_image where account_id = :account) figures
  group by name order by name`)

/** Counts the open work that an export does not end, for the operator. */
export const underWaySql = statement<{ account: number }, UnderWay>(`
  select (select count(*) from public.payment_state where account_id = :account and status = 'pending') as payments,
    (select count(*) from public.store_order where account_id = :account and status in ('pending',
      'waiting_payment')) as orders,
    (select count(*) from public.transfer where account_id = :account and state in ('review', 'unsettled')) as
      transfers,
    (select count(*) from public.withdrawal where account_id = :account and status in ('requested', 'approved')) as
      withdrawals,
    (select count(*) from public.delivery where account_id = :account and state in ('pending', 'paused')) as callbacks`)

/** The number of each kind of open work. */
export type UnderWay = Record<'payments' | 'orders' | 'transfers' | 'withdrawals' | 'callbacks', number>

/**
 * Finds inconsistent books of an account: sales without their payment or money, and withdrawals that were booked
 * differently.
 */
export const brokenBooksSql = statement<{ account: number }, { subject: string }>(`
  select p.invoice_id as subject from public.payment p where p.account_id = :account and p.status = 'paid' and not
    p.is_foreign and not (
    (select count(*) from public.transfer t where t.invoice_id = p.invoice_id and t.state = 'settled') = 1
    and exists (select 1 from public.movement m join public.transfer t on t.id = m.transfer_id where m.invoice_id =
      p.invoice_id
      and m.kind = 'sale' and t.invoice_id = p.invoice_id and t.state = 'settled' and m.amount = t.amount and
        p.paid_amount = t.amount))
  union all
  select m.invoice_id from public.movement m left join public.payment p on p.invoice_id = m.invoice_id
  where m.account_id = :account and m.kind = 'sale' and p.status is distinct from 'paid'
  union all
  select w.id from public.withdrawal w left join public.movement m on m.withdrawal_id = w.id and m.kind = 'withdrawal'
  where w.account_id = :account group by w.id
  having coalesce(sum(m.net), 0) <> case when w.status in ('rejected', 'failed') then 0 else -w.amount end
  limit 1`)

/** A savepoint for rows that may be rejected, so that they can be tried line by line. */
export const tryingSql = {
  begin: 'savepoint staging',
  keep: 'release savepoint staging',
  undo: 'rollback to savepoint staging',
}
