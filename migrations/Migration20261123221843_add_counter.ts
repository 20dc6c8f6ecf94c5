import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123221843_add_counter extends Migration {
  override up() {
    this.addSql(`

create table "cashier" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "name" text not null,
  "pin_hash" text not null,
  "is_active" boolean not null default true,
  "created_at" timestamptz not null);
comment on table "cashier" is 'Somebody who sells at a counter: a name and a PIN, and no account.';
comment on column "cashier"."pin_hash" is 'argon2id in PHC form, of six digits.';
comment on column "cashier"."is_active" is 'Whether they may sell.';
alter table "cashier" add constraint "cashier_name" unique ("account_id", "name");

create table "pin_guess" (
  "device_id" bigint not null,
  "cashier_id" bigint not null,
  "account_id" bigint not null,
  "tries" int not null,
  "closed_until" timestamptz not null, primary key ("device_id",
  "cashier_id"));
comment on table "pin_guess" is
  'How often a cashier''s PIN was typed wrongly on one device since it was right. Other devices do not wait.';
comment on column "pin_guess"."tries" is 'Counted before the PIN is looked at.';
comment on column "pin_guess"."closed_until" is 'Until when no PIN is looked at.';

create table "shift" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "device_id" bigint not null,
  "cashier_id" bigint not null,
  "opening_cash" bigint not null,
  "counted_cash" bigint null,
  "expected_cash" bigint null,
  "note" text null,
  "opened_at" timestamptz not null,
  "closed_at" timestamptz null,
  "closed_by_id" bigint null);
comment on table "shift" is
  'The time of a cashier at a device, between counting the cash twice. Amounts in whole rupiah.';
comment on column "shift"."mode" is 'Of its device.';
comment on column "shift"."opening_cash" is 'Counted when it began.';
comment on column "shift"."counted_cash" is 'Counted when it ended.';
comment on column "shift"."expected_cash" is
  'What should have been there: what it began with, and sales in cash less what was returned of them.';
comment on column "shift"."note" is 'What the cashier says of a difference.';
create index "shift_newest" on "shift" ("account_id", "mode", "id");
create unique index "shift_one_open" on "shift" ("device_id") where closed_at is null;

create table "counter_sale" (
  "order_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "device_id" bigint not null,
  "cashier_id" bigint not null,
  "shift_id" bigint not null,
  "method" text not null,
  "total" bigint not null,
  "cash_given" bigint null,
  "created_at" timestamptz not null,
  "refunded_at" timestamptz null,
  "refunded_by" text null,
  "refund_shift_id" bigint null, primary key ("order_id"));
comment on table "counter_sale" is 'Who sold an order at which counter, and how. Amounts in whole rupiah.';
comment on column "counter_sale"."mode" is 'Of its order.';
comment on column "counter_sale"."method" is 'cash: paid at once, without a payment. code: by a payment of its order.';
comment on column "counter_sale"."total" is 'Of its order.';
comment on column "counter_sale"."cash_given" is 'What the customer gave, of which the change was returned.';
comment on column "counter_sale"."refunded_at" is 'When the owner noted that its cash was given back.';
comment on column "counter_sale"."refund_shift_id" is 'From whose cash it was given back, if one was open.';
create index "counter_sale_of_shift" on "counter_sale" ("shift_id", "created_at");
create index "counter_sale_in_cash" on "counter_sale" ("account_id", "mode", "created_at") where method = 'cash';
create index "counter_sale_returned" on "counter_sale" ("refund_shift_id") where refund_shift_id is not null;

create table "counter_rules" (
  "account_id" bigint not null,
  "discount_max_percent" int not null default 0,
  "free_variant_id" bigint null, primary key ("account_id"));
comment on table "counter_rules" is 'What cashiers of an account may do. Without a row: no discounts.';
comment on column "counter_rules"."discount_max_percent" is 'How much of a sale a cashier may take off.';
comment on column "counter_rules"."free_variant_id" is
  'What is sold where only an amount was typed; hidden in the catalogue.';

alter table "device" add "cashier_id" bigint null, add "customer_id" bigint null;
comment on column "device"."cashier_id" is 'Who is selling on it now.';
comment on column "device"."customer_id" is 'In whose name its orders are: nobody who can be written to.';
alter table "device"
  add constraint "device_cashier_id_foreign" foreign key ("cashier_id")
    references "cashier" ("id") on update no action on delete no action not valid;
alter table "device"
  add constraint "device_customer_id_foreign" foreign key ("customer_id")
    references "customer" ("id") on update no action on delete no action not valid;

create or replace function "notice_notice_nobody_fn"() returns trigger as $$ begin return null; end; $$ language plpgsql;
create trigger "notice_nobody" BEFORE INSERT on "notice" for each ROW
  when ((new.bot_id = 0)) execute function "notice_notice_nobody_fn"();

alter table "store_order" add "door" text not null default 'chat', add "paid_via" text null;
comment on column "store_order"."door" is 'Where it was placed.';
comment on column "store_order"."paid_via" is 'How it was paid where no payment did it.';
comment on column "store_order"."discount" is 'By a coupon or a cashier, in rupiah.';
alter table "store_order"
  add constraint "store_order_door_check" check ("door" in ('chat', 'counter', 'menu')) not valid;
alter table "store_order" add constraint "store_order_paid_via_check" check ("paid_via" in ('cash')) not valid;

alter table "cashier"
  add constraint "cashier_account_id_foreign" foreign key ("account_id")
    references "account" ("id") on update no action on delete no action;
alter table "cashier"
  add constraint "cashier_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 60));

alter table "pin_guess"
  add constraint "pin_guess_device_id_foreign" foreign key ("device_id")
    references "device" ("id") on update no action on delete no action;
alter table "pin_guess"
  add constraint "pin_guess_cashier_id_foreign" foreign key ("cashier_id")
    references "cashier" ("id") on update no action on delete no action;
alter table "pin_guess"
  add constraint "pin_guess_account_id_foreign" foreign key ("account_id")
    references "account" ("id") on update no action on delete no action;

alter table "shift"
  add constraint "shift_account_id_foreign" foreign key ("account_id")
    references "account" ("id") on update no action on delete no action;
alter table "shift"
  add constraint "shift_device_id_foreign" foreign key ("device_id")
    references "device" ("id") on update no action on delete no action;
alter table "shift"
  add constraint "shift_cashier_id_foreign" foreign key ("cashier_id")
    references "cashier" ("id") on update no action on delete no action;
alter table "shift"
  add constraint "shift_closed_by_id_foreign" foreign key ("closed_by_id")
    references "cashier" ("id") on update no action on delete no action;
alter table "shift" add constraint "shift_closed" check ((closed_at is null) = (counted_cash is null));
alter table "shift" add constraint "shift_expected" check ((closed_at is null) = (expected_cash is null));
alter table "shift" add constraint "shift_opening_cash_check" check (opening_cash >= 0);
alter table "shift" add constraint "shift_counted_cash_check" check (counted_cash >= 0);
alter table "shift" add constraint "shift_note_check" check (char_length(note) <= 300);
alter table "shift" add constraint "shift_mode_check" check ("mode" in ('live', 'test'));

alter table "counter_sale"
  add constraint "counter_sale_order_id_foreign" foreign key ("order_id")
    references "store_order" ("id") on update no action on delete no action;
alter table "counter_sale"
  add constraint "counter_sale_account_id_foreign" foreign key ("account_id")
    references "account" ("id") on update no action on delete no action;
alter table "counter_sale"
  add constraint "counter_sale_device_id_foreign" foreign key ("device_id")
    references "device" ("id") on update no action on delete no action;
alter table "counter_sale"
  add constraint "counter_sale_cashier_id_foreign" foreign key ("cashier_id")
    references "cashier" ("id") on update no action on delete no action;
alter table "counter_sale"
  add constraint "counter_sale_shift_id_foreign" foreign key ("shift_id")
    references "shift" ("id") on update no action on delete no action;
alter table "counter_sale"
  add constraint "counter_sale_refund_shift_id_foreign" foreign key ("refund_shift_id")
    references "shift" ("id") on update no action on delete no action;
alter table "counter_sale" add constraint "counter_sale_given" check ((method = 'cash') = (cash_given is not null));
alter table "counter_sale" add constraint "counter_sale_refunded" check ((refunded_at is null) = (refunded_by is null));
alter table "counter_sale" add constraint "counter_sale_total_check" check (total > 0);
alter table "counter_sale" add constraint "counter_sale_cash_given_check" check (cash_given >= total);
alter table "counter_sale" add constraint "counter_sale_refunded_by_check" check (char_length(refunded_by) <= 100);
alter table "counter_sale" add constraint "counter_sale_mode_check" check ("mode" in ('live', 'test'));
alter table "counter_sale" add constraint "counter_sale_method_check" check ("method" in ('cash', 'code'));

alter table "counter_rules"
  add constraint "counter_rules_account_id_foreign" foreign key ("account_id")
    references "account" ("id") on update no action on delete no action;
alter table "counter_rules"
  add constraint "counter_rules_free_variant_id_foreign" foreign key ("free_variant_id")
    references "variant" ("id") on update no action on delete no action;
alter table "counter_rules"
  add constraint "counter_rules_discount_max_percent_check"
    check ((discount_max_percent >= 0) and (discount_max_percent <= 100));`)
  }
}
