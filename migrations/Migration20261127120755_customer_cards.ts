import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127120755_customer_cards extends Migration {
  override up() {
    this.addSql(`

create table "customer_card" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "name" text not null,
  "phone" text null,
  "phone_digits" text generated always as (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(phone, '[^0-9+]'::text, ''::text, 'g'::text), '^0([1-9])'::text, '62\\1'::text), '^(8[0-9]{8,11})$'::text, '62\\1'::text), '[^0-9]'::text, ''::text, 'g'::text), '^00'::text, ''::text), '^620'::text, '62'::text)) stored null,
  "is_proved" boolean not null default false,
  "note" text null,
  "tags" text[] not null default '{}',
  "addresses" text[] not null default '{}',
  "first_seen_at" timestamptz not null,
  "last_seen_at" timestamptz not null,
  "erased_at" timestamptz null);
comment on table "customer_card" is 'A customer as the merchant knows them, over all the ways in which they order and pay.';
comment on column "customer_card"."phone" is 'As it was last typed or shared.';
comment on column "customer_card"."is_proved" is 'Whether Telegram has proved the number, by the contact of its owner.';
comment on column "customer_card"."note" is 'The merchant''s own note.';
comment on column "customer_card"."addresses" is 'The newest first.';
comment on column "customer_card"."erased_at" is 'When their data was deleted on request.';
create index "customer_card_newest" on "customer_card" ("account_id", "mode", "last_seen_at", "id");
create index customer_card_searched on customer_card using gin ((name || chr(31) || coalesce(phone, '') || chr(31) || coalesce(phone_digits, '')) gin_trgm_ops);

create table "customer_filing" (
  "account_id" bigint not null,
  "mode" text not null,
  "customers_through" bigint not null default '0',
  "orders_through" timestamptz not null,
  "payments_through" timestamptz not null, primary key ("account_id",
  "mode"));
comment on table "customer_filing" is 'How far the orders and payments of an account are on cards: they are filed when somebody looks.';
comment on column "customer_filing"."customers_through" is 'The id of the last customer.';
comment on column "customer_filing"."orders_through" is 'When the last order was placed.';
comment on column "customer_filing"."payments_through" is 'When the last payment was paid.';

create table "customer_key" (
  "account_id" bigint not null,
  "mode" text not null,
  "key" text not null,
  "card_id" bigint not null, primary key ("account_id",
  "mode",
  "key"));
comment on table "customer_key" is 'What files an order or a payment on a card: a person in a chat or a browser, or a typed phone number.';
comment on column "customer_key"."key" is 'person 12, or phone 628123456789.';
create index "customer_key_of_card" on "customer_key" ("card_id");

create table "customer_visit" (
  "subject" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "card_id" bigint not null,
  "key" text not null,
  "created_at" timestamptz not null, primary key ("subject"));
comment on table "customer_visit" is 'An order, or a payment that is for no order, on the card of a customer.';
comment on column "customer_visit"."subject" is 'An order number or an invoice id.';
comment on column "customer_visit"."key" is 'By which it was filed; empty once the data of the customer was deleted.';
comment on column "customer_visit"."created_at" is 'When it was ordered, or paid.';
create index "customer_visit_of_card" on "customer_visit" ("card_id", "created_at");
create index "customer_visit_of_key" on "customer_visit" ("account_id", "mode", "key");

alter table "customer_card" add constraint "customer_card_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "customer_card" add constraint "customer_card_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 100));
alter table "customer_card" add constraint "customer_card_phone_check" check (char_length(phone) <= 32);
alter table "customer_card" add constraint "customer_card_note_check" check (char_length(note) <= 2000);
alter table "customer_card" add constraint "customer_card_mode_check" check ("mode" in ('live', 'test'));

alter table "customer_filing" add constraint "customer_filing_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "customer_filing" add constraint "customer_filing_mode_check" check ("mode" in ('live', 'test'));

alter table "customer_key" add constraint "customer_key_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "customer_key" add constraint "customer_key_card_id_foreign" foreign key ("card_id") references "customer_card" ("id") on update no action on delete no action;
alter table "customer_key" add constraint "customer_key_mode_check" check ("mode" in ('live', 'test'));

alter table "customer_visit" add constraint "customer_visit_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "customer_visit" add constraint "customer_visit_card_id_foreign" foreign key ("card_id") references "customer_card" ("id") on update no action on delete no action;
alter table "customer_visit" add constraint "customer_visit_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
