import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123152426_add_options extends Migration {
  override up() {
    this.addSql(`

create table "option_group" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "product_id" bigint not null,
  "key" text not null,
  "name" text not null,
  "choices_min" int not null default 0,
  "choices_max" int not null default 1,
  "position" int not null default 0,
  "created_at" timestamptz not null);
comment on table "option_group" is 'What is chosen about each unit of a product without having stock of its own, such as its milk.';
comment on column "option_group"."choices_min" is 'How many options must be chosen; 0 where none need be.';
comment on column "option_group"."choices_max" is 'How many options can be chosen.';
alter table "option_group" add constraint "option_group_product_id_key_unique" unique ("product_id", "key");
alter table "option_group" add constraint "option_group_account_id_id_unique" unique ("account_id", "id");

create table "product_option" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "public_id" text not null,
  "group_id" bigint not null,
  "key" text not null,
  "name" text not null,
  "price" bigint not null default '0',
  "position" int not null default 0,
  "is_active" boolean not null default true);
comment on table "product_option" is 'One of the things that can be chosen of a group, with what it adds to the price.';
comment on column "product_option"."public_id" is '22 characters of base64url, for buttons.';
comment on column "product_option"."price" is 'What it adds to the price of a unit, in whole rupiah.';
comment on column "product_option"."is_active" is 'Off while it is sold out.';
alter table "product_option" add constraint "product_option_public_id_unique" unique ("public_id");
alter table "product_option" add constraint "product_option_group_id_key_unique" unique ("group_id", "key");

create table "order_item_making" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "position" int not null,
  "quantity" int not null,
  "price" bigint not null,
  "choices" jsonb not null,
  "order_item_id" bigint not null);
comment on table "order_item_making" is 'How some of the units of an item were chosen to be made; the rest of the item is without options.';
comment on column "order_item_making"."mode" is 'Of its order.';
comment on column "order_item_making"."price" is 'What the choices added to the price of each unit when it was ordered, in whole rupiah.';
comment on column "order_item_making"."choices" is 'What was chosen, with the names and prices that it had when it was ordered.';
create index order_item_making_of_item on order_item_making (order_item_id, position);

create table "making_draft" (
  "customer_id" bigint not null,
  "variant_id" bigint not null,
  "account_id" bigint not null,
  "choices" text[] not null default '{}',
  "quantity" int not null,
  "replaces" text null,
  "at" timestamptz not null, primary key ("customer_id",
  "variant_id"));
comment on table "making_draft" is 'What a customer has chosen so far for units that are not in the cart yet.';
comment on column "making_draft"."choices" is 'As those of a making in the cart.';
comment on column "making_draft"."replaces" is 'The key of the making in the cart that is chosen again; empty: of units without options.';

create table "cart_making" (
  "customer_id" bigint not null,
  "variant_id" bigint not null,
  "key" text not null,
  "account_id" bigint not null,
  "choices" text[] not null,
  "quantity" int not null,
  "added_at" timestamptz not null, primary key ("customer_id",
  "variant_id",
  "key"));
comment on table "cart_making" is 'How some of the units of a line of a cart are made; the rest of the line is without options.';
comment on column "cart_making"."key" is 'The same for the same choices.';
comment on column "cart_making"."choices" is 'The keys of the options, each after that of its group: milk:oat.';
comment on column "cart_making"."quantity" is 'A line may hold fewer in all, where it was changed by version 1.0.0: the newest makings go then.';

create or replace function "store_order_store_order_options_fn"() returns trigger as $$ begin declare
          extra bigint;           plain bigint;         begin
          select coalesce(sum(surcharge), 0), coalesce(sum(price * quantity), 0) into extra, plain
          from order_item where order_id = new.id;           if extra > 0 and new.total = plain + new.delivery_fee - new.discount then
            new.total := new.total + extra;           end if;           return new;         end; end; $$ language plpgsql;
create trigger "store_order_options" BEFORE UPDATE on "store_order" for each ROW
  when ((old.total IS DISTINCT FROM new.total)) execute function "store_order_store_order_options_fn"();

alter table "order_item" add "surcharge" bigint not null default '0';
comment on column "order_item"."surcharge" is 'What the options of all its units add, in whole rupiah.';

alter table "option_group" add constraint "option_group_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "option_group" add constraint "option_group_account_id_product_id_foreign" foreign key ("account_id", "product_id") references "product" ("account_id", "id") on update no action on delete no action;
alter table "option_group" add constraint "option_group_range" check (choices_min <= choices_max);
alter table "option_group" add constraint "option_group_key_check" check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$');
alter table "option_group" add constraint "option_group_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 60));
alter table "option_group" add constraint "option_group_choices_min_check" check ((choices_min >= 0) and (choices_min <= 30));
alter table "option_group" add constraint "option_group_choices_max_check" check ((choices_max >= 1) and (choices_max <= 30));

alter table "product_option" add constraint "product_option_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "product_option" add constraint "product_option_account_id_group_id_foreign" foreign key ("account_id", "group_id") references "option_group" ("account_id", "id") on update no action on delete no action;
alter table "product_option" add constraint "product_option_public_id_check" check (public_id ~ '^[A-Za-z0-9_-]{22}$');
alter table "product_option" add constraint "product_option_key_check" check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$');
alter table "product_option" add constraint "product_option_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 60));
alter table "product_option" add constraint "product_option_price_check" check ((price >= 0) and (price <= 100000000));

alter table "order_item_making" add constraint "order_item_making_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "order_item_making" add constraint "order_item_making_order_item_id_foreign" foreign key ("order_item_id") references "order_item" ("id") on update no action on delete no action;
alter table "order_item_making" add constraint "order_item_making_quantity_check" check ((quantity >= 1) and (quantity <= 99));
alter table "order_item_making" add constraint "order_item_making_price_check" check (price >= 0);
alter table "order_item_making" add constraint "order_item_making_mode_check" check ("mode" in ('live', 'test'));

alter table "making_draft" add constraint "making_draft_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "customer" ("account_id", "id") on update no action on delete no action;
alter table "making_draft" add constraint "making_draft_account_id_variant_id_foreign" foreign key ("account_id", "variant_id") references "variant" ("account_id", "id") on update no action on delete no action;
alter table "making_draft" add constraint "making_draft_quantity_check" check ((quantity >= 1) and (quantity <= 99));

alter table "cart_making" add constraint "cart_making_customer_id_variant_id_foreign" foreign key ("customer_id", "variant_id") references "cart_line" ("customer_id", "variant_id") on update no action on delete cascade;
alter table "cart_making" add constraint "cart_making_key_check" check (key ~ '^[A-Za-z0-9_-]{22}$');
alter table "cart_making" add constraint "cart_making_quantity_check" check ((quantity >= 1) and (quantity <= 99));`)
  }
}
