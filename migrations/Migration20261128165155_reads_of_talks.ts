import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128165155_reads_of_talks extends Migration {
  override up() {
    this.addSql(`
alter table "talk_message" add "message_id" int null;
comment on column "talk_message"."message_id" is 'Of the customer’s message in the chat with the bot; null for those of the merchant.';`)
  }
}
