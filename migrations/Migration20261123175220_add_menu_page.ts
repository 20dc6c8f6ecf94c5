import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123175220_add_menu_page extends Migration {
  override up() {
    this.addSql(`

create table "menu_page" (
  "account_id" bigint not null,
  "mode" text not null,
  "slug" text not null,
  "is_on" boolean not null default true,
  "created_at" timestamptz not null, primary key ("account_id",
  "mode"));
comment on table "menu_page" is 'The page of a shop that sells to whoever opens it, without Telegram: /m/<slug>.';
comment on column "menu_page"."mode" is 'Of the orders that are placed there.';
comment on column "menu_page"."slug" is 'The name in its address, as its merchant chose it.';
comment on column "menu_page"."is_on" is 'Whether customers find it.';
alter table "menu_page" add constraint "menu_page_slug_unique" unique ("slug");

alter table "menu_page" add constraint "menu_page_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "menu_page" add constraint "menu_page_slug_check" check (slug ~ '^[a-z][a-z0-9-]{2,29}$');
alter table "menu_page" add constraint "menu_page_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
