import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123084340_add_holidays extends Migration {
  override up() {
    this.addSql(`
alter table "shop_rules" add "holidays" jsonb not null default '[]';
comment on column "shop_rules"."holidays" is 'Days on which it is closed, whatever the hours say.';`)
  }
}
