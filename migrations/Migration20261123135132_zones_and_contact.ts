import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123135132_zones_and_contact extends Migration {
  static allowed = { drops: 'the check of receiving is replaced by one that lets more through' }

  override up() {
    this.addSql(`
alter table "store_order" drop constraint "store_order_receiving_check";
alter table "store_order"
  add "delivery_zone" text null,
  add "table_number" int null;
comment on column "store_order"."delivery_zone" is
  'The name of the zone that it is brought to, as it was when it was chosen.';
comment on column "store_order"."table_number" is 'The table at which it is eaten.';
comment on column "store_order"."receiving" is 'How goods that people hand over reach the customer.';
alter table "store_order"
  add constraint "store_order_delivery_zone_check"
  check (char_length(delivery_zone) <= 60) not valid;
alter table "store_order"
  add constraint "store_order_table_number_check"
  check ((table_number >= 1) and (table_number <= 60)) not valid;
alter table "store_order"
  add constraint "store_order_receiving_check"
  check ("receiving" in ('delivery', 'pickup', 'dine_in')) not valid;
alter table "product" add "handovers" text[] not null default '{delivery,pickup,dine_in}';
comment on column "product"."handovers" is
  'How customers may get it where people hand it over: brought, picked up, eaten at a table.';
alter table "product"
  add constraint "product_handovers_check"
  check (handovers <@ '{delivery,pickup,dine_in}'::text[] and cardinality(handovers) > 0) not valid;
alter table "shop_rules"
  add "delivers" boolean not null default true,
  add "zones" jsonb not null default '[]',
  add "tables" int null,
  add "order_min" bigint not null default '0',
  add "asks" text[] not null default '{}',
  add "greeting" text null,
  add "after_order" text null,
  add "whatsapp" text null,
  add "phone" text null,
  add "address" text null;
comment on column "shop_rules"."delivers" is 'Whether it brings or sends orders at all.';
comment on column "shop_rules"."zones" is
  'Where it delivers to, and for how much; none: everywhere for the one fee.';
comment on column "shop_rules"."tables" is
  'How many tables it has to eat at; null: nobody eats there.';
comment on column "shop_rules"."order_min" is
  'What the goods of an order must come to at least, in whole rupiah.';
comment on column "shop_rules"."asks" is
  'What every customer is asked for, beside what their goods ask.';
comment on column "shop_rules"."greeting" is
  'What a customer reads at the top of the shop; null: the usual words.';
comment on column "shop_rules"."after_order" is
  'What a customer reads once an order is paid; null: the usual words alone.';
comment on column "shop_rules"."whatsapp" is 'Where customers reach the seller.';
comment on column "shop_rules"."phone" is 'Where customers reach the seller.';
comment on column "shop_rules"."address" is 'Where the shop is, as customers see it.';
alter table "shop_rules"
  add constraint "shop_rules_tables_check"
  check ((tables >= 1) and (tables <= 60)) not valid;
alter table "shop_rules"
  add constraint "shop_rules_order_min_check"
  check ((order_min >= 0) and (order_min <= 1000000000)) not valid;
alter table "shop_rules"
  add constraint "shop_rules_asks_check"
  check (asks <@ '{note,phone,address}'::text[]) not valid;
alter table "shop_rules"
  add constraint "shop_rules_greeting_check"
  check (char_length(greeting) <= 600) not valid;
alter table "shop_rules"
  add constraint "shop_rules_after_order_check"
  check (char_length(after_order) <= 600) not valid;
alter table "shop_rules"
  add constraint "shop_rules_whatsapp_check"
  check (char_length(whatsapp) <= 32) not valid;
alter table "shop_rules"
  add constraint "shop_rules_phone_check"
  check (char_length(phone) <= 32) not valid;
alter table "shop_rules"
  add constraint "shop_rules_address_check"
  check (char_length(address) <= 300) not valid;
alter table "variant" add "weight_g" int null;
comment on column "variant"."weight_g" is
  'What one weighs to send, in grams; null where it was not told, and counts as nothing.';
alter table "variant"
  add constraint "variant_weight_g_check"
  check ((weight_g >= 1) and (weight_g <= 1000000)) not valid;`)
  }
}
