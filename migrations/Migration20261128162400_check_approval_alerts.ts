import { Migration } from '@mikro-orm/migrations'

/** Reads the rows that the checks of the migration before have not read, without a lock that stops writing. */
export class Migration20261128162400_check_approval_alerts extends Migration {
  override up() {
    this.addSql('alter table "alert_switch" validate constraint "alert_switch_kind_check"')
    this.addSql('alter table "alert" validate constraint "alert_kind_check"')
  }
}
