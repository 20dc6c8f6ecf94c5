import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123180702_embed_origins extends Migration {
  override up() {
    this.addSql(`
alter table "account" add "embed_origins" text[] not null default '{}';
comment on column "account"."embed_origins" is 'The sites that may show its bills in a frame, as scheme, host and port.';`)
  }
}
