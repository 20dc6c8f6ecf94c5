import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123082841_add_endpoints extends Migration {
  override up() {
    this.addSql(`

create table "endpoint" (
  "id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "format" text not null default 'json',
  "language" text not null default 'id',
  "sealed_address" text not null,
  "shown_address" text not null,
  "description" text null,
  "types" text[] null,
  "sealed_key" text not null,
  "public_key" text not null,
  "sequence" int not null default 0,
  "disabled_at" timestamptz null,
  "disabled_reason" text null,
  "disabled_by" text null,
  "failures_in_row" int not null default 0,
  "window_from" timestamptz null,
  "window_tries" int not null default 0,
  "window_failures" int not null default 0,
  "open_s" int not null default 0,
  "blocked_until" timestamptz null,
  "failing_since" timestamptz null,
  "rest_until" timestamptz null,
  "created_at" timestamptz not null,
  "deleted_at" timestamptz null, primary key ("id"));
comment on table "endpoint" is 'Where a merchant wants to hear of events.';
comment on column "endpoint"."format" is 'What is sent: JSON, or a sentence for a chat.';
comment on column "endpoint"."language" is 'Of its sentences, where it is a chat.';
comment on column "endpoint"."sealed_address" is 'Where it leads, sealed: that of a chat is its only secret.';
comment on column "endpoint"."shown_address" is 'The same without what is secret.';
comment on column "endpoint"."types" is 'Which types it wants; null for all, those to come too.';
comment on column "endpoint"."sealed_key" is 'The private Ed25519 key that signs for it, sealed.';
comment on column "endpoint"."public_key" is 'The public one, as receivers are given it.';
comment on column "endpoint"."sequence" is 'How often it was switched on or off.';
comment on column "endpoint"."disabled_at" is 'Since when nothing is sent to it; what happens meanwhile is not told.';
comment on column "endpoint"."disabled_reason" is 'failing: for five days. gone: it said so for good. merchant: somebody switched it off.';
comment on column "endpoint"."disabled_by" is 'Who switched it off; null where it was not a person.';
comment on column "endpoint"."failures_in_row" is 'Failures since the last success.';
comment on column "endpoint"."window_tries" is 'Tries since window_from.';
comment on column "endpoint"."window_failures" is 'Failures since window_from.';
comment on column "endpoint"."open_s" is 'For how many seconds the breaker opened last.';
comment on column "endpoint"."blocked_until" is 'Nothing is sent to it before.';
comment on column "endpoint"."rest_until" is 'A chat gets no message before: its service limits them.';
comment on column "endpoint"."deleted_at" is 'Its deliveries stay for as long as they are kept.';
create index "endpoint_of_account" on "endpoint" ("account_id", "mode") where deleted_at is null;

create table "endpoint_secret" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "endpoint_id" text not null,
  "sealed" text not null,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz not null default 'infinity');
comment on table "endpoint_secret" is 'Signs what is sent to one endpoint.';
comment on column "endpoint_secret"."sealed" is 'The secret, sealed.';
comment on column "endpoint_secret"."expires_at" is 'infinity: it is the one in use.';
create index "endpoint_secret_live" on "endpoint_secret" ("endpoint_id", "expires_at");

create table "outward_event" (
  "id" uuid not null,
  "account_id" bigint not null,
  "mode" text not null,
  "type" text not null,
  "object" text not null,
  "sequence" int not null,
  "body" text null,
  "created_at" timestamptz not null, primary key ("id"));
comment on table "outward_event" is 'What endpoints are told of one event, written with it where at least one wanted it.';
comment on column "outward_event"."id" is 'Of its event, or of its own for an example.';
comment on column "outward_event"."object" is 'What it happened to: events of one object are sent in their order.';
comment on column "outward_event"."sequence" is 'Which change of that object it is.';
comment on column "outward_event"."body" is 'The envelope, as it is signed and sent; null until it is sent first, and once it was erased.';
create index "outward_event_age" on "outward_event" ("created_at");

create table "endpoint_delivery" (
  "id" bigint generated always as identity not null primary key,
  "endpoint_id" text not null,
  "event_id" uuid not null,
  "account_id" bigint not null,
  "mode" text not null,
  "type" text not null,
  "object" text not null,
  "sequence" int not null,
  "state" text not null default 'pending',
  "attempts" int not null default 0,
  "next_at" timestamptz not null,
  "is_test" boolean not null default false,
  "requested_by" text null,
  "created_at" timestamptz not null,
  "erased_at" timestamptz null,
  "lease_token" uuid null,
  "lease_holder" text null,
  "leased_until" timestamptz not null default '-infinity');
comment on table "endpoint_delivery" is 'One event that is owed to one endpoint.';
comment on column "endpoint_delivery"."state" is 'pending and paused wait; delivered has arrived; exhausted, blocked and stopped are not sent again.';
comment on column "endpoint_delivery"."attempts" is 'How often it was sent.';
comment on column "endpoint_delivery"."next_at" is 'When it is sent next.';
comment on column "endpoint_delivery"."is_test" is 'An example, which happened to nothing.';
comment on column "endpoint_delivery"."requested_by" is 'Who asked for it to be sent again, or for an example; null for the one that the event caused.';
comment on column "endpoint_delivery"."erased_at" is 'Since when its request and its answers are shown no more.';
comment on column "endpoint_delivery"."leased_until" is 'Until then the process that holds the lease alone may send it.';
create index "endpoint_delivery_newest" on "endpoint_delivery" ("endpoint_id", "id");
create index "endpoint_delivery_of_event" on "endpoint_delivery" ("event_id") where requested_by is not null;
create index "endpoint_delivery_fresh" on "endpoint_delivery" ("endpoint_id", "id") where (state = 'pending') and (lease_token is null) and (attempts = 0);
create index "endpoint_delivery_retry" on "endpoint_delivery" ("endpoint_id", "next_at") where (state = 'pending') and (lease_token is null) and (attempts > 0);
create index "endpoint_delivery_leased" on "endpoint_delivery" ("endpoint_id") where lease_token is not null;
create index "endpoint_delivery_untried" on "endpoint_delivery" ("endpoint_id", "object", "sequence") where (state = 'pending') and (attempts = 0) and (requested_by is null);
create unique index "endpoint_delivery_once" on "endpoint_delivery" ("event_id", "endpoint_id") where requested_by is null;

create table "endpoint_attempt" (
  "delivery_id" bigint not null,
  "number" int not null,
  "account_id" bigint not null,
  "attempted_at" timestamptz not null,
  "status" int null,
  "duration_ms" int not null,
  "error" text null,
  "request" text null,
  "response" text null, primary key ("delivery_id",
  "number"));
comment on table "endpoint_attempt" is 'One try of a delivery to an endpoint, and what came of it.';
comment on column "endpoint_attempt"."status" is 'Of the HTTP answer; null where there was none.';
comment on column "endpoint_attempt"."request" is 'The message to a chat; null where the body of the event was sent.';
comment on column "endpoint_attempt"."response" is 'The beginning of what was answered.';

alter table "api_key" alter column "scopes" set default '{read,payments,orders,money,endpoints}';

alter table "endpoint" add constraint "endpoint_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "endpoint" add constraint "endpoint_id_check" check (id ~ '^EP-[0-9A-Z]{17}$');
alter table "endpoint" add constraint "endpoint_description_check" check (char_length(description) <= 200);
alter table "endpoint" add constraint "endpoint_mode_check" check ("mode" in ('live', 'test'));
alter table "endpoint" add constraint "endpoint_format_check" check ("format" in ('json', 'discord', 'slack', 'ntfy'));
alter table "endpoint" add constraint "endpoint_language_check" check ("language" in ('id', 'en'));
alter table "endpoint" add constraint "endpoint_disabled_reason_check" check ("disabled_reason" in ('failing', 'gone', 'merchant'));

alter table "endpoint_secret" add constraint "endpoint_secret_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "endpoint_secret" add constraint "endpoint_secret_endpoint_id_foreign" foreign key ("endpoint_id") references "endpoint" ("id") on update no action on delete no action;

alter table "outward_event" add constraint "outward_event_mode_check" check ("mode" in ('live', 'test'));

alter table "endpoint_delivery" add constraint "endpoint_delivery_endpoint_id_foreign" foreign key ("endpoint_id") references "endpoint" ("id") on update no action on delete no action;
alter table "endpoint_delivery" add constraint "endpoint_delivery_mode_check" check ("mode" in ('live', 'test'));
alter table "endpoint_delivery" add constraint "endpoint_delivery_state_check" check ("state" in ('pending', 'delivered', 'exhausted', 'blocked', 'stopped', 'paused'));

alter table "endpoint_attempt" add constraint "endpoint_attempt_delivery_id_foreign" foreign key ("delivery_id") references "endpoint_delivery" ("id") on update no action on delete cascade;`)
  }
}
