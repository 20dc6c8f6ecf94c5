import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123223745_add_owed_events extends Migration {
  override up() {
    this.addSql(`

create table "owed_event" (
  "id" bigint generated always as identity not null primary key,
  "event_id" uuid not null,
  "account_id" bigint not null,
  "mode" text not null,
  "type" text not null,
  "object" text not null,
  "sequence" int not null,
  "endpoints" text[] not null,
  "body" text null,
  "created_at" timestamptz not null);
comment on table "owed_event" is 'An event that endpoints want, written with it; gone once it has a delivery for each of them.';
comment on column "owed_event"."id" is 'Events of one object are spread in this order.';
comment on column "owed_event"."endpoints" is 'Those that wanted it when it happened.';
comment on column "owed_event"."body" is 'The envelope; null where it is written when it is sent first.';

comment on table "outward_event" is 'What endpoints are told of one event that at least one of them wanted.';

alter table "owed_event" add constraint "owed_event_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
