import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128162324_sell_offline extends Migration {
  override up() {
    this.addSql(`

create table "kitchen_station" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "name" text not null,
  "categories" text[] not null default '{}',
  "created_at" timestamptz not null);
comment on table "kitchen_station" is 'A place that prepares the goods of some categories, and gets a ticket of them.';
comment on column "kitchen_station"."categories" is 'The public ids of its categories.';
alter table "kitchen_station" add constraint "kitchen_station_name" unique ("account_id", "name");

create table "counter_bill" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "key" uuid not null,
  "name" text not null,
  "table_number" int null,
  "phone" text null,
  "note" text null,
  "lines" jsonb not null,
  "free" bigint not null default '0',
  "version" int not null default 1,
  "created_at" timestamptz not null,
  "closed_at" timestamptz null,
  "order_id" bigint null);
comment on table "counter_bill" is 'What people at a table, or a customer whose sale waits, have ordered at the counter and not paid yet.';
comment on column "counter_bill"."mode" is 'Of the devices that see it.';
comment on column "counter_bill"."key" is 'Drawn by the device that opened it.';
comment on column "counter_bill"."phone" is 'Of the customer, if it was typed.';
comment on column "counter_bill"."lines" is 'Goods and choices without prices; stock is not reserved.';
comment on column "counter_bill"."free" is 'A typed amount, in whole rupiah.';
comment on column "counter_bill"."version" is 'How often it has changed: two devices do not overwrite each other.';
comment on column "counter_bill"."order_id" is 'The order that it became.';
create index "counter_bill_open" on "counter_bill" ("account_id", "mode", "id") where closed_at is null;
alter table "counter_bill" add constraint "counter_bill_key" unique ("account_id", "key");

create table "offline_sale" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "device_id" bigint not null,
  "number" int not null,
  "key" uuid not null,
  "shift_number" bigint not null,
  "shift_id" bigint null,
  "sold" jsonb not null,
  "total" bigint not null,
  "shop_total" bigint null,
  "reasons" text[] not null default '{}',
  "state" text not null,
  "order_id" bigint null,
  "sold_at" timestamptz not null,
  "received_at" timestamptz not null,
  "seen_at" timestamptz null,
  "seen_by" text null);
comment on table "offline_sale" is 'A sale in cash that a device made without a network and sent later. Amounts in whole rupiah.';
comment on column "offline_sale"."mode" is 'Of its device.';
comment on column "offline_sale"."number" is 'Counted by the device.';
comment on column "offline_sale"."key" is 'Drawn by the device: one sale each.';
comment on column "offline_sale"."shift_number" is 'The id of the shift that the device names; it may not exist.';
comment on column "offline_sale"."shift_id" is 'The shift, if it is one of this device.';
comment on column "offline_sale"."sold" is 'Goods, prices and cash, as the device sent them.';
comment on column "offline_sale"."total" is 'At the prices of the device.';
comment on column "offline_sale"."shop_total" is 'The total at the prices of the shop when it arrived; null if the goods could not be priced.';
comment on column "offline_sale"."reasons" is 'Why it is held, or how it differs.';
comment on column "offline_sale"."state" is 'held: not in the books before the owner accepts it.';
comment on column "offline_sale"."sold_at" is 'By the clock of the device, which may be wrong.';
comment on column "offline_sale"."seen_at" is 'When the owner decided, or saw how it differs; at once if it does not.';
alter table "offline_sale" add constraint "offline_sale_order_id_unique" unique ("order_id");
create index "offline_sale_of_shift" on "offline_sale" ("device_id", "shift_number");
create index "offline_sale_newest" on "offline_sale" ("account_id", "mode", "id");
create index "offline_sale_unseen" on "offline_sale" ("account_id", "mode") where seen_at is null;
alter table "offline_sale" add constraint "offline_sale_number" unique ("device_id", "number");
alter table "offline_sale" add constraint "offline_sale_key" unique ("device_id", "key");

alter table "counter_rules" add "offline_sales_max" int not null default 0, add "offline_amount_max" bigint not null default '0', add "offline_counted" boolean not null default false;
comment on column "counter_rules"."offline_sales_max" is 'How many sales in cash a device may make without a network in one shift; 0 for none.';
comment on column "counter_rules"."offline_amount_max" is 'What these sales may come to in one shift, in whole rupiah.';
comment on column "counter_rules"."offline_counted" is 'Whether goods with counted stock may be sold without a network, too.';
alter table "counter_rules" add constraint "counter_rules_offline_sales_max_check" check ((offline_sales_max >= 0) and (offline_sales_max <= 1000)) not valid;
alter table "counter_rules" add constraint "counter_rules_offline_amount_max_check" check ((offline_amount_max >= 0) and (offline_amount_max <= 1000000000)) not valid;
comment on table "counter_rules" is 'What cashiers of an account may do. Without a row: no discounts, and no sales without a network.';

alter table "kitchen_station" add constraint "kitchen_station_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "kitchen_station" add constraint "kitchen_station_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 30));

alter table "counter_bill" add constraint "counter_bill_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "counter_bill" add constraint "counter_bill_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;
alter table "counter_bill" add constraint "counter_bill_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 60));
alter table "counter_bill" add constraint "counter_bill_table_number_check" check ((table_number >= 1) and (table_number <= 60));
alter table "counter_bill" add constraint "counter_bill_phone_check" check (char_length(phone) <= 32);
alter table "counter_bill" add constraint "counter_bill_note_check" check (char_length(note) <= 500);
alter table "counter_bill" add constraint "counter_bill_free_check" check (free >= 0);
alter table "counter_bill" add constraint "counter_bill_mode_check" check ("mode" in ('live', 'test'));

alter table "offline_sale" add constraint "offline_sale_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "offline_sale" add constraint "offline_sale_device_id_foreign" foreign key ("device_id") references "device" ("id") on update no action on delete no action;
alter table "offline_sale" add constraint "offline_sale_shift_id_foreign" foreign key ("shift_id") references "shift" ("id") on update no action on delete no action;
alter table "offline_sale" add constraint "offline_sale_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;
alter table "offline_sale" add constraint "offline_sale_booked" check ((state = 'booked') = (order_id is not null));
alter table "offline_sale" add constraint "offline_sale_rejected" check ((state <> 'rejected') or (seen_at is not null));
alter table "offline_sale" add constraint "offline_sale_number_check" check (number > 0);
alter table "offline_sale" add constraint "offline_sale_total_check" check (total > 0);
alter table "offline_sale" add constraint "offline_sale_seen_by_check" check (char_length(seen_by) <= 100);
alter table "offline_sale" add constraint "offline_sale_mode_check" check ("mode" in ('live', 'test'));
alter table "offline_sale" add constraint "offline_sale_state_check" check ("state" in ('booked', 'held', 'rejected'));`)
  }
}
