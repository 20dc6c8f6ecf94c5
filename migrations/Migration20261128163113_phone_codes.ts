import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261128163113_phone_codes extends Migration {
  override up() {
    this.addSql(`

create table "phone_code" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "phone_digits" text not null,
  "code_hash" bytea not null,
  "attempts" smallint not null default 0,
  "is_live" boolean not null default true,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "used_at" timestamptz null);
comment on table "phone_code" is 'Six digits that a merchant sends to a phone number, whose owner proves by them that it is theirs.';
comment on column "phone_code"."phone_digits" is 'The number that it was sent to.';
comment on column "phone_code"."code_hash" is 'A keyed hash of the code.';
comment on column "phone_code"."attempts" is 'How many of its five attempts are used up.';
comment on column "phone_code"."is_live" is 'False once it was used or replaced.';
comment on column "phone_code"."used_at" is 'When the number was proved.';
create index "phone_code_old" on "phone_code" ("expires_at");
create unique index "phone_code_one_live" on "phone_code" ("account_id", "mode", "phone_digits") where is_live;

alter table "phone_code" add constraint "phone_code_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "phone_code" add constraint "phone_code_attempts" check ((attempts >= 0) and (attempts <= 5));
alter table "phone_code" add constraint "phone_code_mode_check" check ("mode" in ('live', 'test'));`)
  }
}
