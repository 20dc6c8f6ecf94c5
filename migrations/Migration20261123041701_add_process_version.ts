import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123041701_add_process_version extends Migration {
  override up() {
    this.addSql(`
alter table "process" add "version" text null;
comment on column "process"."version" is 'Of the product. Null for a process of 1.0.0, which does not say so.';`)
  }
}
