import { Migration } from '@mikro-orm/migrations'

/** The check of formats holds for the endpoints that were there before. */
export class Migration20261123140121_validate_team_chats extends Migration {
  override up() {
    this.addSql('alter table "endpoint" validate constraint "endpoint_format_check"')
  }
}
