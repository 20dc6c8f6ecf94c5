import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126220910_add_phones extends Migration {
  override up() {
    this.addSql(`
alter table "reading" add "phone" jsonb null, add "phone_troubles" jsonb not null default '{}';
comment on column "reading"."phone" is 'The facts about the phone that is paired with the shop''s own app; null without one.';
comment on column "reading"."phone_troubles" is 'Since when each trouble of its phone lasts; the merchant was notified of each once.';`)
  }
}
