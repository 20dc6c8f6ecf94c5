import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127113028_saved_views extends Migration {
  override up() {
    this.addSql(`

create table "saved_view" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "list" text not null,
  "name" text not null,
  "query" text not null,
  "created_at" timestamptz not null);
comment on table "saved_view" is 'A filter of a list that a member of an account has named.';
comment on column "saved_view"."list" is 'The list that it filters.';
comment on column "saved_view"."query" is 'The filter, as the address of the list has it.';
alter table "saved_view" add constraint "saved_view_once" unique ("account_id", "user_id", "list", "name");

alter table "saved_view" add constraint "saved_view_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "saved_view" add constraint "saved_view_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;
alter table "saved_view" add constraint "saved_view_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 40));
alter table "saved_view" add constraint "saved_view_query_check" check (char_length(query) <= 600);
alter table "saved_view" add constraint "saved_view_list_check" check ("list" in ('orders', 'payments'));`)
  }
}
