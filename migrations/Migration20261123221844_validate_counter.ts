import { Migration } from '@mikro-orm/migrations'

/** The checks of doors and devices hold for what was there before. */
export class Migration20261123221844_validate_counter extends Migration {
  override up() {
    this.addSql('alter table "device" validate constraint "device_cashier_id_foreign"')
    this.addSql('alter table "device" validate constraint "device_customer_id_foreign"')
    this.addSql('alter table "store_order" validate constraint "store_order_door_check"')
    this.addSql('alter table "store_order" validate constraint "store_order_paid_via_check"')
  }
}
