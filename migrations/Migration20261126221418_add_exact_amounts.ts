import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126221418_add_exact_amounts extends Migration {
  override up() {
    this.addSql(`
alter table "connection" add "is_exact" boolean not null default false;
comment on column "connection"."is_exact" is 'Whether a code of the account itself asks for exactly the price, without a unique code.';`)
  }
}
