import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128193927_cost_of_goods extends Migration {
  override up() {
    this.addSql(`
alter table "variant" add "cost" bigint null;
comment on column "variant"."cost" is 'What one costs the seller, in whole rupiah; null where it was not told. Customers never see it.';
alter table "variant" add constraint "variant_cost_check" check ((cost >= 0) and (cost <= 1000000000)) not valid;`)
  }
}
