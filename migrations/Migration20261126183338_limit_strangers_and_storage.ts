import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126183338_limit_strangers_and_storage extends Migration {
  override up() {
    this.addSql(`
alter table "account" add "storage_bytes_max" bigint null, add "storage_files_max" int null,
  add "redirect_schemes" text[] not null default '{}';
comment on column "account"."storage_bytes_max" is
  'What the operator lets its files and pictures take together, in bytes; null: as its plan says.';
comment on column "account"."storage_files_max" is
  'How many files, and how many pictures, the operator lets it store; null: as its plan says.';
comment on column "account"."redirect_schemes" is
  'Schemes of apps that its payments may lead back to, without the colon; http and https always may.';
alter table "account" add constraint "account_storage_bytes_max_check" check (storage_bytes_max >= 0) not valid;
alter table "account" add constraint "account_storage_files_max_check" check (storage_files_max >= 0) not valid;

alter table "bill_part" add "address" bytea null;
comment on column "bill_part"."address" is
  'A hash of where it was asked from, in the form that limits count; null where that is not known.';`)
  }
}
