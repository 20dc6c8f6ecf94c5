import { Migration } from '@mikro-orm/migrations'

/** The checks that were added to tables with rows, looked at without a lock that anybody waits for. */
export class Migration20261127114500_check_refund_facts extends Migration {
  override up() {
    this.addSql(`
alter table "counter_sale" validate constraint "counter_sale_returned_check";
alter table "stored_picture" validate constraint "stored_picture_kind_check";`)
  }
}
