import { Migration } from '@mikro-orm/migrations'

/** Reads the rows that the check of the migration before has not read, without a lock that stops writing. */
export class Migration20261128194000_check_costs extends Migration {
  override up() {
    this.addSql('alter table "variant" validate constraint "variant_cost_check"')
  }
}
