import { Migration } from '@mikro-orm/migrations'

/** Reads the rows that the checks of the migration before have not read, without a lock that stops writing. */
export class Migration20261128205107_check_printers extends Migration {
  override up() {
    this.addSql('alter table "kitchen_station" validate constraint "kitchen_station_printer_check"')
    this.addSql('alter table "kitchen_station" validate constraint "kitchen_station_language_check"')
  }
}
