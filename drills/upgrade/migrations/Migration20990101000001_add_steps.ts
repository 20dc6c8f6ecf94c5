import { Migration } from '@mikro-orm/migrations'

/**
 * The steps that a version after this one may bring; each of these leaves a row, so that a test counts how often it was
 * done.
 */
export class Migration20990101000001_add_steps extends Migration {
  override up() {
    this.addSql('create table upgrade_step (name text not null)')
    this.addSql("insert into upgrade_step (name) values ('add_steps')")
    this.addSql('select pg_sleep(0.3)')
  }
}
