import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127034222_add_bank_lists extends Migration {
  override up() {
    this.addSql(`

create table "bank_list" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "receiving_account_id" bigint not null,
  "first_day" text not null,
  "last_day" text not null,
  "has_balances" boolean not null,
  "taken_by" text not null,
  "taken_at" timestamptz not null);
comment on table "bank_list" is 'A bank''s own list of what moved on a receiving account, as a person uploaded it.';
comment on column "bank_list"."first_day" is 'The first day that it is about, YYYY-MM-DD.';
comment on column "bank_list"."last_day" is 'The last day that it is about, YYYY-MM-DD.';
comment on column "bank_list"."has_balances" is 'Whether its lines show balances, so that a changed line was noticed.';
comment on column "bank_list"."taken_by" is 'Who uploaded it: user 12.';
create index "bank_list_newest" on "bank_list" ("account_id", "id");

create table "bank_list_line" (
  "id" bigint generated always as identity not null primary key,
  "bank_list_id" bigint not null,
  "account_id" bigint not null,
  "receiving_account_id" bigint not null,
  "identity" text not null,
  "line" int not null,
  "day" text not null,
  "time" text null,
  "amount" bigint not null,
  "text" text not null,
  "state" text not null,
  "transfer_id" bigint null,
  "likely_transfer_id" bigint null);
comment on table "bank_list_line" is 'A line of a bank''s list that says that money came in: once, however many lists show it.';
comment on column "bank_list_line"."identity" is 'A hash of what the line says, and which of those it is that say the same on its day.';
comment on column "bank_list_line"."line" is 'Its number in the file.';
comment on column "bank_list_line"."day" is 'YYYY-MM-DD.';
comment on column "bank_list_line"."time" is 'HH:MM:SS; null if the list has days alone.';
comment on column "bank_list_line"."amount" is 'Whole rupiah; 0 for an amount with cents.';
comment on column "bank_list_line"."text" is 'What the bank writes, the name of the payer in it.';
comment on column "bank_list_line"."state" is 'seen was reported before; found was not; doubtful waits for a person; odd has cents.';
comment on column "bank_list_line"."likely_transfer_id" is 'For a doubtful line: the other money of its amount.';
create index "bank_list_line_of_list" on "bank_list_line" ("bank_list_id");
create index "bank_list_line_of_transfer" on "bank_list_line" ("transfer_id");
create index "bank_list_line_owed" on "bank_list_line" ("id") where transfer_id is null and state in ('found', 'doubtful');
alter table "bank_list_line" add constraint "bank_list_line_once" unique ("receiving_account_id", "identity");

alter table "bank_list" add constraint "bank_list_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "bank_list" add constraint "bank_list_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "bank_list" add constraint "bank_list_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;

alter table "bank_list_line" add constraint "bank_list_line_bank_list_id_foreign" foreign key ("bank_list_id") references "bank_list" ("id") on update no action on delete no action;
alter table "bank_list_line" add constraint "bank_list_line_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "bank_list_line" add constraint "bank_list_line_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;
alter table "bank_list_line" add constraint "bank_list_line_transfer_id_foreign" foreign key ("transfer_id") references "transfer" ("id") on update no action on delete no action;
alter table "bank_list_line" add constraint "bank_list_line_likely_transfer_id_foreign" foreign key ("likely_transfer_id") references "transfer" ("id") on update no action on delete no action;
alter table "bank_list_line" add constraint "bank_list_line_state_check" check ("state" in ('seen', 'found', 'doubtful', 'odd'));`)
  }
}
