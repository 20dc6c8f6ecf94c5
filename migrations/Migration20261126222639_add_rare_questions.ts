import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126222639_add_rare_questions extends Migration {
  override up() {
    this.addSql(`
alter table "charge" add "is_asked_rarely" boolean not null default false;
comment on column "charge"."is_asked_rarely" is 'Whether its provider must not be polled: pages and ended payments do not bring a question forward.';`)
  }
}
