import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261124004208_add_product_pictures extends Migration {
  override up() {
    this.addSql(`

create table "product_picture" (
  "product_id" bigint not null,
  "image_id" bigint not null,
  "account_id" bigint not null,
  "position" int not null default 0, primary key ("product_id",
  "image_id"));
comment on table "product_picture" is 'A further picture of a product; its first one stands with the product.';
comment on column "product_picture"."position" is 'Among the further pictures of its product.';

alter table "product_picture" add constraint "product_picture_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "product_picture" add constraint "product_picture_account_id_product_id_foreign" foreign key ("account_id", "product_id") references "product" ("account_id", "id") on update no action on delete no action;
alter table "product_picture" add constraint "product_picture_account_id_image_id_foreign" foreign key ("account_id", "image_id") references "product_image" ("account_id", "id") on update no action on delete no action;`)
  }
}
