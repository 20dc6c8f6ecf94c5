import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128163730_customer_mail extends Migration {
  override up() {
    this.addSql(`

create table "customer_mail" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "subject" text not null,
  "step" text not null,
  "amount" bigint null,
  "once" text not null,
  "state" text not null default 'pending',
  "attempts" smallint not null default 0,
  "next_at" timestamptz not null,
  "leased_until" timestamptz not null default '-infinity',
  "last_error" text null,
  "created_at" timestamptz not null,
  "ended_at" timestamptz null);
comment on table "customer_mail" is 'An e-mail to a customer, planned in the transaction of its cause.';
comment on column "customer_mail"."subject" is 'The order number or invoice id of its wish.';
comment on column "customer_mail"."step" is 'What has happened.';
comment on column "customer_mail"."amount" is 'The money that was returned, in whole rupiah; null for other steps.';
comment on column "customer_mail"."once" is 'Its cause and its wish, so that it is planned once.';
comment on column "customer_mail"."state" is 'skipped: there was no receiver; failed: given up.';
comment on column "customer_mail"."attempts" is 'How often it was claimed. An outcome counts only if this has not changed since.';
comment on column "customer_mail"."leased_until" is 'Until then the process that claimed it alone sends it.';
alter table "customer_mail" add constraint "customer_mail_once_unique" unique ("once");
create index customer_mail_due on customer_mail (next_at, id) where state = 'pending';
create index "customer_mail_of_subject" on "customer_mail" ("subject");
create index "customer_mail_ended" on "customer_mail" ("ended_at");

create table "customer_mail_stop" (
  "account_id" bigint not null,
  "receiver" bytea not null,
  "created_at" timestamptz not null, primary key ("account_id",
  "receiver"));
comment on table "customer_mail_stop" is 'An address that wants no e-mail of a shop any longer.';
comment on column "customer_mail_stop"."receiver" is 'SHA-256 of the address.';

create table "customer_mail_wish" (
  "subject" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "email" text not null,
  "invoice_id" text not null,
  "language" text not null,
  "created_at" timestamptz not null, primary key ("subject"));
comment on table "customer_mail_wish" is 'The e-mail address to which a customer wants the news of one order, or of one payment that is for none.';
comment on column "customer_mail_wish"."subject" is 'An order number or an invoice id.';
comment on column "customer_mail_wish"."invoice_id" is 'The payment whose page the messages link to.';
create index "customer_mail_wish_old" on "customer_mail_wish" ("created_at");

alter table "customer_mail" add constraint "customer_mail_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "customer_mail" add constraint "customer_mail_mode_check" check ("mode" in ('live', 'test'));
alter table "customer_mail" add constraint "customer_mail_step_check" check ("step" in ('received', 'paid', 'ready', 'shipped', 'cancelled', 'refunded'));
alter table "customer_mail" add constraint "customer_mail_state_check" check ("state" in ('pending', 'sent', 'skipped', 'failed'));

alter table "customer_mail_stop" add constraint "customer_mail_stop_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "customer_mail_wish" add constraint "customer_mail_wish_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "customer_mail_wish" add constraint "customer_mail_wish_email_check" check (char_length(email) <= 254);
alter table "customer_mail_wish" add constraint "customer_mail_wish_mode_check" check ("mode" in ('live', 'test'));
alter table "customer_mail_wish" add constraint "customer_mail_wish_language_check" check ("language" in ('id', 'en'));`)
  }
}
