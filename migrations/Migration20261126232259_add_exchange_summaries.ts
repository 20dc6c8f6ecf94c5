import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126232259_add_exchange_summaries extends Migration {
  override up() {
    this.addSql(`

create table "exchange_summary" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "direction" text not null,
  "operation" text not null,
  "verdict" text not null,
  "status" int null,
  "created_at" timestamptz not null default now());
comment on table "exchange_summary" is 'One line about a recent exchange with the provider of a connection; the newest ten are kept.';
comment on column "exchange_summary"."direction" is 'Whether the provider sent it to the shop, or the shop to the provider.';
comment on column "exchange_summary"."operation" is 'The method and the path, without the query and without secrets.';
comment on column "exchange_summary"."verdict" is 'The result: what became of a request, or of a notification.';
comment on column "exchange_summary"."status" is 'The HTTP status of the answer; null if there was none.';
comment on column "exchange_summary"."created_at" is 'Real time.';
create index "exchange_summary_of_connection" on "exchange_summary" ("connection_id", "id");

comment on column "connection"."tried_at" is 'When a trial or a probe with these credentials last proved that they make codes.';

alter table "exchange_summary" add constraint "exchange_summary_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "exchange_summary" add constraint "exchange_summary_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "exchange_summary" add constraint "exchange_summary_direction_check" check ("direction" in ('in', 'out'));
alter table "exchange_summary" add constraint "exchange_summary_verdict_check" check ("verdict" in ('answered', 'no_answer', 'verified', 'verified_unknown', 'wrong_signature', 'not_understood', 'not_taken'));`)
  }
}
