import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126222056_fold_unread_notifications extends Migration {
  override up() {
    this.addSql(`
alter table "unread_notification" add "more" int not null default 0;
comment on column "unread_notification"."more" is 'How many others of its app and day, of which nothing else is stored, it stands for.';`)
  }
}
