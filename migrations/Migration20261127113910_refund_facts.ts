import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127113910_refund_facts extends Migration {
  static allowed = { drops: 'a check that allows one more kind takes the place of the one before' }

  override up() {
    this.addSql(`

create table "counter_return" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "order_id" bigint not null,
  "key" uuid not null default gen_random_uuid(),
  "amount" bigint not null,
  "corrects_id" bigint null,
  "reason" text null,
  "actor" text not null,
  "shift_id" bigint null,
  "created_at" timestamptz not null);
comment on table "counter_return" is 'Cash of a sale that was given back, whole or in part. A correction is a row with a negative amount.';
comment on column "counter_return"."key" is 'Its public id; a form sent twice has it once.';
comment on column "counter_return"."amount" is 'Whole rupiah; negative for a correction.';
comment on column "counter_return"."shift_id" is 'From whose cash it was given, if one was open.';
alter table "counter_return" add constraint "counter_return_key_unique" unique ("key");
create index "counter_return_of_sale" on "counter_return" ("order_id", "id");
create index "counter_return_of_shift" on "counter_return" ("shift_id") where shift_id is not null;
create index "counter_return_day" on "counter_return" ("account_id", "mode", "created_at");
create unique index "counter_return_corrected_once" on "counter_return" ("corrects_id") where corrects_id is not null;

comment on column "book_day"."refunded" is 'What was returned, less corrections: negative if more was corrected than returned on that day.';

alter table "refund" add "restocked" jsonb null;
comment on column "refund"."restocked" is 'The units that went back into stock, by item; null if none, or if the version before noted it.';

alter table "counter_sale" add "returned" bigint not null default '0';
comment on column "counter_sale"."returned" is 'The cash that was given back, as the rows of counter_return add up; refunded_at alone means all of it.';
alter table "counter_sale" add constraint "counter_sale_returned_check" check (returned >= 0 and returned <= total) not valid;

alter table "stored_picture" drop constraint "stored_picture_kind_check";
alter table "stored_picture" add constraint "stored_picture_kind_check" check ("kind" in ('from_customer', 'from_merchant', 'broadcast', 'logo', 'refund_proof')) not valid;

alter table "counter_return" add constraint "counter_return_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "counter_return" add constraint "counter_return_order_id_foreign" foreign key ("order_id") references "counter_sale" ("order_id") on update no action on delete no action;
alter table "counter_return" add constraint "counter_return_corrects_id_foreign" foreign key ("corrects_id") references "counter_return" ("id") on update no action on delete no action;
alter table "counter_return" add constraint "counter_return_shift_id_foreign" foreign key ("shift_id") references "shift" ("id") on update no action on delete no action;
alter table "counter_return" add constraint "counter_return_amount" check ((amount < 0) = (corrects_id is not null) and amount <> 0);
alter table "counter_return" add constraint "counter_return_reason_check" check (char_length(reason) <= 200);
alter table "counter_return" add constraint "counter_return_actor_check" check (char_length(actor) <= 100);
alter table "counter_return" add constraint "counter_return_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
