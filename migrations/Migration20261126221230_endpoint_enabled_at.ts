import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126221230_endpoint_enabled_at extends Migration {
  override up() {
    this.addSql(`
alter table "endpoint" add "enabled_at" timestamptz null;
comment on column "endpoint"."enabled_at" is 'When it was switched on last; what waited by then is no backlog.';`)
  }
}
