import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127114505_add_compat extends Migration {
  override up() {
    this.addSql(`

create table "compat_key" (
  "id" uuid not null,
  "account_id" bigint not null,
  "mode" text not null,
  "label" text not null,
  "hint" text not null,
  "key_hash" bytea not null,
  "sealed" text not null,
  "scopes" text[] not null,
  "notify_url" text null,
  "created_at" timestamptz not null,
  "revoked_at" timestamptz null,
  "last_used_at" timestamptz null, primary key ("id"));
comment on table "compat_key" is 'A key for the SDKs of other gateways, sealed because notifications are signed with it.';
comment on column "compat_key"."hint" is 'Its beginning and end, to recognise it by.';
comment on column "compat_key"."key_hash" is 'A keyed hash, by which requests find it.';
comment on column "compat_key"."sealed" is 'The key itself, sealed.';
comment on column "compat_key"."scopes" is 'What it may do.';
comment on column "compat_key"."notify_url" is 'Receives notifications of payments that name no address; null: none are sent for them.';
alter table "compat_key" add constraint "compat_key_key_hash_unique" unique ("key_hash");
create index "compat_key_account" on "compat_key" ("account_id", "mode");

create table "compat_charge" (
  "id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "key_id" uuid not null,
  "kind" text not null,
  "reference" text not null,
  "invoice_id" text not null,
  "request" jsonb not null,
  "notify_urls" text[] not null,
  "idempotency_key" text null,
  "request_hash" text null,
  "is_expired_by_merchant" boolean not null default false,
  "created_at" timestamptz not null, primary key ("id"));
comment on table "compat_charge" is 'A payment that the SDK of another gateway made, by the names that this SDK knows.';
comment on column "compat_charge"."kind" is 'The form in which the SDK asked, and in which it is answered.';
comment on column "compat_charge"."id" is 'The id that the SDK is given.';
comment on column "compat_charge"."key_id" is 'The key that made it, which signs its notifications.';
comment on column "compat_charge"."reference" is 'The merchant''s own id of the order.';
comment on column "compat_charge"."request" is 'What answers repeat of the request.';
comment on column "compat_charge"."notify_urls" is 'Where notifications of it go.';
comment on column "compat_charge"."request_hash" is 'SHA-256 of the request, to compare a repeated one with.';
comment on column "compat_charge"."is_expired_by_merchant" is 'Whether the merchant expired it, which the shop knows as cancelled.';
create index "compat_charge_reference" on "compat_charge" ("account_id", "mode", "kind", "reference");
create index "compat_charge_payment" on "compat_charge" ("invoice_id");
create index "compat_charge_newest" on "compat_charge" ("account_id", "mode", "created_at");
create unique index "compat_charge_order" on "compat_charge" ("account_id", "mode", "reference") where kind in ('midtrans', 'snap');
create unique index "compat_charge_repeated" on "compat_charge" ("account_id", "mode", "kind", "idempotency_key") where idempotency_key is not null;

create table "compat_notification" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "charge_id" text not null,
  "event_id" uuid not null,
  "url" text not null,
  "body" jsonb not null,
  "state" text not null default 'pending',
  "attempts" int not null default 0,
  "next_at" timestamptz not null,
  "last_status" int null,
  "last_error" text null,
  "created_at" timestamptz not null);
comment on table "compat_notification" is 'A notification in the form of another gateway. Its signature is made when it is sent.';
comment on column "compat_notification"."attempts" is 'How often it was sent.';
comment on column "compat_notification"."body" is 'Everything that is sent but its signature.';
comment on column "compat_notification"."state" is 'Failed: no attempt is left.';
comment on column "compat_notification"."event_id" is 'What happened; the receiver gets the same id with every attempt.';
comment on column "compat_notification"."next_at" is 'When it is sent, or sent again.';
create index "compat_notification_due" on "compat_notification" ("next_at") where state = 'pending';
create index "compat_notification_of_charge" on "compat_notification" ("charge_id");
alter table "compat_notification" add constraint "compat_notification_once" unique ("event_id", "charge_id", "url");

alter table "compat_key" add constraint "compat_key_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "compat_key" add constraint "compat_key_label_check" check ((char_length(label) >= 1) and (char_length(label) <= 100));
alter table "compat_key" add constraint "compat_key_notify_url_check" check (char_length(notify_url) <= 2048);
alter table "compat_key" add constraint "compat_key_mode_check" check ("mode" in ('live', 'test'));

alter table "compat_charge" add constraint "compat_charge_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "compat_charge" add constraint "compat_charge_key_id_foreign" foreign key ("key_id") references "compat_key" ("id") on update no action on delete no action;
alter table "compat_charge" add constraint "compat_charge_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "compat_charge" add constraint "compat_charge_id_check" check (char_length(id) <= 60);
alter table "compat_charge" add constraint "compat_charge_reference_check" check (char_length(reference) <= 255);
alter table "compat_charge" add constraint "compat_charge_idempotency_key_check" check (char_length(idempotency_key) <= 255);
alter table "compat_charge" add constraint "compat_charge_mode_check" check ("mode" in ('live', 'test'));
alter table "compat_charge" add constraint "compat_charge_kind_check" check ("kind" in ('midtrans', 'snap', 'invoice', 'payment_request', 'payment_method'));

alter table "compat_notification" add constraint "compat_notification_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "compat_notification" add constraint "compat_notification_charge_id_foreign" foreign key ("charge_id") references "compat_charge" ("id") on update no action on delete no action;
alter table "compat_notification" add constraint "compat_notification_url_check" check (char_length(url) <= 2048);
alter table "compat_notification" add constraint "compat_notification_last_error_check" check (char_length(last_error) <= 500);
alter table "compat_notification" add constraint "compat_notification_mode_check" check ("mode" in ('live', 'test'));
alter table "compat_notification" add constraint "compat_notification_state_check" check ("state" in ('pending', 'delivered', 'failed'));`)
  }
}
