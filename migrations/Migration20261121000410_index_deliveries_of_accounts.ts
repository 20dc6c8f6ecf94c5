import { Migration } from '@mikro-orm/migrations'

/** So that every account's turn is found without looking through the backlog of another. */
export class Migration20261121000410_index_deliveries_of_accounts extends Migration {
  override up() {
    this.addSql(`
      create index delivery_turn on delivery (account_id, attempts, next_at) where state = 'pending';
    `)
  }
}
