import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123230711_add_menu_guest extends Migration {
  override up() {
    this.addSql(`

create table "menu_guest" (
  "customer_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "browser" bytea not null,
  "address" bytea not null,
  "created_at" timestamptz not null, primary key ("customer_id"));
comment on table "menu_guest" is 'A customer of a menu page: one browser, which nobody else can be.';
comment on column "menu_guest"."mode" is 'Of the orders that they place.';
comment on column "menu_guest"."browser" is 'SHA-256 of the token in its cookie.';
comment on column "menu_guest"."address" is 'SHA-256 of where it came from last.';
alter table "menu_guest" add constraint "menu_guest_account_id_mode_browser_unique" unique ("account_id", "mode", "browser");

alter table "menu_guest" add constraint "menu_guest_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "menu_guest" add constraint "menu_guest_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "customer" ("account_id", "id") on update no action on delete no action;
alter table "menu_guest" add constraint "menu_guest_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
