import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127070555_notification_rules extends Migration {
  override up() {
    this.addSql(`

create table "notification_form" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "form_hash" text not null,
  "package_name" text not null,
  "sealed_form" text not null,
  "state" text not null,
  "is_asked" boolean not null,
  "times" int not null,
  "first_seen_at" timestamptz not null,
  "last_seen_at" timestamptz not null,
  "ask_again_at" timestamptz null,
  "answered_at" timestamptz null,
  "answered_by" text null);
comment on table "notification_form" is 'A form of notifications that were not understood, about which the merchant is asked once.';
comment on column "notification_form"."form_hash" is 'A keyed hash of its app, its words and its places.';
comment on column "notification_form"."sealed_form" is 'Its title and text with places for what changes, sealed.';
comment on column "notification_form"."state" is 'The answer; open until there is one.';
comment on column "notification_form"."is_asked" is 'Whether the merchant is asked in the chat, and not on the dashboard alone.';
comment on column "notification_form"."times" is 'How many notifications had this form.';
comment on column "notification_form"."ask_again_at" is 'From when it may be asked again; null unless that was put off.';
comment on column "notification_form"."answered_by" is 'user 12, chat 4711.';
create index "notification_form_newest" on "notification_form" ("account_id", "last_seen_at");
alter table "notification_form" add constraint "notification_form_once" unique ("connection_id", "form_hash");

create table "notification_rule" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "form_id" bigint not null,
  "version" int not null,
  "package_name" text not null,
  "title" text not null,
  "sentence" text not null,
  "made_at" timestamptz not null,
  "made_by" text not null,
  "ended_at" timestamptz null,
  "ended_by" text null);
comment on table "notification_rule" is 'A version of a rule by which notifications of one form are read as money that came in.';
comment on column "notification_rule"."title" is 'The title with places; empty if there is none.';
comment on column "notification_rule"."sentence" is 'The text with places.';
comment on column "notification_rule"."made_by" is 'user 12, chat 4711.';
comment on column "notification_rule"."ended_at" is 'When it was taken back or replaced by a version.';
create index "notification_rule_of_connection" on "notification_rule" ("connection_id") where ended_at is null;
alter table "notification_rule" add constraint "notification_rule_version" unique ("form_id", "version");
create unique index "notification_rule_in_force" on "notification_rule" ("form_id") where ended_at is null;

create table "notification_rule_payment" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "form_id" bigint not null,
  "rule_id" bigint not null,
  "receiving_account_id" bigint not null,
  "reference" text not null,
  "invoice_id" text not null,
  "amount" bigint not null,
  "day" text not null,
  "paid_at" timestamptz not null,
  "confirmed_at" timestamptz null,
  "confirmed_by" text null);
comment on table "notification_rule_payment" is 'A payment that a rule paid, written by the transaction that paid it.';
comment on column "notification_rule_payment"."reference" is 'The reference of the transfer.';
comment on column "notification_rule_payment"."amount" is 'Whole rupiah.';
comment on column "notification_rule_payment"."day" is 'The day of the shop on which it paid, YYYY-MM-DD.';
comment on column "notification_rule_payment"."confirmed_at" is 'When the owner confirmed that the money is there.';
create index "notification_rule_payment_of_day" on "notification_rule_payment" ("form_id", "day");
create index "notification_rule_payment_of_rule" on "notification_rule_payment" ("rule_id");
alter table "notification_rule_payment" add constraint "notification_rule_payment_once" unique ("receiving_account_id", "reference");

create table "notification_form_example" (
  "unread_id" bigint not null,
  "account_id" bigint not null,
  "form_id" bigint not null,
  "reread_at" timestamptz null, primary key ("unread_id"));
comment on table "notification_form_example" is 'An unread notification of a form, as long as it is stored.';
comment on column "notification_form_example"."reread_at" is 'When it was read again by a rule that was made after it.';
create index "notification_form_example_of_form" on "notification_form_example" ("form_id");
create index "notification_form_example_unread" on "notification_form_example" ("form_id") where reread_at is null;

alter table "notification_form" add constraint "notification_form_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "notification_form" add constraint "notification_form_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "notification_form" add constraint "notification_form_state_check" check ("state" in ('open', 'later', 'yes', 'no', 'never'));

alter table "notification_rule" add constraint "notification_rule_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "notification_rule" add constraint "notification_rule_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "notification_rule" add constraint "notification_rule_form_id_foreign" foreign key ("form_id") references "notification_form" ("id") on update no action on delete no action;

alter table "notification_rule_payment" add constraint "notification_rule_payment_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "notification_rule_payment" add constraint "notification_rule_payment_form_id_foreign" foreign key ("form_id") references "notification_form" ("id") on update no action on delete no action;
alter table "notification_rule_payment" add constraint "notification_rule_payment_rule_id_foreign" foreign key ("rule_id") references "notification_rule" ("id") on update no action on delete no action;
alter table "notification_rule_payment" add constraint "notification_rule_payment_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;
alter table "notification_rule_payment" add constraint "notification_rule_payment_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;

alter table "notification_form_example" add constraint "notification_form_example_unread_id_foreign" foreign key ("unread_id") references "unread_notification" ("id") on update no action on delete cascade;
alter table "notification_form_example" add constraint "notification_form_example_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "notification_form_example" add constraint "notification_form_example_form_id_foreign" foreign key ("form_id") references "notification_form" ("id") on update no action on delete no action;`)
  }
}
