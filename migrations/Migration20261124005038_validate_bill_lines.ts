import { Migration } from '@mikro-orm/migrations'

/** The checks of bills and doors hold for what was there before. */
export class Migration20261124005038_validate_bill_lines extends Migration {
  override up() {
    this.addSql('alter table "bill" validate constraint "bill_customer_id_foreign"')
    this.addSql('alter table "store_order" validate constraint "store_order_door_check"')
  }
}
