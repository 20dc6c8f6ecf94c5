import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261125223635_total_sales_by_option extends Migration {
  override up() {
    this.addSql(`

create table "option_day" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "product_id" bigint not null,
  "group_name" text not null,
  "option_name" text not null,
  "quantity" int not null,
  "revenue" bigint not null, primary key ("account_id",
  "mode",
  "day",
  "product_id",
  "group_name",
  "option_name"));
comment on table "option_day" is 'How often one option of a product was chosen in the sold orders of one day. Amounts in whole rupiah.';
comment on column "option_day"."day" is 'As of SaleDay.';
comment on column "option_day"."group_name" is 'As it was called when it was ordered.';
comment on column "option_day"."option_name" is 'As it was called when it was ordered.';
comment on column "option_day"."quantity" is 'Units that were made with it.';
comment on column "option_day"."revenue" is 'What it added to their price.';

alter table "option_day" add constraint "option_day_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "option_day" add constraint "option_day_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
