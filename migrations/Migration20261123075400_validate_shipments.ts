import { Migration } from '@mikro-orm/migrations'

/** The checks of shipments hold for orders that were there before. */
export class Migration20261123075400_validate_shipments extends Migration {
  override up() {
    this.addSql('alter table "store_order" validate constraint "store_order_courier_check"')
    this.addSql('alter table "store_order" validate constraint "store_order_tracking_number_check"')
    this.addSql('alter table "store_order" validate constraint "store_order_tracking_url_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_receive_after_days_check"')
  }
}
