import { Migration } from '@mikro-orm/migrations'

/** No variant had a barcode before, but the check does not know that. */
export class Migration20261125220035_validate_barcode extends Migration {
  override up() {
    this.addSql('alter table "variant" validate constraint "variant_barcode_check"')
  }
}
