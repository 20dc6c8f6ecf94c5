import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123135958_guide_away extends Migration {
  override up() {
    this.addSql(`
alter table "account" add "guide_away_at" timestamptz null;
comment on column "account"."guide_away_at" is 'When its people put the guide to the first live money away; null: it is shown until it is done.';`)
  }
}
