import { Migration } from '@mikro-orm/migrations'

/** The kinds of steps that a later version may have. Each leaves a row, so that a test counts how often it ran. */
export class Migration20990101000001_add_steps extends Migration {
  override up() {
    this.addSql('create table upgrade_step (name text not null)')
    this.addSql("insert into upgrade_step (name) values ('add_steps')")
    this.addSql('select pg_sleep(0.3)')
  }
}
