import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123075224_ship_orders extends Migration {
  override up() {
    this.addSql(`
alter table "store_order"
  add "shipped_at" timestamptz null,
  add "courier" text null,
  add "tracking_number" text null,
  add "tracking_url" text null,
  add "receive_by" timestamptz null,
  add "received_at" timestamptz null;
comment on column "store_order"."shipped_at" is 'When it was handed to a courier.';
comment on column "store_order"."courier" is 'Who brings it: an id of couriers.ts.';
comment on column "store_order"."tracking_url" is 'Where the customer can follow it.';
comment on column "store_order"."receive_by" is
  'From when on it is taken to have arrived, unless its customer says so before.';
comment on column "store_order"."received_at" is 'When it had arrived, as far as is known.';
alter table "store_order"
  add constraint "store_order_courier_check"
  check (char_length(courier) <= 32) not valid;
alter table "store_order"
  add constraint "store_order_tracking_number_check"
  check (char_length(tracking_number) <= 40) not valid;
alter table "store_order"
  add constraint "store_order_tracking_url_check"
  check (char_length(tracking_url) <= 500) not valid;

alter table "shop_rules" add "receive_after_days" int not null default 7;
comment on column "shop_rules"."receive_after_days" is
  'How many days after it was shipped an order is taken to have arrived.';
alter table "shop_rules"
  add constraint "shop_rules_receive_after_days_check"
  check ((receive_after_days >= 1) and (receive_after_days <= 60)) not valid;`)
  }
}
