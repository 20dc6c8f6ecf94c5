import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123140120_team_chats extends Migration {
  static allowed = { drops: 'it takes one word more, and no released version writes endpoints' }

  override up() {
    this.addSql(`
alter table "endpoint" drop constraint "endpoint_format_check";
alter table "endpoint"
  add constraint "endpoint_format_check"
  check ("format" in ('json', 'telegram', 'discord', 'slack', 'ntfy')) not valid;`)
  }
}
