import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128194731_print_kitchen_tickets extends Migration {
  override up() {
    this.addSql(`

create table "kitchen_ticket" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "station_id" bigint not null,
  "cause" text not null,
  "title" text not null,
  "table_number" int null,
  "note" text null,
  "lines" jsonb not null,
  "state" text not null default 'pending',
  "attempts" smallint not null default 0,
  "may_be_printed" boolean not null default false,
  "next_at" timestamptz not null,
  "leased_until" timestamptz not null default '-infinity',
  "last_error" text null,
  "created_at" timestamptz not null,
  "ended_at" timestamptz null);
comment on table "kitchen_ticket" is 'A piece of paper for the printer of a station, planned in the transaction of its bill or sale.';
comment on column "kitchen_ticket"."mode" is 'Of its bill or sale.';
comment on column "kitchen_ticket"."cause" is 'The bill and its version, or the order: one ticket of a station for each.';
comment on column "kitchen_ticket"."title" is 'The name of the bill, or the number of the order.';
comment on column "kitchen_ticket"."state" is 'taken: a cashier printed it at the counter; failed: outdated before its printer could be reached.';
comment on column "kitchen_ticket"."attempts" is 'How often it was claimed. An outcome counts only if this has not changed since.';
comment on column "kitchen_ticket"."may_be_printed" is 'An attempt ended after its bytes were sent, or is under way: another one is marked as a repetition.';
comment on column "kitchen_ticket"."leased_until" is 'Until then the process that claimed it alone prints it.';
create index kitchen_ticket_due on kitchen_ticket (next_at, id) where state = 'pending';
create index kitchen_ticket_stuck on kitchen_ticket (account_id, mode, id) where state = 'pending';
create index "kitchen_ticket_ended" on "kitchen_ticket" ("ended_at");
alter table "kitchen_ticket" add constraint "kitchen_ticket_cause" unique ("station_id", "cause");

alter table "kitchen_station" add "printer" text null, add "language" text not null default 'id';
comment on column "kitchen_station"."printer" is 'host:port of its printer, which the shop connects to; null: the counter prints its tickets.';
comment on column "kitchen_station"."language" is 'Of its printed tickets.';
alter table "kitchen_station" add constraint "kitchen_station_printer_check" check (char_length(printer) <= 200);
alter table "kitchen_station" add constraint "kitchen_station_language_check" check ("language" in ('id', 'en'));

alter table "kitchen_ticket" add constraint "kitchen_ticket_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "kitchen_ticket" add constraint "kitchen_ticket_station_id_foreign" foreign key ("station_id") references "kitchen_station" ("id") on update no action on delete cascade;
alter table "kitchen_ticket" add constraint "kitchen_ticket_table_number_check" check ((table_number >= 1) and (table_number <= 60));
alter table "kitchen_ticket" add constraint "kitchen_ticket_mode_check" check ("mode" in ('live', 'test'));
alter table "kitchen_ticket" add constraint "kitchen_ticket_state_check" check ("state" in ('pending', 'printed', 'taken', 'failed'));`)
  }
}
