import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128162321_approval_alerts extends Migration {
  override up() {
    this.addSql(`
alter table "alert_switch" drop constraint "alert_switch_kind_check";
alter table "alert_switch" add constraint "alert_switch_kind_check" check ("kind" in ('order', 'payment', 'review', 'approval', 'digest'));

alter table "alert" drop constraint "alert_kind_check";
alter table "alert" add constraint "alert_kind_check" check ("kind" in ('order', 'payment', 'review', 'approval', 'digest'));`)
  }
}
