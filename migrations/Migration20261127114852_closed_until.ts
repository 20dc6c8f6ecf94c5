import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127114852_closed_until extends Migration {
  override up() {
    this.addSql(`
alter table "shop_rules" add "closed_until" timestamptz null;
comment on column "shop_rules"."closed_until" is 'Until when it is closed for a while, whatever the hours say; null: it is not.';`)
  }
}
