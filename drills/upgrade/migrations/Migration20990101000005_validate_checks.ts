import { Migration } from '@mikro-orm/migrations'

export class Migration20990101000005_validate_checks extends Migration {
  override up() {
    this.addSql('alter table store_order validate constraint later_count_check')
    this.addSql("insert into upgrade_step (name) values ('validate_checks')")
  }
}
