import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123175036_add_receipt_showings extends Migration {
  override up() {
    this.addSql(`

create table "receipt_showing" (
  "account_id" bigint not null,
  "number" text not null,
  "first_shown_at" timestamptz not null, primary key ("account_id",
  "number"));
comment on table "receipt_showing" is 'A receipt that was scanned at a counter of its shop: a second time it may be a copy.';
comment on column "receipt_showing"."number" is 'The invoice id, or the number of an order that was paid without an invoice.';

alter table "receipt_showing" add constraint "receipt_showing_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "receipt_showing" add constraint "receipt_showing_number_check" check (number ~ '^(INV-[0-9A-Z]{20}|ORD-[0-9]{6}-[0-9A-Z]{6})$');`)
  }
}
