import { type ArchivedTable, foreignPersonSql, splitWords, storedAsSql } from '../../database/archived-table.ts'

const lease = 'how far the work has got there'
/** Money of other merchants comes through the operator's connections, of which only the names are exported. */
const used = `(select g.connection_id from public.charge g where g.account_id = :account
  union select r.connection_id from public.transfer r where r.account_id = :account
  union select w.connection_id from public.set_aside_row w where w.account_id = :account
  union select o.id from public.connection o where o.account_id = :account)`
const receiving = `(select c.receiving_account_id from public.connection c where c.id in ${used}
  union select h.receiving_account_id from public.hold h where h.account_id = :account
  union select r.receiving_account_id from public.transfer r where r.account_id = :account)`

export const moneyTables: Record<string, ArchivedTable> = {
  // This receiving account is not read here: a connection with credentials reads its money, under another row.
  receiving_account: {
    leftOut: { owner_id: 'the account that it arrives in' },
    exported: `t.id in ${receiving}`,
    reads: {
      external_id: `case when exists (
        select 1 from public.connection c where c.receiving_account_id = t.id and c.account_id = :account) then
          t.external_id else t.connector end`,
    },
    arrives: { external_id: `'moved ' || s.id || ': ' || s.external_id`, owner_id: 'i.account_id' },
    rules: { connector: 'connector' },
  },
  // Earlier payments and transfers refer to this row. It is imported as removed, without the provider's credentials.
  connection: {
    leftOut: {
      sealed_credentials: 'sealed with the passphrase',
      details: 'the provider says it again',
      window_overrides: 'the connector says it again',
      is_active: 'it arrives as removed',
      is_exact: 'it makes no more codes',
      removed_at: 'it arrives as removed',
      silent_since: lease,
      failing_since: lease,
      trace_left: lease,
      tried_at: lease,
      failing_kind: lease,
      failing_error: lease,
      sequence: 'its health is another here',
    },
    refers: { receiving_account_id: 'receiving_account' },
    exported: `t.id in ${used}`,
    reads: {
      label: 'case t.account_id when :account then t.label else t.connector end',
      static_qris: 'case t.account_id when :account then t.static_qris end',
    },
    arrives: { is_active: 'false', removed_at: 'i.at', sealed_credentials: `''` },
    rules: { connector: 'connector' },
  },
  reading: {
    leftOut: Object.fromEntries(
      splitWords(`reported_at phone phone_troubles due_at whole_day_at resume_since resume_cursor asked_until
          asking_failures quiet_until failures last_error_kind last_error lease_token lease_holder leased_until`).map(
        name => [name, lease],
      ),
    ),
    refers: { connection_id: 'connection' },
    exported: `t.connection_id in ${used}`,
  },
  // An unpaid payment is never paid here: a pending one is cancelled, and money for an expired one is refused
  // (`moved`).
  payment: {
    leftOut: {
      refunded_at: 'the trigger of refund says it',
      refunded_amount: 'the trigger of refund says it',
      refunds: 'the trigger of refund says it',
    },
    key: 'invoice_id',
    refers: { file_id: 'digital_file', content_id: 'hidden_content', product_image_id: 'product_image' },
    arrives: {
      status: `case s.status when 'pending' then 'cancelled' else s.status end`,
      ended_at: `case s.status when 'pending' then i.at else s.ended_at end`,
      end_reason: `case when s.status in ('pending', 'expired') then 'moved' else s.end_reason end`,
      sequence: `case s.status when 'pending' then s.sequence + 1 else s.sequence end`,
    },
    rules: {
      paid_amount: 'positive',
      paid_via: 'method',
      callback_url: 'web address',
      redirect_url: 'redirect address',
      metadata: 'texts',
    },
  },
  payment_reference: {
    refers: { invoice_id: 'payment' },
    arriving: `exists (select 1 from import_payment p where p.invoice_id = s.invoice_id and p.status = 'paid')`,
  },
  order_invoice: {
    leftOut: { is_open: 'none is open' },
    refers: { invoice_id: 'payment', order_id: 'store_order' },
    arrives: { is_open: 'false' },
  },
  goods_release: {
    refers: { invoice_id: 'payment' },
  },
  hold: {
    refers: { invoice_id: 'payment', receiving_account_id: 'receiving_account' },
    arrives: {
      held_until: `least(s.held_until, greatest(i.at, s.held_from + interval '1 millisecond'))`,
    },
    rules: { final_amount: 'positive', method: 'method' },
  },
  charge: {
    leftOut: Object.fromEntries(
      splitWords(
        `failures last_error_kind last_error is_closed is_asked_rarely ask_at watched_until lease_token lease_holder
        leased_until`,
      ).map(name => [name, lease]),
    ),
    refers: { invoice_id: 'payment', connection_id: 'connection' },
    arrives: {
      state: `case when s.state in ('offered', 'waiting') then 'failed' else s.state end`,
      is_closed: 'true',
    },
    rules: { amount: 'positive' },
  },
  transfer: {
    leftOut: {
      failures: lease,
      retry_at: lease,
      repeats_id: 'a hint for who decides, about a row of another id there',
    },
    refers: {
      connection_id: 'connection',
      receiving_account_id: 'receiving_account',
      charge_id: 'charge',
      invoice_id: 'payment',
      likely_invoice_id: 'payment',
    },
    arrives: {
      state: `case s.state when 'unsettled' then 'review' else s.state end`,
      reason: `case s.state when 'unsettled' then coalesce(s.reason, 'unmatched') else s.reason end`,
      resolved_by: foreignPersonSql('resolved_by'),
    },
    rules: { amount: 'positive' },
  },
  set_aside_row: {
    refers: { connection_id: 'connection', receiving_account_id: 'receiving_account' },
    arrives: { resolved_by: foreignPersonSql('resolved_by') },
  },
  withdrawal: {
    key: 'id',
  },
  // A refund that a provider still has to send is sent for the original installation.
  refund: {
    leftOut: { failures: lease, retry_at: lease, key: 'drawn anew' },
    refers: { invoice_id: 'payment', corrects_id: 'refund' },
    arriving: `s.state in ('succeeded', 'failed')`,
    arrives: { actor: foreignPersonSql('actor'), proof: storedAsSql('proof') },
    content: { proof: 'images' },
  },
  movement: {
    leftOut: { is_withdrawable: 'the trigger of the table says it' },
    refers: { invoice_id: 'payment', transfer_id: 'transfer', withdrawal_id: 'withdrawal', refund_id: 'refund' },
    rules: { fee: 'not negative' },
  },
  event: {
    key: 'id',
    // Events of other types concern objects that are not exported, or contain ids that differ here.
    exported: `t.account_id = :account and (t.type like 'payment.%' or t.type like 'order.%')`,
    rules: { payload: 'object' },
    arrives: {
      payload: `s.payload
        || case when s.payload ? 'customerId' then jsonb_build_object('customerId',
          (select c.given from given_customer c where c.id = (s.payload->>'customerId')::bigint)) else '{}' end
        || case when s.payload ? 'itemIds' then jsonb_build_object('itemIds',
          (select coalesce(jsonb_agg(o.given order by o.given), '[]') from
            jsonb_array_elements_text(s.payload->'itemIds') item
            join given_order_item o on o.id = item::bigint)) else '{}' end`,
    },
  },
  // The original installation sends its remaining events itself.
  delivery: {
    leftOut: { lease_token: lease, lease_holder: lease, leased_until: lease },
    refers: { event_id: 'event' },
    exported: `t.account_id = :account and exists (
      select 1 from public.event e where e.id = t.event_id and (e.type like 'payment.%' or e.type like 'order.%'))`,
    arrives: {
      state: `case when s.state not in ('pending', 'paused') then s.state when s.attempts < 12 then 'stopped' else
        'exhausted' end`,
      attempts: `case when s.state in ('pending', 'paused') and s.attempts < 12 then s.attempts + 1 else s.attempts
        end`,
      requested_by: foreignPersonSql('requested_by'),
    },
    rules: { url: 'web address', attempts: 'not negative' },
  },
  delivery_attempt: {
    refers: { delivery_id: 'delivery' },
    exported: `t.account_id = :account and exists (
      select 1 from public.delivery d join public.event e on e.id = d.event_id
      where d.id = t.delivery_id and (e.type like 'payment.%' or e.type like 'order.%'))`,
  },
}
