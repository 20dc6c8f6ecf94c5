import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123173906_add_devices extends Migration {
  override up() {
    this.addSql(`

create table "device" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "kind" text not null,
  "name" text not null,
  "code_hash" bytea null,
  "code_until" timestamptz null,
  "token_hash" bytea null,
  "browser" text not null default '',
  "created_by" text not null,
  "created_at" timestamptz not null,
  "paired_at" timestamptz null,
  "seen_at" timestamptz null,
  "revoked_at" timestamptz null);
comment on table "device" is 'A phone or tablet at the counter. Its session opens nothing but the page of its kind.';
comment on column "device"."mode" is 'Whose sales it makes.';
comment on column "device"."kind" is 'kasir sells, soundbox says aloud what was paid.';
comment on column "device"."name" is 'By which the owner knows it.';
comment on column "device"."code_hash" is 'SHA-256 of the code that pairs it; null once it was used.';
comment on column "device"."code_until" is 'Until when the code is good.';
comment on column "device"."token_hash" is 'SHA-256 of the token in its cookie; null before it was paired.';
comment on column "device"."browser" is 'What it is, as its browser says.';
comment on column "device"."created_by" is 'Who wanted it.';
comment on column "device"."seen_at" is 'When it was used last, within some minutes.';
comment on column "device"."revoked_at" is 'Since when it opens nothing any more.';
alter table "device" add constraint "device_code_hash_unique" unique ("code_hash");
alter table "device" add constraint "device_token_hash_unique" unique ("token_hash");
create index "device_newest" on "device" ("account_id", "mode", "id");

alter table "device" add constraint "device_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "device" add constraint "device_paired" check ((paired_at is null) = (token_hash is null));
alter table "device" add constraint "device_code" check ((code_hash is null) = (code_until is null));
alter table "device" add constraint "device_code_once" check ((code_hash is null) or (paired_at is null));
alter table "device" add constraint "device_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 60));
alter table "device" add constraint "device_browser_check" check (char_length(browser) <= 100);
alter table "device" add constraint "device_created_by_check" check (char_length(created_by) <= 100);
alter table "device" add constraint "device_mode_check" check ("mode" in ('live', 'test'));
alter table "device" add constraint "device_kind_check" check ("kind" in ('kasir', 'soundbox'));`)
  }
}
