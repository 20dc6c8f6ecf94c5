import { Migration } from '@mikro-orm/migrations'

/**
 * Written by `npm run migration`, then by hand: payments whose refund is in the books have it from the beginning. A
 * trigger, because a process of the version before notes refunds meanwhile.
 */
export class Migration20261126182108_add_refunded extends Migration {
  static allowed = {
    'moves rows': 'payments with a refund alone, found by the index of refunds: a few of each account',
  }

  override up() {
    this.addSql(`
alter table "payment" add "refunded_at" timestamptz null, add "refunded_amount" bigint null;
comment on column "payment"."refunded_at" is 'When a refund of it was noted; set by a trigger on movement.';
comment on column "payment"."refunded_amount" is 'What was returned, in whole rupiah; set with refunded_at.';

create function mark_refunded() returns trigger language plpgsql as $$
begin
  if new.kind = 'refund_note' then
    update payment set refunded_at = new.created_at, refunded_amount = -new.amount
    where invoice_id = new.invoice_id and refunded_at is null;
  end if;
  return null;
end $$;
create trigger movement_refunds after insert on movement for each row execute function mark_refunded();

update payment p set refunded_at = m.created_at, refunded_amount = -m.amount
from movement m where m.kind = 'refund_note' and m.invoice_id = p.invoice_id;`)
  }
}
