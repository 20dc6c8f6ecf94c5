import { Migration } from '@mikro-orm/migrations'

/** Alerts may be about one kind more. */
export class Migration20261128162321_approval_alerts extends Migration {
  static allowed = { drops: 'the checks are replaced by ones that take one kind more' }

  override up() {
    this.addSql(`
alter table "alert_switch" drop constraint "alert_switch_kind_check";
alter table "alert_switch" add constraint "alert_switch_kind_check" check ("kind" in ('order', 'payment', 'review', 'approval', 'digest')) not valid;

alter table "alert" drop constraint "alert_kind_check";
alter table "alert" add constraint "alert_kind_check" check ("kind" in ('order', 'payment', 'review', 'approval', 'digest')) not valid;`)
  }
}
