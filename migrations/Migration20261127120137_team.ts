import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127120137_team extends Migration {
  override up() {
    this.addSql(`

create table "member_limit" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "refund" text not null,
  "refund_max" bigint null,
  "discount" text not null,
  "price" text not null,
  "stock" text not null);
comment on table "member_limit" is 'What a member may do of the things that cost money. Without a row: whatever the role allows.';
comment on column "member_limit"."refund" is 'yes: as the role says; ask: once an owner approves; no: never.';
comment on column "member_limit"."refund_max" is 'The rupiah up to which a refund needs no approval; null: none.';
comment on column "member_limit"."discount" is 'yes: as the role says; ask: once an owner approves; no: never.';
comment on column "member_limit"."price" is 'yes: as the role says; ask: once an owner approves; no: never.';
comment on column "member_limit"."stock" is 'yes: as the role says; ask: once an owner approves; no: never.';
alter table "member_limit" add constraint "member_limit_once" unique ("account_id", "user_id");

create table "invitation" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "token_hash" bytea not null,
  "name" text not null,
  "role" text not null,
  "invited_by_id" bigint not null,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "used_at" timestamptz null);
comment on table "invitation" is 'A link by which one person joins the team of an account.';
comment on column "invitation"."token_hash" is 'The SHA-256 hash of its token.';
comment on column "invitation"."role" is 'The role that its user gets.';
comment on column "invitation"."name" is 'The person whom it is for, as the owner writes it.';
alter table "invitation" add constraint "invitation_token_hash_unique" unique ("token_hash");

create table "approval" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "kind" text not null,
  "subject" text not null,
  "amount" bigint null,
  "asked_at" timestamptz not null,
  "decided_at" timestamptz null,
  "is_approved" boolean null,
  "used_at" timestamptz null);
comment on table "approval" is 'An act that a member asked an owner to approve; approved, it is allowed once.';
comment on column "approval"."kind" is 'The kind of act that was asked for.';
comment on column "approval"."user_id" is 'The member who asked.';
comment on column "approval"."subject" is 'The page of the act.';
comment on column "approval"."amount" is 'In whole rupiah, of a refund.';
comment on column "approval"."used_at" is 'When the approved act was done.';
create index "approval_waiting" on "approval" ("account_id", "asked_at") where decided_at is null;

alter table "member_limit" add constraint "member_limit_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "member_limit" add constraint "member_limit_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;
alter table "member_limit" add constraint "member_limit_refund_max_check" check (refund_max > 0);
alter table "member_limit" add constraint "member_limit_refund_check" check ("refund" in ('yes', 'ask', 'no'));
alter table "member_limit" add constraint "member_limit_discount_check" check ("discount" in ('yes', 'ask', 'no'));
alter table "member_limit" add constraint "member_limit_price_check" check ("price" in ('yes', 'ask', 'no'));
alter table "member_limit" add constraint "member_limit_stock_check" check ("stock" in ('yes', 'ask', 'no'));

alter table "invitation" add constraint "invitation_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "invitation" add constraint "invitation_invited_by_id_foreign" foreign key ("invited_by_id") references "app_user" ("id") on update no action on delete no action;
alter table "invitation" add constraint "invitation_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 100));
alter table "invitation" add constraint "invitation_role_check" check ("role" in ('owner', 'finance', 'support', 'read_only'));

alter table "approval" add constraint "approval_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "approval" add constraint "approval_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;
alter table "approval" add constraint "approval_decided" check ((decided_at is null) = (is_approved is null));
alter table "approval" add constraint "approval_subject_check" check (char_length(subject) <= 300);
alter table "approval" add constraint "approval_kind_check" check ("kind" in ('refund', 'discount', 'price', 'stock'));`)
  }
}
