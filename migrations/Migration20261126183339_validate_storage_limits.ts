import { Migration } from '@mikro-orm/migrations'

/** No account had such limits before, but the checks do not know that. */
export class Migration20261126183339_validate_storage_limits extends Migration {
  override up() {
    this.addSql('alter table "account" validate constraint "account_storage_bytes_max_check"')
    this.addSql('alter table "account" validate constraint "account_storage_files_max_check"')
  }
}
