import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128161917_look_of_menus extends Migration {
  static allowed = {
    drops: 'a check that allows one more kind takes the place of the one before',
    index: 'an account has one menu page, and the column is new',
  }

  override up() {
    this.addSql(`
alter table "menu_page" add "colour" text not null default 'green', add "cover_key" text null, add "ready_min" int null, add "delivery_min" int null;
comment on column "menu_page"."colour" is 'Of its buttons and links.';
comment on column "menu_page"."cover_key" is 'The name in the store of the picture above it; null without one.';
comment on column "menu_page"."ready_min" is 'Minutes that preparing an order usually takes; null: no estimate is shown.';
comment on column "menu_page"."delivery_min" is 'Further minutes until it is delivered; null: no estimate is shown.';
alter table "menu_page" add constraint "menu_page_cover_key_unique" unique ("cover_key");
alter table "menu_page" add constraint "menu_page_ready_min_check" check ((ready_min >= 1) and (ready_min <= 1440)) not valid;
alter table "menu_page" add constraint "menu_page_delivery_min_check" check ((delivery_min >= 1) and (delivery_min <= 1440)) not valid;
alter table "menu_page" add constraint "menu_page_colour_check" check ("colour" in ('green', 'blue', 'red', 'orange', 'purple', 'pink', 'brown', 'black')) not valid;

alter table "stored_picture" drop constraint "stored_picture_kind_check";
alter table "stored_picture" add constraint "stored_picture_kind_check" check ("kind" in ('from_customer', 'from_merchant', 'broadcast', 'logo', 'menu_cover', 'refund_proof')) not valid;`)
  }
}
