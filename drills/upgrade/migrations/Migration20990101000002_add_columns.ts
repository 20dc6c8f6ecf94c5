import { Migration } from '@mikro-orm/migrations'

export class Migration20990101000002_add_columns extends Migration {
  override up() {
    this.addSql('alter table payment add column later_note text null')
    this.addSql('alter table store_order add column later_count int not null default 0')
    this.addSql("insert into upgrade_step (name) values ('add_columns')")
    this.addSql('select pg_sleep(0.3)')
  }
}
