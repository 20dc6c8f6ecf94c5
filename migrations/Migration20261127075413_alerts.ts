import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127075413_alerts extends Migration {
  override up() {
    this.addSql(`

create table "push_key" (
  "id" smallint not null,
  "public_key" text not null,
  "sealed_private_key" text not null,
  "created_at" timestamptz not null, primary key ("id"));
comment on table "push_key" is 'The key pair by which push services recognise this installation (RFC 8292): one row.';
comment on column "push_key"."sealed_private_key" is 'Sealed with a key of the installation.';

create table "push_subscription" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "endpoint" text not null,
  "p256dh" text not null,
  "auth" text not null,
  "browser" text not null,
  "created_at" timestamptz not null);
comment on table "push_subscription" is 'A browser that receives push messages for a member of an account (RFC 8030).';
comment on column "push_subscription"."endpoint" is 'The address of its push service.';
comment on column "push_subscription"."p256dh" is 'The public key of the browser, by which messages are encrypted for it (RFC 8291).';
comment on column "push_subscription"."auth" is 'Its authentication secret.';
comment on column "push_subscription"."browser" is 'What it is, as its browser says.';
alter table "push_subscription" add constraint "push_subscription_once" unique ("account_id", "endpoint");

create table "alert_switch" (
  "account_id" bigint not null,
  "user_id" bigint not null,
  "channel" text not null,
  "kind" text not null,
  "is_on" boolean not null, primary key ("account_id",
  "user_id",
  "channel",
  "kind"));
comment on table "alert_switch" is 'Whether a member wants alerts of a kind by a channel. Without a row: by push, but not by e-mail.';
comment on column "alert_switch"."channel" is 'The way that the alerts take.';
comment on column "alert_switch"."kind" is 'The events that the alerts are about.';

create table "alert" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "mode" text not null,
  "channel" text not null,
  "subscription_id" bigint null,
  "kind" text not null,
  "data" jsonb not null,
  "once" text not null,
  "state" text not null default 'pending',
  "attempts" smallint not null default 0,
  "next_at" timestamptz not null,
  "leased_until" timestamptz not null default '-infinity',
  "last_error" text null,
  "created_at" timestamptz not null,
  "ended_at" timestamptz null);
comment on table "alert" is 'A message to a member of an account, planned in the transaction of its cause.';
comment on column "alert"."channel" is 'push: to a browser; email: to the confirmed address of the member.';
comment on column "alert"."subscription_id" is 'The browser that a push message goes to; null for e-mail.';
comment on column "alert"."kind" is 'The switch of the member that it obeys.';
comment on column "alert"."data" is 'The facts that its text is made of when it is sent.';
comment on column "alert"."once" is 'Its event, channel and receiver, so that it is planned once.';
comment on column "alert"."state" is 'skipped: there was nothing to send or nobody to send it to; failed: given up.';
comment on column "alert"."attempts" is 'How often it was claimed. An outcome counts only if this has not changed since.';
comment on column "alert"."leased_until" is 'Until then the process that claimed it alone sends it.';
alter table "alert" add constraint "alert_once_unique" unique ("once");
create index alert_due on alert (next_at, id) where state = 'pending';
create index "alert_ended" on "alert" ("ended_at");

alter table "push_key" add constraint "push_key_id_check" check (id = 1);

alter table "push_subscription" add constraint "push_subscription_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "push_subscription" add constraint "push_subscription_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;
alter table "push_subscription" add constraint "push_subscription_endpoint_check" check (char_length(endpoint) <= 2000);
alter table "push_subscription" add constraint "push_subscription_browser_check" check (char_length(browser) <= 100);

alter table "alert_switch" add constraint "alert_switch_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "alert_switch" add constraint "alert_switch_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;
alter table "alert_switch" add constraint "alert_switch_channel_check" check ("channel" in ('push', 'email'));
alter table "alert_switch" add constraint "alert_switch_kind_check" check ("kind" in ('order', 'payment', 'review', 'digest'));

alter table "alert" add constraint "alert_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "alert" add constraint "alert_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;
alter table "alert" add constraint "alert_mode_check" check ("mode" in ('live', 'test'));
alter table "alert" add constraint "alert_channel_check" check ("channel" in ('push', 'email'));
alter table "alert" add constraint "alert_kind_check" check ("kind" in ('order', 'payment', 'review', 'digest'));
alter table "alert" add constraint "alert_state_check" check ("state" in ('pending', 'sent', 'skipped', 'failed'));`)
  }
}
