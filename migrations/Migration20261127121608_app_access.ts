import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127121608_app_access extends Migration {
  override up() {
    this.addSql(`

create table "app_grant" (
  "id" uuid not null default gen_random_uuid(),
  "account_id" bigint not null,
  "mode" text not null,
  "code_hash" bytea not null,
  "app_name" text not null,
  "scopes" text[] not null,
  "return_url" text not null,
  "challenge" text not null,
  "actor" text not null,
  "actor_name" text null,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "used_at" timestamptz null, primary key ("id"));
comment on table "app_grant" is 'A merchant has allowed an app to get a key: its one-time code, until that is exchanged or too old.';
comment on column "app_grant"."code_hash" is 'SHA-256 of the code.';
comment on column "app_grant"."challenge" is 'The PKCE challenge, S256.';
comment on column "app_grant"."actor" is 'Who allowed it.';
comment on column "app_grant"."used_at" is 'When somebody sent the code; it works once.';
alter table "app_grant" add constraint "app_grant_code_hash_unique" unique ("code_hash");
create index "app_grant_old" on "app_grant" ("expires_at");

alter table "app_grant" add constraint "app_grant_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "app_grant" add constraint "app_grant_app_name_check" check (char_length(app_name) <= 60);
alter table "app_grant" add constraint "app_grant_return_url_check" check (char_length(return_url) <= 2048);
alter table "app_grant" add constraint "app_grant_challenge_check" check (char_length(challenge) <= 43);
alter table "app_grant" add constraint "app_grant_actor_check" check (char_length(actor) <= 100);
alter table "app_grant" add constraint "app_grant_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
