import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261124005037_add_bill_lines extends Migration {
  static allowed = { drops: 'the check comes back in the same transaction, and refuses nothing that it took' }

  override up() {
    this.addSql(`

create table "bill_line" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "bill_id" bigint not null,
  "variant_id" bigint not null,
  "position" int not null,
  "product_name" text not null,
  "variant_name" text not null,
  "price" bigint not null,
  "quantity" int not null,
  "surcharge" bigint not null default '0',
  "makings" jsonb not null default '[]');
comment on table "bill_line" is
  'Goods of the catalogue that a bill is for, at the price that was agreed on when it was made.';
comment on column "bill_line"."variant_name" is 'Empty where the product has only one variant without a name.';
comment on column "bill_line"."price" is 'Of one without options, in whole rupiah.';
comment on column "bill_line"."surcharge" is 'What the options of all its units add, in whole rupiah.';
comment on column "bill_line"."makings" is 'How its units are made; those that are left are without options.';
alter table "bill_line" add constraint "bill_line_bill_id_variant_id_unique" unique ("bill_id", "variant_id");

alter table "bill" add "customer_id" bigint null;
comment on column "bill"."customer_id" is
  'In whose name the orders of its goods are: nobody who can be written to.';
alter table "bill"
  add constraint "bill_customer_id_foreign" foreign key ("customer_id")
    references "customer" ("id") on update no action on delete no action not valid;

alter table "store_order" drop constraint "store_order_door_check";
alter table "store_order"
  add constraint "store_order_door_check" check ("door" in ('chat', 'counter', 'menu', 'bill')) not valid;

alter table "bill_line"
  add constraint "bill_line_account_id_foreign" foreign key ("account_id")
    references "account" ("id") on update no action on delete no action;
alter table "bill_line"
  add constraint "bill_line_bill_id_foreign" foreign key ("bill_id")
    references "bill" ("id") on update no action on delete no action;
alter table "bill_line"
  add constraint "bill_line_account_id_variant_id_foreign" foreign key ("account_id", "variant_id")
    references "variant" ("account_id", "id") on update no action on delete no action;
alter table "bill_line" add constraint "bill_line_price_check" check (price > 0);
alter table "bill_line" add constraint "bill_line_quantity_check" check ((quantity >= 1) and (quantity <= 99));`)
  }
}
