import { Migration } from '@mikro-orm/migrations'

/**
 * Generated from the entities by `npm run migration`; the pictures that are stored already were added by hand. Their size
 * is not known without the store: they are counted with 300 kB each, above what a drawn picture usually takes.
 */
export class Migration20261126220612_add_stored_pictures extends Migration {
  override up() {
    this.addSql(`

create table "stored_picture" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "kind" text not null,
  "customer_id" bigint null,
  "storage_key" text not null,
  "file_size" bigint not null,
  "created_at" timestamptz not null);
comment on table "stored_picture" is 'A picture that is stored for an account and is no product’s: of a talk, of a broadcast, or its logo.';
comment on column "stored_picture"."kind" is 'Who sent it, or what it is.';
comment on column "stored_picture"."customer_id" is 'The customer of the talk; null for others.';
comment on column "stored_picture"."storage_key" is 'The name under which its bytes are stored.';
comment on column "stored_picture"."file_size" is 'Bytes.';
alter table "stored_picture" add constraint "stored_picture_storage_key_unique" unique ("storage_key");
create index "stored_picture_of_account" on "stored_picture" ("account_id", "customer_id");
create index "stored_picture_old" on "stored_picture" ("created_at");

alter table "stored_picture" add constraint "stored_picture_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "stored_picture" add constraint "stored_picture_file_size_check" check (file_size > 0);
alter table "stored_picture" add constraint "stored_picture_kind_check" check ("kind" in ('from_customer', 'from_merchant', 'broadcast', 'logo'));`)
    this.addSql(`
insert into stored_picture (account_id, kind, customer_id, storage_key, file_size, created_at)
select account_id, 'from_' || "from", customer_id, storage_key, 300000, created_at
from talk_message where storage_key is not null
union all
select account_id, 'broadcast', null, storage_key, 300000, created_at from broadcast where storage_key is not null
union all
select id, 'logo', null, logo_key, 300000, now() from account where logo_key is not null
on conflict do nothing`)
  }
}
