import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126223305_name_reports extends Migration {
  override up() {
    this.addSql(`
comment on column "reading"."reported_at" is 'When its phone or provider last sent something that was accepted; null before it ever did.';`)
  }
}
