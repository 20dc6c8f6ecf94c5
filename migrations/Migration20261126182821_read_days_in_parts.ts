import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126182821_read_days_in_parts extends Migration {
  override up() {
    this.addSql(`
alter table "reading" add "resume_since" timestamptz null, add "resume_cursor" text null;
comment on column "reading"."resume_since" is 'Where the whole day began that was read up to resume_cursor; null where it begins anew.';
comment on column "reading"."resume_cursor" is 'The page of the whole day that failed: the next read goes on there.';`)
  }
}
