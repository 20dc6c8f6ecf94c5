import { Migration } from '@mikro-orm/migrations'

/**
 * When phones have reported that brought money already. By itself, and by the newest transfers of an account: while a
 * column is added nobody can read or push.
 */
export class Migration20261126182226_know_reported_phones extends Migration {
  static allowed = {
    'moves rows': 'one row for each phone, which nothing waits for: else a phone that works would be "never reported"',
  }

  override up() {
    this.addSql(`
update "reading" r set "reported_at" = (
  select t.received_at from transfer t
  where t.account_id = c.account_id and t.receiving_account_id = c.receiving_account_id and t.connection_id = c.id
  order by t.id desc limit 1)
from connection c
where c.id = r.connection_id and c.connector = 'mutations' and c.removed_at is null and r.reported_at is null`)
  }
}
