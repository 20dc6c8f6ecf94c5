import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126223244_add_holders_of_chat_work extends Migration {
  override up() {
    this.addSql(`
alter table "broadcast" add "lease_token" uuid null, add "lease_holder" text null;
comment on column "broadcast"."lease_token" is 'Of the second that is under way.';
comment on column "broadcast"."lease_holder" is 'The process that sends it; null too for one of an older version.';

alter table "bill_card" add "lease_token" uuid null, add "lease_holder" text null;
comment on column "bill_card"."lease_token" is 'Of the change that is under way.';
comment on column "bill_card"."lease_holder" is 'The process that makes it; null too for one of an older version.';

alter table "star_purchase" add "lease_token" uuid null, add "lease_holder" text null;
comment on column "star_purchase"."lease_token" is 'Of the refund that is under way.';
comment on column "star_purchase"."lease_holder" is 'The process that asks Telegram; null too for one of an older version.';`)
  }
}
