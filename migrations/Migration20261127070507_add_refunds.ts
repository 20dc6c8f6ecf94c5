import { Migration } from '@mikro-orm/migrations'

/**
 * Written by `npm run migration`, then by hand: a refund that was noted earlier has its row from the beginning, and one
 * that a process of the version before notes is given its row by the trigger of movement.
 */
export class Migration20261127070507_add_refunds extends Migration {
  override up() {
    this.addSql(`
-- First, so that no process of the version before notes a refund until this is over.
alter table "movement" add "refund_id" bigint null;
comment on column "movement"."refund_id" is 'The row of a refund.';
drop trigger "movement_refunds" on "movement";
drop index "movement_one_refund";

create table "refund" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "invoice_id" text not null,
  "amount" bigint not null,
  "key" uuid not null default gen_random_uuid(),
  "state" text not null default 'succeeded',
  "is_by_provider" boolean not null default false,
  "corrects_id" bigint null,
  "reason" text null,
  "returned_at" timestamptz not null,
  "proof" text null,
  "lines" jsonb null,
  "is_restocked" boolean not null default false,
  "actor" text null,
  "provider_reference" text null,
  "failure" text null,
  "failures" int not null default 0,
  "retry_at" timestamptz null,
  "created_at" timestamptz not null,
  "ended_at" timestamptz null);
comment on table "refund" is 'Money of a payment that was returned, or is to be. A correction is a row of its own, with a negative amount.';
comment on column "refund"."amount" is 'Whole rupiah; negative for a correction.';
comment on column "refund"."key" is 'Its public id, and the key by which its provider carries it out once.';
comment on column "refund"."state" is 'requested and sent: a provider is to return it. succeeded: it is in the books.';
comment on column "refund"."is_by_provider" is 'Whether a provider returns it; otherwise the merchant did.';
comment on column "refund"."returned_at" is 'When the money was returned, as the merchant says.';
comment on column "refund"."proof" is 'The name of the picture that proves it.';
comment on column "refund"."lines" is 'The units that it is for; null for an amount.';
comment on column "refund"."is_restocked" is 'Whether these units went back into stock.';
comment on column "refund"."actor" is 'Who noted or asked for it.';
comment on column "refund"."provider_reference" is 'The provider''s own id of it.';
comment on column "refund"."failure" is 'What the provider said.';
comment on column "refund"."failures" is 'How often asking for it failed in a row.';
comment on column "refund"."retry_at" is 'When the provider is asked, or asked again.';
comment on column "refund"."ended_at" is 'When it succeeded or failed.';
alter table "refund" add constraint "refund_key_unique" unique ("key");
create index "refund_of_payment" on "refund" ("invoice_id", "id");
create index "refund_due" on "refund" ("retry_at") where state in ('requested', 'sent');
create unique index "refund_corrected_once" on "refund" ("corrects_id") where corrects_id is not null;

alter table "order_item" add "restocked" int not null default 0;
comment on column "order_item"."restocked" is 'How many of them came back and went into stock with a refund.';

alter table "payment" add "refunds" jsonb null;
comment on column "payment"."refunds" is 'What was returned and is to be, oldest first; set by a trigger on refund.';
comment on column "payment"."refunded_at" is 'When money was returned last; set by a trigger on refund.';

alter table "refund" add constraint "refund_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "refund" add constraint "refund_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "refund" add constraint "refund_corrects_id_foreign" foreign key ("corrects_id") references "refund" ("id") on update no action on delete no action;
alter table "refund" add constraint "refund_amount" check ((amount < 0) = (corrects_id is not null) and amount <> 0);
alter table "refund" add constraint "refund_ended" check ((state in ('requested', 'sent')) = (ended_at is null));
alter table "refund" add constraint "refund_reason_check" check (char_length(reason) <= 200);
alter table "refund" add constraint "refund_proof_check" check (char_length(proof) <= 200);
alter table "refund" add constraint "refund_actor_check" check (char_length(actor) <= 100);
alter table "refund" add constraint "refund_failure_check" check (char_length(failure) <= 500);
alter table "refund" add constraint "refund_mode_check" check ("mode" in ('live', 'test'));
alter table "refund" add constraint "refund_state_check" check ("state" in ('requested', 'sent', 'succeeded', 'failed'));

create or replace function mark_refunded() returns trigger language plpgsql as $$
begin
  perform from payment where invoice_id = new.invoice_id for no key update;
  update payment set refunds = r.refunds, refunded_amount = nullif(r.refunded, 0),
    refunded_at = case when r.refunded > 0 then r.refunded_at end
  from (
    select coalesce(sum(amount) filter (where state = 'succeeded'), 0)::bigint as refunded,
      coalesce(sum(amount) filter (where state <> 'failed'), 0)::bigint as taken,
      max(ended_at) filter (where state = 'succeeded') as refunded_at,
      jsonb_agg(jsonb_build_object('key', key, 'amount', amount, 'state', state, 'isByProvider', is_by_provider,
        'isCorrection', corrects_id is not null, 'reason', reason, 'returnedAt', returned_at,
        'createdAt', created_at, 'isRestocked', is_restocked, 'proof', proof) order by id) as refunds
    from refund where invoice_id = new.invoice_id) r
  where payment.invoice_id = new.invoice_id and r.refunded >= 0
    and r.taken <= coalesce(payment.paid_amount, payment.final_amount);
  if not found then
    raise exception 'more would be returned of % than was paid', new.invoice_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refund_marks after insert or update on refund for each row execute function mark_refunded();

create or replace function mark_withdrawable() returns trigger language plpgsql as $$
begin
  new.is_withdrawable := new.kind <> 'refund_note' and (new.withdrawal_id is not null
    or exists (select 1 from payment p where p.invoice_id = new.invoice_id and p.paid_via = 'qris'));
  if new.kind = 'refund_note' and new.refund_id is null then
    insert into refund (account_id, mode, invoice_id, amount, returned_at, created_at, ended_at)
    values (new.account_id, new.mode, new.invoice_id, -new.amount, new.created_at, new.created_at,
      new.created_at)
    returning id into new.refund_id;
  end if;
  return new;
end $$;

insert into refund (account_id, mode, invoice_id, amount, returned_at, created_at, ended_at)
select account_id, mode, invoice_id, -amount, created_at, created_at, created_at from movement
where kind = 'refund_note' order by id;`)
  }
}
