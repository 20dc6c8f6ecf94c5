import { Migration } from '@mikro-orm/migrations'

/** The checks of zones, tables and contacts hold for what was there before. */
export class Migration20261123135133_validate_zones_and_contact extends Migration {
  override up() {
    this.addSql('alter table "store_order" validate constraint "store_order_delivery_zone_check"')
    this.addSql('alter table "store_order" validate constraint "store_order_table_number_check"')
    this.addSql('alter table "store_order" validate constraint "store_order_receiving_check"')
    this.addSql('alter table "product" validate constraint "product_handovers_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_tables_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_order_min_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_asks_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_greeting_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_after_order_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_whatsapp_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_phone_check"')
    this.addSql('alter table "shop_rules" validate constraint "shop_rules_address_check"')
    this.addSql('alter table "variant" validate constraint "variant_weight_g_check"')
  }
}
