import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126195021_add_talks extends Migration {
  override up() {
    this.addSql(`
alter table "customer" add "talk_until" timestamptz null;
comment on column "customer"."talk_until" is 'Until when what they write goes to the seller; null if they are not talking.';

alter table "merchant_chat" add "talk_id" bigint null, add "talk_until" timestamptz null;
comment on column "merchant_chat"."talk_id" is 'The message of a customer whom what is written here answers; null for nobody.';
comment on column "merchant_chat"."talk_until" is 'Until when it does.';`)
  }
}
