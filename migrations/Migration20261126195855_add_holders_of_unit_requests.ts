import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126195855_add_holders_of_unit_requests extends Migration {
  override up() {
    this.addSql(`
alter table "unit_request" add "lease_holder" text null;
comment on column "unit_request"."lease_holder" is 'The process that makes the attempt; null too for one of an older version.';`)
  }
}
