import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126182225_add_unread_notifications extends Migration {
  override up() {
    this.addSql(`

create table "unread_notification" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "reference_hash" text not null,
  "package_name" text not null,
  "is_chosen" boolean not null,
  "sealed_content" text null,
  "is_withheld" boolean not null default false,
  "is_over_limit" boolean not null default false,
  "amount" bigint null,
  "reason" text not null,
  "occurred_at" timestamptz null,
  "received_at" timestamptz not null);
comment on table "unread_notification" is 'A notification that a phone forwarded and nobody understood; deleted after a week.';
comment on column "unread_notification"."reference_hash" is 'A keyed hash of its reference: a retry has the same one.';
comment on column "unread_notification"."package_name" is 'The Android package that showed it; empty if the forwarder named none.';
comment on column "unread_notification"."is_chosen" is 'Whether the merchant chose its app. Of others only the package is stored.';
comment on column "unread_notification"."sealed_content" is 'Its title and text, sealed; null for other apps, and beyond the limit of an hour.';
comment on column "unread_notification"."is_withheld" is 'Its words were left out because they hold a one-time code.';
comment on column "unread_notification"."is_over_limit" is 'Its words were left out because too many came within an hour.';
comment on column "unread_notification"."amount" is 'The amount that the forwarder read, in whole rupiah.';
comment on column "unread_notification"."reason" is 'Why it was not understood.';
comment on column "unread_notification"."occurred_at" is 'The phone''s time; null if the forwarder sent none.';
create index "unread_notification_of_connection" on "unread_notification" ("connection_id", "is_chosen", "received_at");
create index "unread_notification_old" on "unread_notification" ("received_at");
alter table "unread_notification" add constraint "unread_notification_once" unique ("connection_id", "reference_hash");

alter table "reading" add "reported_at" timestamptz null;
comment on column "reading"."reported_at" is 'When its phone last sent something that was accepted; null before it ever did.';

alter table "unread_notification" add constraint "unread_notification_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "unread_notification" add constraint "unread_notification_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;`)
  }
}
