import { Migration } from '@mikro-orm/migrations'

export class Migration20990101000004_add_checks extends Migration {
  override up() {
    this.addSql('alter table store_order add constraint later_count_check check (later_count >= 0) not valid')
    this.addSql("insert into upgrade_step (name) values ('add_checks')")
    this.addSql('select pg_sleep(0.3)')
  }
}
