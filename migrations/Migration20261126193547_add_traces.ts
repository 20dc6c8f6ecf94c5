import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126193547_add_traces extends Migration {
  override up() {
    this.addSql(`

create table "traced_exchange" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "sealed_content" text not null,
  "created_at" timestamptz not null default now());
comment on table "traced_exchange" is 'A request and its answer between the shop and the provider of a connection; deleted after a day.';
comment on column "traced_exchange"."sealed_content" is 'The exchange without secrets, tokens and phone numbers, sealed.';
comment on column "traced_exchange"."created_at" is 'Real time.';
create index "traced_exchange_of_connection" on "traced_exchange" ("connection_id", "created_at");
create index "traced_exchange_old" on "traced_exchange" ("created_at");

alter table "connection" add "trace_left" int not null default 0, add "tried_at" timestamptz null;
comment on column "connection"."trace_left" is 'How many exchanges with its provider are still to be stored for a person.';
comment on column "connection"."tried_at" is 'When a trial with these credentials last made a code.';

alter table "traced_exchange" add constraint "traced_exchange_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "traced_exchange" add constraint "traced_exchange_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;`)
  }
}
