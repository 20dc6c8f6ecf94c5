// The triggers write a payment's row of `payment_state`, and the numbers that its change adds to the statistics
// (PaymentDelta). They run once per statement, because a page of money pays many payments.

const stateColumns = [
  'account_id',
  'mode',
  'status',
  'created_at',
  'invoice_id',
  'payment_method',
  'expires_at',
  'paid_at',
  'paid_via',
  'paid_reff_num',
  'payer_name',
]
const keyColumns = stateColumns.slice(0, 5)
const oldColumns = keyColumns.map(name => `o.${name} as old_${name}`).join(', ')
/** Returns the columns that `payment` and `payment_state` share, of this table. */
export const listStateColumns = (table: string, columns = stateColumns) =>
  columns.map(name => `${table}.${name}`).join(', ')

const deltaColumns = 'account_id, mode, created_at, payment_method, paid_via, total, pending, paid, expired, cancelled'
// A day and an hour begin at a multiple of this in every time zone.
const moment = "date_bin('15 minutes', created_at, 'epoch')"
const counted = (status: string) => `count(*) filter (where status = '${status}')`
const change = (status: string) => `${counted(status)} - count(*) filter (where old_status = '${status}')`
const summed = (column: string) => `coalesce(sum(${column}) filter (where status = 'paid'), 0)`
const addDeltas = (total: string, numberOf: (status: string) => string, from: string) => `
    insert into payment_delta (${deltaColumns},
      revenue, unique_codes)
    select account_id, mode, ${moment}, payment_method, coalesce(paid_via, ''), ${total},
      ${['pending', 'paid', 'expired', 'cancelled'].map(numberOf).join(',\n      ')},
      ${summed('paid_amount')}, ${summed('unique_code')}
    from ${from} group by 1, 2, 3, 4, 5;`

// A full join is never planned as a loop over all pairs, which would be slow for many rows. The last condition makes
// PostgreSQL expect one row and look up each by its key, even if the plan was made while the table was small.
const changed = `
    changed as materialized (
      select ${listStateColumns('n')}, n.paid_amount, n.unique_code, ${oldColumns}
      from former o full join present n on n.invoice_id = o.invoice_id
      where (${listStateColumns('o')}) is distinct from
        (${listStateColumns('n')}))`
const ofChanged = `
      where ${keyColumns.map(name => `s.${name} = c.old_${name}`).join(' and ')}
        and c.invoice_id = any(array[c.invoice_id])`

const eachStatement = 'for each statement execute function'

export const addPayments = `
  create function add_payments() returns trigger language plpgsql as $$
  begin
    insert into payment_state (${stateColumns.join(', ')})
    select ${stateColumns.join(', ')} from added;
    ${addDeltas('count(*)', counted, 'added')}
    return null;
  end $$;
  create trigger payment_counted after insert on payment referencing new table as added
    ${eachStatement} add_payments()`

export const changePayments = `
  create function change_payments() returns trigger language plpgsql as $$
  begin
    with ${changed},
    moved as (
      update payment_state s set ${stateColumns.map(name => `${name} = c.${name}`).join(', ')}
      from changed c ${ofChanged})
    ${addDeltas('0', change, 'changed where status <> old_status')}
    return null;
  end $$;
  create trigger payment_changed after update on payment referencing old table as former new table as present
    ${eachStatement} change_payments()`

export const removePayments = `
  create function remove_payments() returns trigger language plpgsql as $$
  begin
    delete from payment_state s using removed r
    where ${keyColumns.map(name => `s.${name} = r.${name}`).join(' and ')}
      and r.invoice_id = any(array[r.invoice_id]);
    return null;
  end $$;
  create trigger payment_removed after delete on payment referencing old table as removed
    ${eachStatement} remove_payments()`
