import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126183849_add_sightings extends Migration {
  override up() {
    this.addSql(`

create table "sighting" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "receiving_account_id" bigint not null,
  "transfer_id" bigint not null,
  "identity" text not null,
  "reference" text not null,
  "package_name" text not null,
  "amount" bigint not null,
  "key_and_words" text null,
  "signed_time" text null,
  "nonce" text null,
  "occurred_at" timestamptz null,
  "seen_at" timestamptz not null,
  "payer_name" text null,
  "payer_app" text null,
  "merged_by" text null,
  "split_at" timestamptz null,
  "split_by" text null);
comment on table "sighting" is 'One notification of a phone that reported a transfer.';
comment on column "sighting"."identity" is 'What the notification says, or its id: repeats have the same one.';
comment on column "sighting"."reference" is 'The reference that its own transfer has, or would have if it were split off.';
comment on column "sighting"."package_name" is 'The Android package that showed it.';
comment on column "sighting"."amount" is 'Whole rupiah.';
comment on column "sighting"."key_and_words" is 'A hash of Android''s key and the words.';
comment on column "sighting"."signed_time" is 'The signed time of its request, as sent.';
comment on column "sighting"."nonce" is 'The nonce of its request.';
comment on column "sighting"."occurred_at" is 'The phone''s time; null if it sent none.';
comment on column "sighting"."seen_at" is 'When it was accepted.';
comment on column "sighting"."merged_by" is 'The rule by which it counts as a second sighting of its transfer; null for the first.';
comment on column "sighting"."split_at" is 'When a person made it a transfer of its own.';
comment on column "sighting"."split_by" is 'Who did: user 12, command.';
create index "sighting_of_amount" on "sighting" ("receiving_account_id", "amount", "seen_at");
create index "sighting_of_transfer" on "sighting" ("transfer_id");
create index "sighting_merged" on "sighting" ("account_id", "id") where merged_by is not null and split_at is null;
alter table "sighting" add constraint "sighting_once" unique ("receiving_account_id", "reference");

alter table "transfer" add "repeats_id" bigint null;
comment on column "transfer"."repeats_id" is 'The earlier transfer that it may be a repeat of: a phone said the same, without an id or a time.';

alter table "sighting" add constraint "sighting_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "sighting" add constraint "sighting_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "sighting" add constraint "sighting_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;
alter table "sighting" add constraint "sighting_transfer_id_foreign" foreign key ("transfer_id") references "transfer" ("id") on update no action on delete no action;
alter table "sighting" add constraint "sighting_merged_by_check" check ("merged_by" in ('pair', 'key'));`)
  }
}
