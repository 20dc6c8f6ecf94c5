import { Migration } from '@mikro-orm/migrations'

/** Reads the rows that the checks of the migrations before have not read, without a lock that stops writing. */
export class Migration20261128170000_check_menus_and_counters extends Migration {
  override up() {
    this.addSql(`
alter table "menu_page" validate constraint "menu_page_ready_min_check";
alter table "menu_page" validate constraint "menu_page_delivery_min_check";
alter table "menu_page" validate constraint "menu_page_colour_check";
alter table "stored_picture" validate constraint "stored_picture_kind_check";
alter table "counter_rules" validate constraint "counter_rules_offline_sales_max_check";
alter table "counter_rules" validate constraint "counter_rules_offline_amount_max_check";`)
  }
}
