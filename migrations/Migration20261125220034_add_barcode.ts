import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261125220034_add_barcode extends Migration {
  override up() {
    this.addSql(`
alter table "variant" add "barcode" text null;
comment on column "variant"."barcode" is
  'What a scanner reads on it, such as an EAN-13; null for none. Several variants may have the same.';
alter table "variant"
  add constraint "variant_barcode_check" check (barcode ~ '^[0-9A-Za-z][0-9A-Za-z ._/-]{2,47}$') not valid;`)
  }
}
