import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261121000000_create_tables extends Migration {
  override up() {
    // Searches: both come with PostgreSQL and may be created by the owner of a database.
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists btree_gin')
    this.addSql(`

create table "account" (
  "id" bigint generated always as identity not null primary key,
  "name" text not null,
  "display_name" text not null,
  "email" text null,
  "is_verified" boolean not null default false,
  "is_active" boolean not null default true,
  "is_operator" boolean not null default false,
  "dialect" text not null default 'detailed',
  "default_callback_url" text null,
  "invoice_lifetime_s" int not null default 1800,
  "accepts_late_money" boolean not null default false,
  "subtracts_unique_code" boolean not null default false,
  "offers_all_methods" boolean not null default false,
  "platform_fee_bps" int not null default 0,
  "accepts_key_in_query" boolean not null default true,
  "refuses_unknown_fields" boolean not null default false,
  "allows_foreign_codes" boolean not null default false,
  "amount_max" bigint null,
  "requests_per_s" int null,
  "logo_key" text null,
  "created_at" timestamptz not null default now());
comment on table "account" is 'A merchant. Owns everything below it.';
comment on column "account"."email" is 'As the operator wrote it down; told where the owner has given none. Nobody is found by it.';
comment on column "account"."is_verified" is 'Whether the operator has verified it: opens methods in the edition with verification.';
comment on column "account"."is_active" is 'False while the operator has suspended it.';
comment on column "account"."is_operator" is 'The one account whose connections serve the methods qris and qris_platform.';
comment on column "account"."dialect" is 'How answers of the API look.';
comment on column "account"."default_callback_url" is 'Where payments are told that name no callback address of their own.';
comment on column "account"."invoice_lifetime_s" is 'How long its payments can be paid, in seconds.';
comment on column "account"."accepts_late_money" is 'Whether exact money that comes after the end pays by itself.';
comment on column "account"."subtracts_unique_code" is 'Whether the unique code lowers the amount and does not raise it.';
comment on column "account"."offers_all_methods" is 'Whether the store puts every available method on one invoice, in the edition that knows all.';
comment on column "account"."platform_fee_bps" is 'What customers pay on top with qris_platform, in hundredths of a percent.';
comment on column "account"."accepts_key_in_query" is 'Whether a key may come as ?apiKey= in the address.';
comment on column "account"."refuses_unknown_fields" is 'Whether a request with a field that its endpoint does not know is refused.';
comment on column "account"."allows_foreign_codes" is 'Whether the operator lets it convert codes of other merchants, whose money nobody here sees.';
comment on column "account"."amount_max" is 'What the operator lets one payment be at most, in whole rupiah; null: as much as its method takes.';
comment on column "account"."requests_per_s" is 'Requests a second over all keys, set by the operator; null: the installation''s limit for each key.';
comment on column "account"."logo_key" is 'The name under which the bytes of its picture are kept.';
alter table "account" add constraint "account_name_unique" unique ("name");
alter table "account" add constraint "account_logo_key_unique" unique ("logo_key");
create unique index "account_one_operator" on "account" ("is_operator") where is_operator;
alter table "account" add constraint "account_name_check" check (name ~ '^[a-z0-9][a-z0-9_-]{1,38}$');
alter table "account" add constraint "account_display_name_check" check ((char_length(display_name) >= 1) and (char_length(display_name) <= 100));
alter table "account" add constraint "account_email_check" check (char_length(email) <= 254);
alter table "account" add constraint "account_default_callback_url_check" check (char_length(default_callback_url) <= 2048);
alter table "account" add constraint "account_invoice_lifetime_s_check" check ((invoice_lifetime_s >= 300) and (invoice_lifetime_s <= 86400));
alter table "account" add constraint "account_platform_fee_bps_check" check ((platform_fee_bps >= 0) and (platform_fee_bps <= 1000));
alter table "account" add constraint "account_amount_max_check" check (amount_max >= 1000);
alter table "account" add constraint "account_requests_per_s_check" check ((requests_per_s >= 1) and (requests_per_s <= 1000));
alter table "account" add constraint "account_logo_key_check" check (logo_key ~ '^[A-Za-z0-9_-]{22}$');
alter table "account" add constraint "account_dialect_check" check ("dialect" in ('detailed', 'simple'));

create table "answered_request" (
  "account_id" bigint not null,
  "mode" text not null,
  "path" text not null,
  "key" text not null,
  "fingerprint" bytea not null,
  "storage_key" text not null,
  "answer" text null,
  "created_at" timestamptz not null, primary key ("account_id",
  "mode",
  "path",
  "key"));
comment on table "answered_request" is 'What a POST with an Idempotency-Key was answered.';
comment on column "answered_request"."path" is 'The endpoint''s: the same key at another one is another request.';
comment on column "answered_request"."fingerprint" is 'A hash of the request: another one under the same key is refused.';
comment on column "answered_request"."storage_key" is 'The name of what the request keeps in the store of goods: its repetition stores it there again.';
comment on column "answered_request"."answer" is 'JSON as it went out; null while something outside is asked, and after a kill in between.';
create index "answered_request_age" on "answered_request" ("created_at");
alter table "answered_request" add constraint "answered_request_key_check" check ((char_length(key) >= 1) and (char_length(key) <= 255));
alter table "answered_request" add constraint "answered_request_mode_check" check ("mode" in ('live', 'test'));

create table "api_request" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "api_key_id" bigint not null,
  "method" text not null,
  "path" text not null,
  "status" int not null,
  "code" text null,
  "request_id" text not null,
  "unknown_fields" jsonb null,
  "duration_ms" int not null,
  "received_at" timestamptz not null);
comment on table "api_request" is 'One request that a key made, without bodies, kept for KEEP_REQUESTS_DAYS.';
comment on column "api_request"."api_key_id" is 'Without a constraint: it is written in batches, long after the key was read.';
comment on column "api_request"."path" is 'Without its query.';
comment on column "api_request"."code" is 'Of the error; null for a request that was answered.';
comment on column "api_request"."unknown_fields" is 'Ten at most, without their values; null where every field was known.';
create index "api_request_newest" on "api_request" ("account_id", "mode", "id");
create index "api_request_age" on "api_request" ("received_at");
alter table "api_request" add constraint "api_request_mode_check" check ("mode" in ('live', 'test'));

create table "attempt" (
  "key" text not null,
  "tries" int not null,
  "until" timestamptz not null, primary key ("key"));
comment on table "attempt" is 'How often something was tried in a window of time: signing in by a name, codes of a user.';
comment on column "attempt"."key" is 'What is tried, by whom.';
comment on column "attempt"."tries" is 'How often since the window began.';
comment on column "attempt"."until" is 'When the window ends.';
create index "attempt_over" on "attempt" ("until");

create table "audit_entry" (
  "id" bigint generated always as identity not null primary key,
  "chain" bigint not null,
  "number" bigint not null,
  "actor" text not null,
  "act" text not null,
  "subject" text not null,
  "detail" jsonb not null,
  "address" text null,
  "created_at" timestamptz not null,
  "previous_hash" bytea not null,
  "hash" bytea not null);
comment on table "audit_entry" is 'One act for which somebody may be held responsible. Each row holds the hash of the row before it.';
comment on column "audit_entry"."chain" is 'The account''s id, 0 for the installation: each has its own chain.';
comment on column "audit_entry"."number" is 'Its place in the chain, from 1 without a gap.';
comment on column "audit_entry"."actor" is 'Who did it: user 12, command, rule late money.';
comment on column "audit_entry"."act" is 'What was done; src/accounts/audit-act.ts has them all.';
comment on column "audit_entry"."subject" is 'What it was done to.';
comment on column "audit_entry"."detail" is 'What one must know of it; never a secret.';
comment on column "audit_entry"."previous_hash" is 'The hash of the entry before; zeros for the first.';
comment on column "audit_entry"."hash" is 'SHA-256 of all other columns but the id.';
alter table "audit_entry" add constraint "audit_entry_place" unique ("chain", "number");
create function refuse_audit_change() returns trigger language plpgsql as $$        begin
          raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';         end $$;
        create trigger audit_entry_append_only before update or delete or truncate on audit_entry
          for each statement execute function refuse_audit_change();

create table "bot" (
  "id" bigint not null,
  "account_id" bigint null,
  "mode" text not null,
  "username" text not null,
  "first_name" text not null,
  "me" jsonb not null,
  "sealed_token" text not null,
  "hook_id" text not null,
  "secret_rotation" int not null default 0,
  "state" text not null default 'active',
  "revoked_at" timestamptz null,
  "hooked_as" text null,
  "hook_failures" int not null default 0,
  "hook_at" timestamptz not null default now(),
  "polled_at" timestamptz not null default '-infinity',
  "poll_token" uuid null,
  "poll_holder" text null,
  "polled_until" timestamptz not null default '-infinity',
  "quiet_until" timestamptz not null default '-infinity',
  "created_at" timestamptz not null default now(), primary key ("id"));
comment on table "bot" is 'A Telegram bot: the door of an account''s shop, or the platform''s, where merchants are told.';
comment on column "bot"."id" is 'Telegram''s.';
comment on column "bot"."account_id" is 'Null for the platform bot.';
comment on column "bot"."me" is 'What Telegram said of it, so that nobody asks getMe again.';
comment on column "bot"."sealed_token" is 'The bot''s token, sealed.';
comment on column "bot"."hook_id" is 'What stands in the address of its webhook.';
comment on column "bot"."secret_rotation" is 'Raised by one to give its webhook another secret.';
comment on column "bot"."state" is 'revoked: Telegram takes its token no more.';
comment on column "bot"."hooked_as" is 'The url, secret and kinds of updates that Telegram was told; null when no webhook is set.';
comment on column "bot"."hook_failures" is 'How often setting the webhook failed in a row.';
comment on column "bot"."polled_until" is 'Until then the process that holds the lease alone asks for its updates.';
comment on column "bot"."quiet_until" is 'Telegram asked that nothing be sent before.';
alter table "bot" add constraint "bot_hook_id_unique" unique ("hook_id");
create unique index bot_one_platform on bot ((account_id is null)) where (account_id is null) and (state = 'active');
create index "bot_of_account" on "bot" ("account_id");
create index "bot_to_poll" on "bot" ("polled_at") where state = 'active';
alter table "bot" add constraint "bot_mode_check" check ("mode" in ('live', 'test'));
alter table "bot" add constraint "bot_state_check" check ("state" in ('active', 'revoked'));

create table "bridge" (
  "id" bigint generated always as identity not null primary key,
  "connector" text not null,
  "mode" text not null,
  "base_url" text not null,
  "sealed_key" text not null);
comment on table "bridge" is 'The operator''s server that signs in to banks or wallets for a connector (docs/connectors/bridge.md).';
comment on column "bridge"."sealed_key" is 'The key that the bridge asks for, sealed.';
alter table "bridge" add constraint "bridge_connector_mode_unique" unique ("connector", "mode");
alter table "bridge" add constraint "bridge_mode_check" check ("mode" in ('live', 'test'));

create table "broadcast" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "bot_id" bigint not null,
  "author_chat_id" bigint not null,
  "text" text not null,
  "storage_key" text null,
  "segment" text null,
  "state" text not null default 'draft',
  "next_at" timestamptz not null,
  "reported_at" timestamptz null,
  "once" text not null,
  "created_at" timestamptz not null,
  "started_at" timestamptz null,
  "ended_at" timestamptz null);
comment on table "broadcast" is 'One message from a merchant to many customers of one bot.';
comment on column "broadcast"."author_chat_id" is 'The chat with the platform bot that it was written in, and is reported to.';
comment on column "broadcast"."storage_key" is 'On the shelf of pictures.';
comment on column "broadcast"."segment" is 'Which customers it goes to.';
comment on column "broadcast"."state" is 'How far it has got.';
comment on column "broadcast"."next_at" is 'When its next second begins; while a process works on one, until when it may.';
comment on column "broadcast"."once" is 'What caused it, so that an update that is handled again makes one.';
alter table "broadcast" add constraint "broadcast_once_unique" unique ("once");
create index "broadcast_due" on "broadcast" ("next_at") where state = 'sending';
create unique index "broadcast_one_at_a_time" on "broadcast" ("bot_id") where state = 'sending';
alter table "broadcast" add constraint "broadcast_text_check" check ((char_length(text) >= 1) and (char_length(text) <= 1000));
alter table "broadcast" add constraint "broadcast_segment_check" check ("segment" in ('all', 'buyers', 'browsers', 'idle'));
alter table "broadcast" add constraint "broadcast_state_check" check ("state" in ('draft', 'sending', 'done', 'stopped'));

create table "broadcast_recipient" (
  "broadcast_id" bigint not null,
  "chat_id" bigint not null,
  "account_id" bigint not null,
  "state" text not null default 'pending', primary key ("broadcast_id",
  "chat_id"));
comment on table "broadcast_recipient" is 'One of the chats that a broadcast goes to, as they were when it began.';
comment on column "broadcast_recipient"."chat_id" is 'Telegram''s id of the chat.';
comment on column "broadcast_recipient"."state" is 'What became of the message.';
create index "broadcast_recipient_pending" on "broadcast_recipient" ("broadcast_id", "chat_id") where state = 'pending';
alter table "broadcast_recipient" add constraint "broadcast_recipient_state_check" check ("state" in ('pending', 'taken', 'sent', 'blocked', 'failed', 'unsure'));

create table "callback_endpoint" (
  "account_id" bigint not null,
  "origin" text not null,
  "failures_in_row" int not null default 0,
  "window_from" timestamptz null,
  "window_tries" int not null default 0,
  "window_failures" int not null default 0,
  "open_s" int not null default 0,
  "blocked_until" timestamptz null,
  "failing_since" timestamptz null,
  "disabled_at" timestamptz null, primary key ("account_id",
  "origin"));
comment on table "callback_endpoint" is 'How an origin that an account''s callbacks go to has answered: its breaker.';
comment on column "callback_endpoint"."failures_in_row" is 'Failures since the last success.';
comment on column "callback_endpoint"."window_tries" is 'Tries since window_from.';
comment on column "callback_endpoint"."window_failures" is 'Failures since window_from.';
comment on column "callback_endpoint"."open_s" is 'For how many seconds the breaker opened last.';
comment on column "callback_endpoint"."blocked_until" is 'Nothing is sent to it before.';
comment on column "callback_endpoint"."disabled_at" is 'Since when it gets nothing more, until somebody switches it on.';

create table "category" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "public_id" text not null,
  "key" text not null,
  "level" smallint not null,
  "parent_id" bigint null,
  "parent_level" smallint generated always as (case when (parent_id is null) then null::integer else 1 end) stored null,
  "name" text not null,
  "position" int not null default 0,
  "is_active" boolean not null default true,
  "created_at" timestamptz not null);
comment on table "category" is 'Where products are found, on two levels.';
comment on column "category"."public_id" is '22 characters of base64url, for c_<id> links and buttons.';
comment on column "category"."level" is '1 or 2.';
alter table "category" add constraint "category_public_id_unique" unique ("public_id");
create index "category_shown" on "category" ("account_id", "parent_id", "position", "id") where is_active;
alter table "category" add constraint "category_account_id_key_unique" unique ("account_id", "key");
alter table "category" add constraint "category_account_id_id_unique" unique ("account_id", "id");
alter table "category" add constraint "category_account_id_id_level_unique" unique ("account_id", "id", "level");
alter table "category" add constraint "category_levels" check ((level = 2) = (parent_id is not null));
alter table "category" add constraint "category_public_id_check" check (public_id ~ '^[A-Za-z0-9_-]{22}$');
alter table "category" add constraint "category_key_check" check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$');
alter table "category" add constraint "category_level_check" check (level in (1, 2));
alter table "category" add constraint "category_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 100));

create table "chat_lease" (
  "bot_id" bigint not null,
  "person_id" bigint not null,
  "token" uuid not null,
  "holder" text not null,
  "leased_until" timestamptz not null, primary key ("bot_id",
  "person_id"));
comment on table "chat_lease" is 'Who handles a person''s updates, so that nobody else does.';
comment on column "chat_lease"."person_id" is 'Telegram''s id of the person.';
comment on column "chat_lease"."token" is 'Proves whose lease it is: a late writer''s is another.';
comment on column "chat_lease"."leased_until" is 'Until then the process that holds the lease alone works on it.';

create table "coupon" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "code" text not null,
  "percent" int null,
  "amount" bigint null,
  "discount_max" bigint null,
  "total_min" bigint not null default '0',
  "starts_at" timestamptz null,
  "ends_at" timestamptz null,
  "uses_max" int null,
  "per_customer_max" int null,
  "product_keys" text[] not null default '{}',
  "customer_id" bigint null,
  "used" int not null default 0,
  "used_in_test" int not null default 0,
  "is_active" boolean not null default true,
  "created_at" timestamptz not null);
comment on table "coupon" is 'Money off an order for every customer who knows its code, or for one customer alone.';
comment on column "coupon"."percent" is 'Of the goods that it is for; a coupon has either this or an amount in whole rupiah.';
comment on column "coupon"."amount" is 'What it takes off, in whole rupiah; null where it is a percentage.';
comment on column "coupon"."discount_max" is 'The most that it takes off.';
comment on column "coupon"."total_min" is 'The least that the goods must cost.';
comment on column "coupon"."uses_max" is 'How often it can be used; null: without limit.';
comment on column "coupon"."per_customer_max" is 'How often one customer can use it; null: without limit.';
comment on column "coupon"."product_keys" is 'Keys of the products that it is for; empty for all.';
comment on column "coupon"."customer_id" is 'For this customer alone; null for everybody. Not a relation: customers are a room above this one.';
comment on column "coupon"."used" is 'By orders of live mode, and of test mode: neither uses up what the other has.';
comment on column "coupon"."used_in_test" is 'How often orders of test mode have used it.';
create index "coupon_of_customer" on "coupon" ("customer_id") where customer_id is not null;
alter table "coupon" add constraint "coupon_account_id_code_unique" unique ("account_id", "code");
alter table "coupon" add constraint "coupon_worth" check ((percent is null) <> (amount is null));
alter table "coupon" add constraint "coupon_code_check" check (code ~ '^[A-Z0-9-]{3,32}$');
alter table "coupon" add constraint "coupon_percent_check" check ((percent >= 1) and (percent <= 100));
alter table "coupon" add constraint "coupon_amount_check" check (amount > 0);
alter table "coupon" add constraint "coupon_discount_max_check" check (discount_max > 0);
alter table "coupon" add constraint "coupon_total_min_check" check (total_min >= 0);
alter table "coupon" add constraint "coupon_uses_max_check" check (uses_max > 0);
alter table "coupon" add constraint "coupon_per_customer_max_check" check (per_customer_max > 0);
alter table "coupon" add constraint "coupon_used_check" check (used >= 0);
alter table "coupon" add constraint "coupon_used_in_test_check" check (used_in_test >= 0);

create table "customer" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "bot_id" bigint not null,
  "telegram_user_id" bigint not null,
  "chat_id" bigint not null,
  "name" text not null,
  "phone" text null,
  "phone_digits" text generated always as (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(phone, '[^0-9+]'::text, ''::text, 'g'::text), '^0([1-9])'::text, '62\\1'::text), '^(8[0-9]{8,11})$'::text, '62\\1'::text), '[^0-9]'::text, ''::text, 'g'::text), '^00'::text, ''::text), '^620'::text, '62'::text)) stored null,
  "address" text null,
  "language" text null,
  "blocked_at" timestamptz null,
  "promo_stopped_at" timestamptz null,
  "created_at" timestamptz not null);
comment on table "customer" is 'A person who orders in one shop''s chat.';
comment on column "customer"."telegram_user_id" is 'Telegram''s id of the person.';
comment on column "customer"."chat_id" is 'Telegram''s id of the chat with the bot.';
comment on column "customer"."name" is 'Their name in Telegram.';
comment on column "customer"."blocked_at" is 'Since when the person has blocked the bot.';
comment on column "customer"."promo_stopped_at" is 'Since when they want no broadcasts: messages about their orders are sent all the same.';
create index "customer_chat" on "customer" ("bot_id", "chat_id");
create index customer_searched on customer using gin ((name || chr(31) || coalesce(phone, '') || chr(31) || coalesce(phone_digits, '')) gin_trgm_ops);
alter table "customer" add constraint "customer_bot_id_telegram_user_id_unique" unique ("bot_id", "telegram_user_id");
alter table "customer" add constraint "customer_account_id_id_unique" unique ("account_id", "id");
alter table "customer" add constraint "customer_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 100));
alter table "customer" add constraint "customer_phone_check" check (char_length(phone) <= 32);
alter table "customer" add constraint "customer_address_check" check (char_length(address) <= 500);
alter table "customer" add constraint "customer_language_check" check ("language" in ('id', 'en'));

create table "destination" (
  "account_id" bigint not null,
  "bank" text not null,
  "number" text not null,
  "holder" text not null,
  "usable_from" timestamptz not null, primary key ("account_id"));
comment on table "destination" is 'The bank account that a merchant''s money is sent to.';
comment on column "destination"."number" is 'The bank account number.';
comment on column "destination"."usable_from" is 'No money is sent to it before, because who takes over an account would change it first.';
alter table "destination" add constraint "destination_bank_check" check ((char_length(bank) >= 2) and (char_length(bank) <= 50));
alter table "destination" add constraint "destination_number_check" check (number ~ '^[0-9]{5,30}$');
alter table "destination" add constraint "destination_holder_check" check ((char_length(holder) >= 1) and (char_length(holder) <= 100));

create table "digital_file" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "original_name" text not null,
  "file_type" text not null,
  "file_size" bigint not null,
  "content_hash" bytea not null,
  "storage_key" text not null,
  "is_active" boolean not null default true,
  "download_count" bigint not null default '0',
  "created_at" timestamptz not null);
comment on table "digital_file" is 'A file that is sold.';
comment on column "digital_file"."file_size" is 'Bytes.';
comment on column "digital_file"."content_hash" is 'SHA-256 of the bytes.';
comment on column "digital_file"."storage_key" is 'Keys what Telegram remembers of it.';
comment on column "digital_file"."download_count" is 'How often payers have downloaded it.';
alter table "digital_file" add constraint "digital_file_storage_key_unique" unique ("storage_key");
create index "digital_file_content" on "digital_file" ("account_id", "content_hash");
alter table "digital_file" add constraint "digital_file_account_id_id_unique" unique ("account_id", "id");
alter table "digital_file" add constraint "digital_file_original_name_check" check ((char_length(original_name) >= 1) and (char_length(original_name) <= 255));
alter table "digital_file" add constraint "digital_file_file_type_check" check ((char_length(file_type) >= 3) and (char_length(file_type) <= 127));
alter table "digital_file" add constraint "digital_file_file_size_check" check (file_size > 0);

create table "event" (
  "id" uuid not null,
  "mode" text null,
  "type" text not null,
  "subject" text not null,
  "month" text not null default '',
  "payload" jsonb not null,
  "created_at" timestamptz not null,
  "recorded_at" timestamptz(3) not null default now(),
  "account_id" bigint not null, primary key ("id"));
comment on table "event" is 'A fact, written in the same transaction as the change that caused it.';
comment on column "event"."mode" is 'Null for what concerns both modes, or none.';
comment on column "event"."type" is 'What happened, such as payment.paid.';
comment on column "event"."subject" is 'What it happened to: an invoice id, an order number.';
comment on column "event"."month" is 'The month of its invoice id, so that months can be partitions; empty for what is no payment.';
comment on column "event"."payload" is 'The facts as they were then; src/events/payloads.ts has the shape for each type.';
comment on column "event"."recorded_at" is 'Real time, when the transaction of the change began; to the millisecond, which a Date can carry.';
create index event_told on event (account_id, mode, recorded_at, id);
alter table "event" add constraint "event_subject_type_unique" unique ("subject", "type");
alter table "event" add constraint "event_mode_check" check ("mode" in ('live', 'test'));

create table "delivery" (
  "id" bigint generated always as identity not null primary key,
  "event_id" uuid not null,
  "account_id" bigint not null,
  "mode" text not null,
  "invoice_id" text not null,
  "month" text not null default '',
  "url" text not null,
  "origin" text generated always as (lower("substring"(url, '^[^:]+://[^/?#]+'::text))) stored not null,
  "state" text not null default 'pending',
  "attempts" int not null default 0,
  "next_at" timestamptz not null,
  "is_test" boolean not null default false,
  "requested_by" text null,
  "created_at" timestamptz not null,
  "lease_token" uuid null,
  "lease_holder" text null,
  "leased_until" timestamptz not null default '-infinity');
comment on table "delivery" is 'A signed POST owed to a merchant''s backend.';
comment on column "delivery"."month" is 'The month of its event.';
comment on column "delivery"."url" is 'Where it goes, as it was when the event happened.';
comment on column "delivery"."origin" is 'Places, breaker and rest are an endpoint''s own.';
comment on column "delivery"."state" is 'pending and paused wait; delivered has arrived; exhausted, blocked and stopped are not sent again.';
comment on column "delivery"."attempts" is 'How often it was sent.';
comment on column "delivery"."next_at" is 'When it is sent next.';
comment on column "delivery"."requested_by" is 'Who asked for it to be sent again; null for the one that the event caused.';
comment on column "delivery"."leased_until" is 'Until then the process that holds the lease alone may send it.';
create index "delivery_newest" on "delivery" ("account_id", "mode", "created_at");
create index "delivery_of_invoice" on "delivery" ("invoice_id");
create index "delivery_again" on "delivery" ("event_id") where requested_by is not null;
create index "delivery_held" on "delivery" ("lease_holder") where lease_token is not null;
create index "delivery_fresh" on "delivery" ("account_id", "origin", "next_at") where (state = 'pending') and (lease_token is null) and (attempts = 0);
create index "delivery_retry" on "delivery" ("account_id", "origin", "next_at") where (state = 'pending') and (lease_token is null) and (attempts > 0);
create index "delivery_leased" on "delivery" ("account_id", "origin") where lease_token is not null;
create unique index "delivery_of_event" on "delivery" ("event_id") where requested_by is null;
alter table "delivery" add constraint "delivery_mode_check" check ("mode" in ('live', 'test'));
alter table "delivery" add constraint "delivery_state_check" check ("state" in ('pending', 'delivered', 'exhausted', 'blocked', 'stopped', 'paused'));

create table "delivery_attempt" (
  "delivery_id" bigint not null,
  "number" int not null,
  "account_id" bigint not null,
  "attempted_at" timestamptz not null,
  "status" int null,
  "duration_ms" int not null,
  "error" text null,
  "response" text null, primary key ("delivery_id",
  "number"));
comment on table "delivery_attempt" is 'One try of a delivery, and what came of it.';
comment on column "delivery_attempt"."status" is 'Of the HTTP answer; null where there was none.';
comment on column "delivery_attempt"."response" is 'The beginning of what was answered.';
create index "delivery_attempt_age" on "delivery_attempt" ("attempted_at");

create table "hidden_content" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "title" text not null,
  "content_type" text not null,
  "body" text not null,
  "is_active" boolean not null default true,
  "view_count" bigint not null default '0',
  "created_at" timestamptz not null);
comment on table "hidden_content" is 'A text or a link that is shown to who paid for it.';
comment on column "hidden_content"."content_type" is 'Whether the body is a text or a link.';
comment on column "hidden_content"."view_count" is 'How often payers have opened it.';
alter table "hidden_content" add constraint "hidden_content_account_id_id_unique" unique ("account_id", "id");
alter table "hidden_content" add constraint "hidden_content_title_check" check ((char_length(title) >= 1) and (char_length(title) <= 100));
alter table "hidden_content" add constraint "hidden_content_body_check" check ((char_length(body) >= 1) and (char_length(body) <= 20000));
alter table "hidden_content" add constraint "hidden_content_content_type_check" check ("content_type" in ('text', 'link'));

create table "idempotency" (
  "account_id" bigint not null,
  "mode" text not null,
  "key" text not null,
  "fingerprint" bytea not null,
  "invoice_id" text not null,
  "created_at" timestamptz not null, primary key ("account_id",
  "mode",
  "key"));
comment on table "idempotency" is 'The invoice that an Idempotency-Key made.';
comment on column "idempotency"."fingerprint" is 'A hash of the request: another one under the same key is refused.';
create index "idempotency_age" on "idempotency" ("created_at");
alter table "idempotency" add constraint "idempotency_key_check" check ((char_length(key) >= 1) and (char_length(key) <= 255));

create table "inbox" (
  "bot_id" bigint not null,
  "update_id" bigint not null,
  "person_id" bigint not null,
  "payload" jsonb not null,
  "state" text not null default 'received',
  "attempts" int not null default 0,
  "retry_at" timestamptz not null default now(),
  "received_at" timestamptz not null default now(),
  "ended_at" timestamptz null,
  "error" text null,
  "reference" text null, primary key ("bot_id",
  "update_id"));
comment on table "inbox" is 'What Telegram sent, kept until it was handled.';
comment on column "inbox"."update_id" is 'Telegram''s id of the update.';
comment on column "inbox"."person_id" is 'Telegram''s id of the person; their updates are handled in order.';
comment on column "inbox"."payload" is 'As Telegram wrote it.';
comment on column "inbox"."state" is 'dead: handling it failed too often.';
comment on column "inbox"."attempts" is 'How often handling it began.';
create index "inbox_waiting" on "inbox" ("bot_id", "person_id", "update_id") where state = 'received';
create index "inbox_age" on "inbox" ("received_at");
create index "inbox_dead" on "inbox" ("ended_at") where state = 'dead';
alter table "inbox" add constraint "inbox_state_check" check ("state" in ('received', 'done', 'dead'));

create table "inviter" (
  "customer_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "code" text not null,
  "created_at" timestamptz not null, primary key ("customer_id"));
comment on table "inviter" is 'A customer who asked for a link to invite friends with.';
comment on column "inviter"."mode" is 'The mode of the shop that the link leads to; in the other it is unknown.';
comment on column "inviter"."code" is 'What stands in the link: r_<code>.';
alter table "inviter" add constraint "inviter_code_unique" unique ("code");
alter table "inviter" add constraint "inviter_code_check" check (code ~ '^[0-9A-Z]{10}$');
alter table "inviter" add constraint "inviter_mode_check" check ("mode" in ('live', 'test'));

create table "process" (
  "holder" text not null,
  "beaten_at" timestamptz not null,
  "steady_since" timestamptz not null, primary key ("holder"));
comment on table "process" is 'A process that says that it lives, so that what it leased is freed when it no longer does.';
comment on column "process"."holder" is 'The name under which it takes leases.';
comment on column "process"."beaten_at" is 'When it said last that it lives.';

create table "method_maintenance" (
  "method" text not null,
  "reason" text not null,
  "since" timestamptz not null, primary key ("method"));
comment on table "method_maintenance" is 'A payment method that the operator has switched off for everybody.';
comment on column "method_maintenance"."method" is 'A payment method id.';
alter table "method_maintenance" add constraint "method_maintenance_reason_check" check ((char_length(reason) >= 1) and (char_length(reason) <= 200));

create table "notice" (
  "id" bigint generated always as identity not null primary key,
  "bot_id" bigint not null,
  "chat_id" bigint not null,
  "account_id" bigint null,
  "kind" text not null,
  "dedupe_key" text not null,
  "edits" text null,
  "data" jsonb not null,
  "state" text not null default 'pending',
  "is_waiting" boolean not null default false,
  "attempts" int not null default 0,
  "next_at" timestamptz not null,
  "created_at" timestamptz not null,
  "ended_at" timestamptz null,
  "message_id" bigint null,
  "message_form" text null,
  "last_error" text null,
  "lease_token" uuid null,
  "lease_holder" text null,
  "leased_until" timestamptz not null default '-infinity');
comment on table "notice" is 'A Telegram message that the service owes to a person.';
comment on column "notice"."chat_id" is 'Telegram''s id of the chat that it goes to.';
comment on column "notice"."kind" is 'What it says; bot/notices has the words for each.';
comment on column "notice"."dedupe_key" is 'What it is about, so that it is written once.';
comment on column "notice"."edits" is 'The key of the notice whose message this one changes.';
comment on column "notice"."data" is 'What its words need; src/notices/notice.ts has the shape for each kind.';
comment on column "notice"."state" is 'pending, then one of four ends.';
comment on column "notice"."attempts" is 'How often it was sent.';
comment on column "notice"."next_at" is 'When it is sent next.';
comment on column "notice"."message_id" is 'Telegram''s id of the message that it became.';
comment on column "notice"."message_form" is 'What kind of message it became, which says how it is changed.';
comment on column "notice"."leased_until" is 'Until then the process that holds the lease alone works on it.';
alter table "notice" add constraint "notice_dedupe_key_unique" unique ("dedupe_key");
create index "notice_due" on "notice" ("next_at") where state = 'pending';
create index "notice_ended" on "notice" ("ended_at") where state <> 'pending';
create index "notice_turn" on "notice" ("bot_id", "chat_id", "id") where state = 'pending';
create index "notice_held" on "notice" ("lease_holder") where lease_token is not null;
create index "notice_of_account" on "notice" ("account_id", "created_at");
alter table "notice" add constraint "notice_sent" check ((state <> 'sent') or (message_id is not null));
alter table "notice" add constraint "notice_state_check" check ("state" in ('pending', 'sent', 'skipped', 'failed', 'blocked'));
alter table "notice" add constraint "notice_message_form_check" check ("message_form" in ('text', 'photo', 'document'));

create table "notice_switch" (
  "account_id" bigint not null,
  "kind" text not null,
  "is_on" boolean not null, primary key ("account_id",
  "kind"));
comment on table "notice_switch" is 'Whether an account wants a kind of notice. Without a row it does.';

create table "form" (
  "bot_id" bigint not null,
  "person_id" bigint not null,
  "state" jsonb not null,
  "updated_at" timestamptz not null default now(), primary key ("bot_id",
  "person_id"));
comment on table "form" is 'The short conversation that a person is in.';
comment on column "form"."person_id" is 'Telegram''s id of the person.';
comment on column "form"."state" is 'Where the conversation stands and what was typed so far.';
create index "form_age" on "form" ("updated_at");

create table "store_order" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "order_number" text not null,
  "token" text not null,
  "customer_id" bigint not null,
  "once" text null,
  "status" text not null default 'pending',
  "total" bigint not null,
  "discount" bigint not null default '0',
  "coupon_code" text null,
  "delivery_fee" bigint not null default '0',
  "receiving" text null,
  "slot_at" timestamptz null,
  "customer_name" text not null,
  "customer_phone" text null,
  "customer_phone_digits" text generated always as (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(customer_phone, '[^0-9+]'::text, ''::text, 'g'::text), '^0([1-9])'::text, '62\\1'::text), '^(8[0-9]{8,11})$'::text, '62\\1'::text), '[^0-9]'::text, ''::text, 'g'::text), '^00'::text, ''::text), '^620'::text, '62'::text)) stored null,
  "address" text null,
  "note" text null,
  "invoice_count" int not null default 0,
  "card_message_id" bigint null,
  "held_until" timestamptz null,
  "refund_due" boolean not null default false,
  "cancelled_by" text null,
  "seller_note" text null,
  "moved_from" text null,
  "moved_at" timestamptz null,
  "undo_count" int not null default 0,
  "created_at" timestamptz not null,
  "pending_since" timestamptz not null,
  "paid_at" timestamptz null,
  "completed_at" timestamptz null,
  "cancelled_at" timestamptz null);
comment on table "store_order" is 'A customer''s purchase. Amounts in whole rupiah.';
comment on column "store_order"."token" is 'Names it in links.';
comment on column "store_order"."once" is 'What caused it: one order each.';
comment on column "store_order"."status" is 'How far it has got; a trigger checks the moves.';
comment on column "store_order"."total" is 'What is paid: goods, less discount, and delivery.';
comment on column "store_order"."discount" is 'What a coupon took off, in whole rupiah.';
comment on column "store_order"."delivery_fee" is 'For shipping, in whole rupiah.';
comment on column "store_order"."receiving" is 'How shipped goods reach the customer.';
comment on column "store_order"."slot_at" is 'When the customer wants it.';
comment on column "store_order"."invoice_count" is 'How many invoices were made for it; one is open at most.';
comment on column "store_order"."card_message_id" is 'The one message in the chat that shows it.';
comment on column "store_order"."held_until" is 'Until when goods are kept without an invoice.';
comment on column "store_order"."refund_due" is 'Whether the merchant owes money back.';
comment on column "store_order"."cancelled_by" is 'unpaid: not paid in time.';
comment on column "store_order"."seller_note" is 'What the seller told the customer.';
comment on column "store_order"."moved_from" is 'What the merchant moved it from last.';
comment on column "store_order"."undo_count" is 'How often a move was taken back.';
alter table "store_order" add constraint "store_order_order_number_unique" unique ("order_number");
alter table "store_order" add constraint "store_order_token_unique" unique ("token");
create index "store_order_newest" on "store_order" ("account_id", "mode", "created_at", "id");
create index store_order_searched on store_order using gin ((order_number || chr(31) || customer_name || chr(31) || coalesce(customer_phone, '') || chr(31) ||
  coalesce(customer_phone_digits, '')) gin_trgm_ops);
create index "store_order_of_customer" on "store_order" ("customer_id", "created_at", "id");
create index "store_order_open" on "store_order" ("customer_id") where status in ('pending', 'waiting_payment');
create index "store_order_pending" on "store_order" ("pending_since") where status = 'pending';
create index "store_order_held" on "store_order" ("held_until") where held_until is not null;
alter table "store_order" add constraint "store_order_customer_id_once_unique" unique ("customer_id", "once");
alter table "store_order" add constraint "store_order_paid" check ((status <> all (array['paid'::text, 'processing'::text, 'completed'::text])) or (paid_at is not null));
alter table "store_order" add constraint "store_order_completed" check ((status = 'completed') = (completed_at is not null));
alter table "store_order" add constraint "store_order_cancelled" check ((status = 'cancelled') = (cancelled_at is not null));
alter table "store_order" add constraint "store_order_canceller" check ((status = 'cancelled') = (cancelled_by is not null));
alter table "store_order" add constraint "store_order_holds" check ((held_until is null) or (status = 'pending'));
alter table "store_order" add constraint "store_order_order_number_check" check (order_number ~ '^ORD-[0-9]{6}-[0-9A-Z]{6}$');
alter table "store_order" add constraint "store_order_token_check" check (token ~ '^[A-Za-z0-9_-]{22}$');
alter table "store_order" add constraint "store_order_once_check" check (char_length(once) <= 200);
alter table "store_order" add constraint "store_order_total_check" check (total > 0);
alter table "store_order" add constraint "store_order_discount_check" check (discount >= 0);
alter table "store_order" add constraint "store_order_delivery_fee_check" check (delivery_fee >= 0);
alter table "store_order" add constraint "store_order_customer_name_check" check (char_length(customer_name) <= 100);
alter table "store_order" add constraint "store_order_customer_phone_check" check (char_length(customer_phone) <= 32);
alter table "store_order" add constraint "store_order_address_check" check (char_length(address) <= 500);
alter table "store_order" add constraint "store_order_note_check" check (char_length(note) <= 500);
alter table "store_order" add constraint "store_order_seller_note_check" check (char_length(seller_note) <= 500);
alter table "store_order" add constraint "store_order_mode_check" check ("mode" in ('live', 'test'));
alter table "store_order" add constraint "store_order_status_check" check ("status" in ('pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'));
alter table "store_order" add constraint "store_order_receiving_check" check ("receiving" in ('delivery', 'pickup'));
alter table "store_order" add constraint "store_order_cancelled_by_check" check ("cancelled_by" in ('customer', 'merchant', 'unpaid'));
alter table "store_order" add constraint "store_order_moved_from_check" check ("moved_from" in ('pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'));
create or replace function "store_order_store_order_moves_fn"() returns trigger as $$ begin if old.status in ('completed', 'cancelled') and new.undo_count = old.undo_count then
          raise exception '% is %: it moves no more', old.order_number, old.status using errcode = 'restrict_violation';         end if;         if new.status in ('pending', 'waiting_payment') and old.paid_at is not null then
          raise exception '% was paid', old.order_number using errcode = 'restrict_violation';         end if;         return new; end; $$ language plpgsql;
create trigger "store_order_moves" BEFORE UPDATE on "store_order" for each ROW
  when ((old.status IS DISTINCT FROM new.status)) execute function "store_order_store_order_moves_fn"();

create table "coupon_use" (
  "order_id" bigint not null,
  "coupon_id" bigint not null,
  "customer_id" bigint not null,
  "account_id" bigint not null, primary key ("order_id"));
comment on table "coupon_use" is 'An order has one coupon at most, and holds one of its uses until it is cancelled.';
create index "coupon_use_of_customer" on "coupon_use" ("coupon_id", "customer_id");

create table "payment" (
  "invoice_id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "payment_method" text not null,
  "amount" bigint not null,
  "unique_code" int not null,
  "final_amount" bigint not null,
  "status" text not null default 'pending',
  "description" text null,
  "customer_name" text null,
  "customer_email" text null,
  "customer_phone" text null,
  "customer_phone_digits" text generated always as (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(customer_phone, '[^0-9+]'::text, ''::text, 'g'::text), '^0([1-9])'::text, '62\\1'::text), '^(8[0-9]{8,11})$'::text, '62\\1'::text), '[^0-9]'::text, ''::text, 'g'::text), '^00'::text, ''::text), '^620'::text, '62'::text)) stored null,
  "callback_url" text null,
  "redirect_url" text null,
  "reference" text null,
  "metadata" jsonb not null default '{}',
  "file_id" bigint null,
  "content_id" bigint null,
  "product_image_id" bigint null,
  "use_qris_converter" boolean not null default false,
  "converted_qris" text null,
  "is_foreign" boolean not null default false,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "paid_at" timestamptz null,
  "paid_amount" bigint null,
  "paid_via" text null,
  "paid_reff_num" text null,
  "paid_late" boolean not null default false,
  "payer_name" text null,
  "payer_app" text null,
  "ended_at" timestamptz null,
  "end_reason" text null, primary key ("invoice_id"));
comment on table "payment" is 'One invoice (spec 2.1). Amounts in whole rupiah.';
comment on column "payment"."payment_method" is 'As it was asked for; all: every method that the account has.';
comment on column "payment"."amount" is 'What the merchant asked for, in whole rupiah.';
comment on column "payment"."unique_code" is 'The few rupiah that make final_amount distinct; negative where it is taken off.';
comment on column "payment"."final_amount" is 'What the payer pays: amount and unique_code together, in whole rupiah.';
comment on column "payment"."status" is 'pending, then paid, expired or cancelled; after an end only late money or a person pays it.';
comment on column "payment"."reference" is 'The merchant''s own id: one open or paid payment has it, as claimReference sees to.';
comment on column "payment"."metadata" is 'Short texts that the merchant chose, by the merchant''s own names.';
comment on column "payment"."use_qris_converter" is 'Whether the merchant asked for a converted code.';
comment on column "payment"."converted_qris" is 'The merchant''s own code with the final amount inside, where the edition converts at creation.';
comment on column "payment"."is_foreign" is 'Whether that code is another merchant''s: nobody here sees its money, and a person confirms it.';
comment on column "payment"."expires_at" is 'Until when it can be paid.';
comment on column "payment"."paid_at" is 'When the money was moved, as the provider says.';
comment on column "payment"."paid_amount" is 'What came, in whole rupiah.';
comment on column "payment"."paid_via" is 'The method by which it was paid.';
comment on column "payment"."paid_reff_num" is 'The provider''s reference of the money; null where a person confirmed it by hand.';
comment on column "payment"."paid_late" is 'Whether the money came after the end.';
comment on column "payment"."ended_at" is 'When it stopped being pending; null until then.';
comment on column "payment"."end_reason" is 'Why it ended as it did.';
create index "payment_newest" on "payment" ("account_id", "mode", "created_at", "invoice_id");
create index "payment_due" on "payment" ("expires_at") where status = 'pending';
create index "payment_of_status" on "payment" ("account_id", "mode", "status", "created_at", "invoice_id");
create index "payment_of_method" on "payment" ("account_id", "mode", "payment_method", "created_at", "invoice_id");
create index "payment_paid_via" on "payment" ("account_id", "mode", "paid_via", "created_at", "invoice_id") where status = 'paid';
create index payment_searched on payment using gin (account_id, (invoice_id || chr(31) || coalesce(description, '') || chr(31) || coalesce(customer_name, '') || chr(31) ||
  coalesce(customer_email, '') || chr(31) || coalesce(customer_phone, '') || chr(31) || coalesce(customer_phone_digits, '') || chr(31) || coalesce(reference, '') || chr(31) ||
  case when metadata = '{}'::jsonb then '' else jsonb_path_query_array(metadata, '$.*')::text end) gin_trgm_ops);
create index "payment_of_reference" on "payment" ("account_id", "mode", "reference", "created_at", "invoice_id") where reference is not null;
create index "payment_newest_paid" on "payment" ("account_id", "mode", "paid_at") where status = 'paid';
alter table "payment" add constraint "payment_lives" check (expires_at > created_at);
alter table "payment" add constraint "payment_paid" check ((status = 'paid') = (paid_at is not null));
alter table "payment" add constraint "payment_foreign" check (not is_foreign or converted_qris is not null);
alter table "payment" add constraint "payment_by_hand" check (is_foreign or end_reason is distinct from 'confirmed_by_hand');
alter table "payment" add constraint "payment_ended" check ((status = 'pending') = (ended_at is null));
alter table "payment" add constraint "payment_invoice_id_check" check (invoice_id ~ '^INV-[0-9A-Z]{20}$');
alter table "payment" add constraint "payment_amount_check" check (amount >= 1000);
alter table "payment" add constraint "payment_unique_code_check" check ((unique_code >= -999) and (unique_code <= 999));
alter table "payment" add constraint "payment_final_amount_check" check (final_amount > 0);
alter table "payment" add constraint "payment_description_check" check (char_length(description) <= 500);
alter table "payment" add constraint "payment_customer_name_check" check (char_length(customer_name) <= 100);
alter table "payment" add constraint "payment_customer_email_check" check (char_length(customer_email) <= 254);
alter table "payment" add constraint "payment_customer_phone_check" check (char_length(customer_phone) <= 32);
alter table "payment" add constraint "payment_callback_url_check" check (char_length(callback_url) <= 2048);
alter table "payment" add constraint "payment_redirect_url_check" check (char_length(redirect_url) <= 2048);
alter table "payment" add constraint "payment_reference_check" check (char_length(reference) <= 100);
alter table "payment" add constraint "payment_mode_check" check ("mode" in ('live', 'test'));
alter table "payment" add constraint "payment_payment_method_check" check ("payment_method" in ('qris', 'qris_platform', 'qris_user', 'wallet_qris', 'wallet_direct', 'all'));
alter table "payment" add constraint "payment_status_check" check ("status" in ('pending', 'paid', 'expired', 'cancelled'));
create function count_payment() returns trigger language plpgsql as $$  begin
    if tg_op = 'UPDATE' and old.status = new.status then
      return null;     end if;     insert into payment_delta (account_id, mode, created_at, payment_method, paid_via, total, pending, paid, expired, cancelled,
      revenue, unique_codes)
    values (new.account_id, new.mode, new.created_at, new.payment_method, coalesce(new.paid_via, ''),
      case tg_op when 'INSERT' then 1 else 0 end,
      (new.status = 'pending')::integer - coalesce((old.status = 'pending')::integer, 0),
      (new.status = 'paid')::integer - coalesce((old.status = 'paid')::integer, 0),
      (new.status = 'expired')::integer - coalesce((old.status = 'expired')::integer, 0),
      (new.status = 'cancelled')::integer - coalesce((old.status = 'cancelled')::integer, 0),
      case new.status when 'paid' then new.paid_amount else 0 end,
      case new.status when 'paid' then new.unique_code else 0 end);     return null;   end $$;
  create trigger payment_counted after insert or update of status on payment for each row execute function count_payment();

create table "order_invoice" (
  "invoice_id" text not null,
  "account_id" bigint not null,
  "order_id" bigint not null,
  "number" int not null,
  "is_open" boolean not null default true, primary key ("invoice_id"));
comment on table "order_invoice" is 'One try to pay an order.';
alter table "order_invoice" add constraint "order_invoice_order_id_number_unique" unique ("order_id", "number");
create unique index "order_invoice_one_open" on "order_invoice" ("order_id") where is_open;

create table "goods_release" (
  "invoice_id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "downloads" int not null default 0,
  "content_opened_at" timestamptz null, primary key ("invoice_id"));
comment on table "goods_release" is 'What the payer of one payment has opened of the goods that came with it. No row: nothing yet.';
comment on column "goods_release"."downloads" is 'How often the file was downloaded.';
comment on column "goods_release"."content_opened_at" is 'When the hidden content was opened first.';
alter table "goods_release" add constraint "goods_release_downloads_check" check ((downloads >= 0) and (downloads <= 20));
alter table "goods_release" add constraint "goods_release_mode_check" check ("mode" in ('live', 'test'));

create table "payment_day" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "payment_method" text not null,
  "paid_via" text not null,
  "total" int not null,
  "pending" int not null,
  "paid" int not null,
  "expired" int not null,
  "cancelled" int not null,
  "revenue" bigint not null,
  "unique_codes" bigint not null, primary key ("account_id",
  "mode",
  "day",
  "payment_method",
  "paid_via"));
comment on table "payment_day" is 'An account''s payments that were created on one day, by method and by what they were paid through.';
comment on column "payment_day"."day" is 'In the installation''s time zone at the time of folding.';
comment on column "payment_day"."paid_via" is 'Empty for payments that are not paid.';
comment on column "payment_day"."revenue" is 'Whole rupiah: what came for payments that are paid.';
comment on column "payment_day"."unique_codes" is 'Whole rupiah: the unique codes of payments that are paid.';
alter table "payment_day" add constraint "payment_day_mode_check" check ("mode" in ('live', 'test'));

create table "payment_delta" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "created_at" timestamptz not null,
  "payment_method" text not null,
  "paid_via" text not null,
  "total" int not null,
  "pending" int not null,
  "paid" int not null,
  "expired" int not null,
  "cancelled" int not null,
  "revenue" bigint not null,
  "unique_codes" bigint not null);
comment on table "payment_delta" is 'What one change of one payment adds to the statistics of its day. Written by a trigger on payment.';
comment on column "payment_delta"."created_at" is 'When the payment was created: the day that it counts for.';
comment on column "payment_delta"."paid_via" is 'Empty while it is not paid.';
comment on column "payment_delta"."total" is '1 where the payment was made, else 0; the counts beside it are what its status adds or takes.';
comment on column "payment_delta"."revenue" is 'Whole rupiah: what came, where the payment became paid.';
comment on column "payment_delta"."unique_codes" is 'Whole rupiah: its unique code, where the payment became paid.';
create index "payment_delta_of_account" on "payment_delta" ("account_id", "mode");
alter table "payment_delta" add constraint "payment_delta_mode_check" check ("mode" in ('live', 'test'));

create table "payment_reference" (
  "account_id" bigint not null,
  "mode" text not null,
  "reference" text not null,
  "invoice_id" text not null, primary key ("account_id",
  "mode",
  "reference"));
comment on table "payment_reference" is 'A merchant''s own id and the payment that was made with it last.';
alter table "payment_reference" add constraint "payment_reference_reference_check" check ((char_length(reference) >= 1) and (char_length(reference) <= 100));

create table "platform_grant" (
  "account_id" bigint not null,
  "connector" text not null,
  "merchant_id" text null,
  "max_amount" bigint not null,
  "static_qris" text null,
  "created_at" timestamptz not null, primary key ("account_id"));
comment on table "platform_grant" is 'The operator''s approval of an account for qris_platform: codes under a merchant id of its own.';
comment on column "platform_grant"."connector" is 'The provider that the merchant id is at.';
comment on column "platform_grant"."merchant_id" is 'Null while the account is approved and the provider has not given one yet.';
comment on column "platform_grant"."max_amount" is 'Whole rupiah.';
comment on column "platform_grant"."static_qris" is 'The merchant id''s own code without an amount.';
alter table "platform_grant" add constraint "platform_grant_connector_merchant_id_unique" unique ("connector", "merchant_id");
alter table "platform_grant" add constraint "platform_grant_merchant_id_check" check ((char_length(merchant_id) >= 1) and (char_length(merchant_id) <= 64));
alter table "platform_grant" add constraint "platform_grant_max_amount_check" check (max_amount >= 1000);
alter table "platform_grant" add constraint "platform_grant_static_qris_check" check (char_length(static_qris) <= 512);

create table "product_image" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "original_name" text not null,
  "source_hash" bytea not null,
  "storage_key" text not null,
  "file_size" bigint not null,
  "mime_type" text not null,
  "width" int not null,
  "height" int not null,
  "is_active" boolean not null default true,
  "created_at" timestamptz not null);
comment on table "product_image" is 'A picture of a product, as it is sent.';
comment on column "product_image"."source_hash" is 'Of the bytes that came in, which are not kept: the same picture again is known by it.';
comment on column "product_image"."storage_key" is 'The name under which its bytes are kept.';
comment on column "product_image"."file_size" is 'Bytes.';
alter table "product_image" add constraint "product_image_storage_key_unique" unique ("storage_key");
create index "product_image_source" on "product_image" ("account_id", "source_hash");
alter table "product_image" add constraint "product_image_account_id_id_unique" unique ("account_id", "id");
alter table "product_image" add constraint "product_image_original_name_check" check ((char_length(original_name) >= 1) and (char_length(original_name) <= 255));
alter table "product_image" add constraint "product_image_file_size_check" check (file_size > 0);
alter table "product_image" add constraint "product_image_width_check" check (width > 0);
alter table "product_image" add constraint "product_image_height_check" check (height > 0);

create table "product" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "public_id" text not null,
  "key" text not null,
  "category_id" bigint null,
  "kind" text not null,
  "name" text not null,
  "description" text not null default '',
  "image_id" bigint null,
  "asks" text[] not null default '{}',
  "position" int not null default 0,
  "is_active" boolean not null default true,
  "created_at" timestamptz not null);
comment on table "product" is 'Something that a shop sells, in one or several variants.';
comment on column "product"."public_id" is '22 characters of base64url, for p_<id> links and buttons.';
comment on column "product"."kind" is 'What is sold: something shipped, a service, or something digital.';
comment on column "product"."asks" is 'What the customer is asked for when ordering.';
alter table "product" add constraint "product_public_id_unique" unique ("public_id");
create index "product_shown" on "product" ("account_id", "category_id", "position", "id") where is_active;
alter table "product" add constraint "product_account_id_key_unique" unique ("account_id", "key");
alter table "product" add constraint "product_account_id_id_unique" unique ("account_id", "id");
alter table "product" add constraint "product_public_id_check" check (public_id ~ '^[A-Za-z0-9_-]{22}$');
alter table "product" add constraint "product_key_check" check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$');
alter table "product" add constraint "product_name_check" check ((char_length(name) >= 1) and (char_length(name) <= 100));
alter table "product" add constraint "product_description_check" check (char_length(description) <= 2000);
alter table "product" add constraint "product_asks_check" check (asks <@ '{note,phone,address}'::text[]);
alter table "product" add constraint "product_kind_check" check ("kind" in ('physical', 'service', 'digital'));

create table "favourite" (
  "customer_id" bigint not null,
  "product_id" bigint not null,
  "account_id" bigint not null,
  "marked_at" timestamptz not null, primary key ("customer_id",
  "product_id"));
comment on table "favourite" is 'A product that a customer wants to find again.';

create table "product_rating" (
  "product_id" bigint not null,
  "mode" text not null,
  "account_id" bigint not null,
  "reviews" int not null,
  "stars" bigint not null, primary key ("product_id",
  "mode"));
comment on table "product_rating" is 'How many reviews named a product, and their stars together: updated with each review.';
comment on column "product_rating"."reviews" is 'How many there are.';
comment on column "product_rating"."stars" is 'All of their stars together.';
alter table "product_rating" add constraint "product_rating_reviews_check" check (reviews > 0);
alter table "product_rating" add constraint "product_rating_stars_check" check (stars > 0);
alter table "product_rating" add constraint "product_rating_mode_check" check ("mode" in ('live', 'test'));

create table "quantity_step" (
  "customer_id" bigint not null,
  "account_id" bigint not null,
  "button" text not null,
  "quantity" int not null,
  "update_id" bigint not null,
  "at" timestamptz not null, primary key ("customer_id"));
comment on table "quantity_step" is 'The last press of "+" or "-" by a customer: fast presses of one button count on from each other.';
comment on column "quantity_step"."button" is 'The button, as it stood when it was pressed.';
comment on column "quantity_step"."update_id" is 'Telegram''s id of the press that was counted last.';
alter table "quantity_step" add constraint "quantity_step_button_check" check (char_length(button) <= 200);

create table "receiving_account" (
  "id" bigint generated always as identity not null primary key,
  "connector" text not null,
  "mode" text not null,
  "external_id" text not null,
  "owner_id" bigint not null default '0');
comment on table "receiving_account" is 'The account where money of one or several connections lands. Amounts are held within one.';
comment on column "receiving_account"."external_id" is 'The provider''s own name for it: a wallet number, a merchant id.';
comment on column "receiving_account"."owner_id" is 'The account that connected it, where nobody else proves whose it is; 0 where a provider proves it.';
alter table "receiving_account" add constraint "receiving_account_connector_mode_external_id_owner_id_unique" unique ("connector", "mode", "external_id", "owner_id");
alter table "receiving_account" add constraint "receiving_account_mode_check" check ("mode" in ('live', 'test'));

create table "hold" (
  "invoice_id" text not null,
  "receiving_account_id" bigint not null,
  "account_id" bigint not null,
  "method" text not null,
  "static_qris" text null,
  "final_amount" bigint not null,
  "held_from" timestamptz not null,
  "held_until" timestamptz not null, primary key ("invoice_id",
  "receiving_account_id"));
comment on table "hold" is 'One payment''s right to an amount of a receiving account, for a time. Rows are kept as history.';
comment on column "hold"."method" is 'The payment method of the offer that it belongs to.';
comment on column "hold"."static_qris" is 'The static code that the payer was shown.';
comment on column "hold"."final_amount" is 'The amount, in whole rupiah.';
comment on column "hold"."held_from" is 'From when money of this amount can be for the payment.';
comment on column "hold"."held_until" is 'Until when money of this amount can be for the payment.';
create index "hold_of_amount" on "hold" ("receiving_account_id", "final_amount", "held_from");
create index "hold_current" on "hold" ("receiving_account_id", "held_until");
alter table "hold" add constraint "hold_lasts" check (held_until > held_from);

create table "connection" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connector" text not null,
  "mode" text not null,
  "receiving_account_id" bigint not null,
  "label" text not null,
  "sealed_credentials" text not null,
  "method" text not null default '',
  "static_qris" text null,
  "details" jsonb not null default '{}',
  "window_overrides" jsonb not null default '{}',
  "is_active" boolean not null default true,
  "removed_at" timestamptz null,
  "silent_since" timestamptz null,
  "failing_since" timestamptz null,
  "failing_kind" text null,
  "failing_error" text null,
  "created_at" timestamptz not null default now());
comment on table "connection" is 'One account''s stored access to one provider.';
comment on column "connection"."sealed_credentials" is 'What the provider asks for, sealed; bound to the row.';
comment on column "connection"."method" is 'Empty where the connector alone says which method its money pays.';
comment on column "connection"."static_qris" is 'The account''s own static QRIS.';
comment on column "connection"."details" is 'What the provider said about it: holder, outlet, merchant id, number.';
comment on column "connection"."window_overrides" is 'Where its reading differs from what its connector does.';
comment on column "connection"."removed_at" is 'Since when it is removed; the row stays for its payments and transfers.';
comment on column "connection"."silent_since" is 'Since when its provider gives no answer that can be used.';
comment on column "connection"."failing_since" is 'Since when its provider refuses its credentials, or was silent for too long.';
comment on column "connection"."failing_kind" is 'What kind of failure it is.';
create index "connection_of_receiving_account" on "connection" ("receiving_account_id");
create unique index "connection_one_active" on "connection" ("account_id", "connector", "mode", "method") where is_active;
create unique index "connection_one_reader" on "connection" ("receiving_account_id") where is_active;
alter table "connection" add constraint "connection_removed" check ((removed_at is null) or (not is_active));
alter table "connection" add constraint "connection_label_check" check ((char_length(label) >= 1) and (char_length(label) <= 100));
alter table "connection" add constraint "connection_static_qris_check" check (char_length(static_qris) <= 512);
alter table "connection" add constraint "connection_mode_check" check ("mode" in ('live', 'test'));
alter table "connection" add constraint "connection_failing_kind_check" check ("failing_kind" in ('unreachable', 'unauthorized', 'refused', 'taken', 'unexpected', 'silent', 'too_late'));

create table "reading" (
  "connection_id" bigint not null,
  "watermark" timestamptz not null,
  "due_at" timestamptz not null default now(),
  "whole_day_at" timestamptz not null default '-infinity',
  "asked_until" timestamptz not null default '-infinity',
  "asking_failures" int not null default 0,
  "quiet_until" timestamptz not null default '-infinity',
  "failures" int not null default 0,
  "last_error_kind" text null,
  "last_error" text null,
  "lease_token" uuid null,
  "lease_holder" text null,
  "leased_until" timestamptz not null default '-infinity', primary key ("connection_id"));
comment on table "reading" is 'How far the transfers of a connection were read, and when they are read again.';
comment on column "reading"."watermark" is 'Every transfer before this moment is stored.';
comment on column "reading"."due_at" is 'When it is read next.';
comment on column "reading"."whole_day_at" is 'When it goes a whole day back again.';
comment on column "reading"."asked_until" is 'Up to when its budget of questions about single codes is spent.';
comment on column "reading"."asking_failures" is 'How often asking about single codes failed in a row.';
comment on column "reading"."quiet_until" is 'Until then it is not asked about single codes, because it kept failing.';
comment on column "reading"."failures" is 'How often reading failed in a row.';
comment on column "reading"."last_error_kind" is 'What kind of failure the last one was.';
comment on column "reading"."leased_until" is 'Until then the process that holds the lease alone works on it.';
alter table "reading" add constraint "reading_last_error_kind_check" check ("last_error_kind" in ('unreachable', 'unauthorized', 'refused', 'taken', 'unexpected', 'silent', 'too_late'));

create table "connection_token" (
  "connection_id" bigint not null,
  "sealed" text not null,
  "renew_at" timestamptz not null, primary key ("connection_id"));
comment on table "connection_token" is 'The access token that a provider gave a connection, kept for all processes.';
comment on column "connection_token"."sealed" is 'The token, sealed.';
comment on column "connection_token"."renew_at" is 'Real time: when another one is made.';

create table "connect_attempt" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connector" text not null,
  "mode" text not null,
  "label" text not null,
  "state" text not null,
  "sealed_state" text not null,
  "sent_to" text null,
  "attempts_left" int not null,
  "expires_at" timestamptz not null,
  "problem_reason" text null,
  "problem" text null,
  "connection_id" bigint null,
  "created_at" timestamptz not null);
comment on table "connect_attempt" is 'Somebody on the way to a connection: what was asked for, until when, and how it ended.';
comment on column "connect_attempt"."state" is 'What is waited for; connected and ended are final.';
comment on column "connect_attempt"."sealed_state" is 'The bridge''s name for the attempt and what is kept of its fields; empty once it is over.';
comment on column "connect_attempt"."sent_to" is 'Where the code was sent, masked.';
comment on column "connect_attempt"."attempts_left" is 'How many wrong answers are left.';
comment on column "connect_attempt"."problem_reason" is 'Why the last answer was refused.';
create index "connect_attempt_newest" on "connect_attempt" ("account_id", "connector", "created_at");
alter table "connect_attempt" add constraint "connect_attempt_label_check" check ((char_length(label) >= 1) and (char_length(label) <= 100));
alter table "connect_attempt" add constraint "connect_attempt_sent_to_check" check (char_length(sent_to) <= 200);
alter table "connect_attempt" add constraint "connect_attempt_problem_check" check (char_length(problem) <= 200);
alter table "connect_attempt" add constraint "connect_attempt_mode_check" check ("mode" in ('live', 'test'));
alter table "connect_attempt" add constraint "connect_attempt_state_check" check ("state" in ('starting', 'otp', 'pin', 'connected', 'ended'));
alter table "connect_attempt" add constraint "connect_attempt_problem_reason_check" check ("problem_reason" in ('wrong_code', 'too_many_attempts', 'expired', 'not_accepted'));

create table "charge" (
  "id" bigint generated always as identity not null primary key,
  "invoice_id" text not null,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "method" text not null,
  "merchant_id" text null,
  "amount" bigint not null,
  "reference" text not null,
  "state" text not null default 'waiting',
  "qris" text null,
  "provider_invoice_id" text null,
  "provider_nmid" text null,
  "request_date" timestamptz null,
  "payable_until" timestamptz null,
  "failures" int not null default 0,
  "last_error_kind" text null,
  "last_error" text null,
  "answered_until" timestamptz null,
  "is_closed" boolean not null default false,
  "ask_at" timestamptz not null default now(),
  "watched_until" timestamptz not null default '-infinity',
  "lease_token" uuid null,
  "lease_holder" text null,
  "leased_until" timestamptz not null default '-infinity');
comment on table "charge" is 'One code made by a provider for one payment.';
comment on column "charge"."method" is 'The payment method of the offer that it belongs to.';
comment on column "charge"."merchant_id" is 'The merchant id under which it was made, where that is not the connection''s own.';
comment on column "charge"."amount" is 'What its code asks for, in whole rupiah.';
comment on column "charge"."reference" is 'What the provider knows it by.';
comment on column "charge"."state" is 'offered: one of several ways, for which the payer has not asked.';
comment on column "charge"."qris" is 'The code itself; null until the provider made it.';
comment on column "charge"."provider_invoice_id" is 'The provider''s own id of it.';
comment on column "charge"."provider_nmid" is 'The national merchant id (NMID) in the code.';
comment on column "charge"."request_date" is 'When the provider made it, as it wants to be asked later.';
comment on column "charge"."payable_until" is 'Until when the provider takes money for it.';
comment on column "charge"."failures" is 'How often making it or asking about it failed in a row.';
comment on column "charge"."last_error_kind" is 'What kind of failure the last one was.';
comment on column "charge"."answered_until" is 'Up to when the provider has answered about it.';
comment on column "charge"."is_closed" is 'Whether nothing more is asked about it.';
comment on column "charge"."ask_at" is 'Set to the earliest possible moment where a provider has pushed that something happened.';
comment on column "charge"."watched_until" is 'Until then a page or a chat shows it.';
comment on column "charge"."leased_until" is 'Until then the process that holds the lease alone works on it.';
create index "charge_to_make" on "charge" ("ask_at") where state = 'waiting';
create index "charge_held" on "charge" ("lease_holder") where lease_token is not null;
create index "charge_to_ask" on "charge" ("connection_id", "ask_at") where (state = 'coded') and (not is_closed);
create index "charge_watched" on "charge" ("connection_id", "watched_until") where (state = 'coded') and (not is_closed);
create index "charge_newest" on "charge" ("connection_id", "request_date") where (state = 'coded') and (not is_closed);
create index "charge_asked" on "charge" ("connection_id") where (state = 'coded') and (not is_closed) and (lease_token is not null);
alter table "charge" add constraint "charge_invoice_id_connection_id_unique" unique ("invoice_id", "connection_id");
alter table "charge" add constraint "charge_connection_id_reference_unique" unique ("connection_id", "reference");
alter table "charge" add constraint "charge_connection_id_provider_invoice_id_unique" unique ("connection_id", "provider_invoice_id");
alter table "charge" add constraint "charge_coded" check ((state = 'coded') = (qris is not null));
alter table "charge" add constraint "charge_method_check" check ("method" in ('qris', 'qris_platform', 'qris_user'));
alter table "charge" add constraint "charge_state_check" check ("state" in ('offered', 'waiting', 'coded', 'failed'));
alter table "charge" add constraint "charge_last_error_kind_check" check ("last_error_kind" in ('unreachable', 'unauthorized', 'refused', 'taken', 'unexpected', 'silent', 'too_late'));

create table "referral" (
  "invited_id" bigint not null,
  "inviter_id" bigint not null,
  "account_id" bigint not null,
  "created_at" timestamptz not null,
  "paid_at" timestamptz null,
  "order_number" text null,
  "coupon_codes" text[] not null default '{}',
  "is_rewarded" boolean not null default false, primary key ("invited_id"));
comment on table "referral" is 'A customer who came by another one''s link.';
comment on column "referral"."invited_id" is 'Who came: by one link at most, and only by that of somebody who was there before.';
comment on column "referral"."paid_at" is 'When their first order was paid.';
comment on column "referral"."order_number" is 'Of that order.';
comment on column "referral"."coupon_codes" is 'What it brought the two of them.';
alter table "referral" add constraint "referral_order_number_unique" unique ("order_number");
create index "referral_of_inviter" on "referral" ("inviter_id");
alter table "referral" add constraint "referral_by_another" check (invited_id > inviter_id);

create table "reservation" (
  "receiving_account_id" bigint not null,
  "final_amount" bigint not null,
  "invoice_id" text not null,
  "held_until" timestamptz not null, primary key ("receiving_account_id",
  "final_amount"));
comment on table "reservation" is 'Which payment has an amount of a receiving account now, or had it last.';
comment on column "reservation"."final_amount" is 'The amount that is taken, in whole rupiah.';
comment on column "reservation"."held_until" is 'Until then no other payment gets it.';

create table "review" (
  "order_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "stars" smallint not null,
  "text" text null,
  "created_at" timestamptz not null, primary key ("order_id"));
comment on table "review" is 'What a customer says of an order that is completed: one to five stars, and words if they like.';
comment on column "review"."stars" is 'One to five.';
create index "review_newest" on "review" ("account_id", "mode", "created_at");
alter table "review" add constraint "review_stars_check" check ((stars >= 1) and (stars <= 5));
alter table "review" add constraint "review_text_check" check (char_length(text) <= 500);
alter table "review" add constraint "review_mode_check" check ("mode" in ('live', 'test'));

create table "schema_version" (
  "is_only" boolean not null default true,
  "version" text not null,
  "lives_with" text not null,
  "migrated_at" timestamptz not null default now(), primary key ("is_only"));
comment on table "schema_version" is 'Which version of the product this schema is: one row, written by who migrates (migrate.ts).';
alter table "schema_version" add constraint "schema_version_is_one" check (is_only);

create table "seal_key" (
  "id" text not null,
  "wrapped" text not null,
  "created_at" timestamptz not null default now(),
  "active_from" timestamptz not null,
  "resealed_at" timestamptz null, primary key ("id"));
comment on table "seal_key" is 'One key of the ring that seals secrets and hashes API keys, itself wrapped by SECRET_KEY.';
comment on column "seal_key"."wrapped" is 'The key, wrapped by SECRET_KEY.';
comment on column "seal_key"."active_from" is 'From when on it seals what is new.';
comment on column "seal_key"."resealed_at" is 'Null while what older keys sealed is being sealed anew.';
create unique index seal_key_one_rotation on seal_key ((true)) where resealed_at is null;
alter table "seal_key" add constraint "seal_key_id_check" check (id ~ '^[0-9a-f]{8}$');

create table "api_key" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "label" text not null,
  "hint" text not null,
  "key_hash" bytea not null,
  "scopes" text[] not null default '{read,payments,orders,money}',
  "hash_key_id" text not null,
  "allowed_addresses" text[] not null default '{}',
  "is_rate_limited" boolean not null default true,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz not null default 'infinity',
  "revoked_at" timestamptz null,
  "last_used_at" timestamptz null);
comment on table "api_key" is 'Lets a merchant''s backend in. Shown once, kept as a keyed hash.';
comment on column "api_key"."hint" is 'Its beginning and end, to recognise it by.';
comment on column "api_key"."key_hash" is 'A keyed hash of the key; the key itself is kept nowhere.';
comment on column "api_key"."scopes" is 'What it may do.';
comment on column "api_key"."hash_key_id" is 'The key of the ring that its hash was made with.';
comment on column "api_key"."allowed_addresses" is 'Networks that it may come from; empty: all.';
comment on column "api_key"."expires_at" is 'infinity: never.';
alter table "api_key" add constraint "api_key_key_hash_unique" unique ("key_hash");
create index "api_key_account" on "api_key" ("account_id");
alter table "api_key" add constraint "api_key_label_check" check ((char_length(label) >= 1) and (char_length(label) <= 100));
alter table "api_key" add constraint "api_key_allowed_addresses_check" check ((array_length(allowed_addresses, 1) is null) or (array_length(allowed_addresses, 1) <= 20));
alter table "api_key" add constraint "api_key_mode_check" check ("mode" in ('live', 'test'));

create table "set_aside_row" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "receiving_account_id" bigint not null,
  "key" text not null,
  "reference" text null,
  "amount" bigint null,
  "problem" text not null,
  "content" text not null,
  "seen_at" timestamptz not null,
  "resolved_at" timestamptz null,
  "resolved_by" text null);
comment on table "set_aside_row" is 'A row of a provider''s list that is not understood: neither money nor nothing.';
comment on column "set_aside_row"."key" is 'The same for the same row at every reading.';
comment on column "set_aside_row"."reference" is 'The provider''s own id of the movement, where it could be read.';
comment on column "set_aside_row"."amount" is 'Whole rupiah; 0 for what can pay nothing, null where it cannot be told.';
comment on column "set_aside_row"."problem" is 'Why it was not understood.';
comment on column "set_aside_row"."content" is 'The row as it came, cut.';
comment on column "set_aside_row"."resolved_by" is 'user 12, or provider where it tells the same row rightly now.';
create index "set_aside_row_open" on "set_aside_row" ("receiving_account_id") where resolved_at is null;
create index "set_aside_row_of_connection" on "set_aside_row" ("connection_id") where resolved_at is null;
alter table "set_aside_row" add constraint "set_aside_row_receiving_account_id_key_unique" unique ("receiving_account_id", "key");

create table "shop_rules" (
  "account_id" bigint not null,
  "delivery_fee" bigint not null default '0',
  "free_delivery_from" bigint null,
  "pickup_place" text null,
  "hours" jsonb null,
  "slot_minutes" int null,
  "referral_amount" bigint null,
  "referral_total_min" bigint not null default '0',
  "referral_days" int not null default 30, primary key ("account_id"));
comment on table "shop_rules" is 'How an account''s shop is open, ships and hands over. Without a row: always open, nothing added.';
comment on column "shop_rules"."delivery_fee" is 'What is added to an order that is shipped, in whole rupiah.';
comment on column "shop_rules"."free_delivery_from" is 'From how much on nothing is added; null for never.';
comment on column "shop_rules"."pickup_place" is 'Where orders can be picked up; null for nowhere.';
comment on column "shop_rules"."hours" is 'When the shop is open, for each day of the week; null: always.';
comment on column "shop_rules"."slot_minutes" is 'How long one slot is that a customer may choose; null for no slots.';
comment on column "shop_rules"."referral_amount" is 'What a customer and the friend they invited get off an order, in whole rupiah; null: nothing.';
comment on column "shop_rules"."referral_total_min" is 'The least that the goods of that order must cost.';
comment on column "shop_rules"."referral_days" is 'How long it can be used.';
alter table "shop_rules" add constraint "shop_rules_delivery_fee_check" check ((delivery_fee >= 0) and (delivery_fee <= 10000000));
alter table "shop_rules" add constraint "shop_rules_free_delivery_from_check" check (free_delivery_from > 0);
alter table "shop_rules" add constraint "shop_rules_pickup_place_check" check (char_length(pickup_place) <= 200);
alter table "shop_rules" add constraint "shop_rules_slot_minutes_check" check ((slot_minutes >= 15) and (slot_minutes <= 480));
alter table "shop_rules" add constraint "shop_rules_referral_amount_check" check ((referral_amount >= 1) and (referral_amount <= 10000000));
alter table "shop_rules" add constraint "shop_rules_referral_total_min_check" check (referral_total_min >= 0);
alter table "shop_rules" add constraint "shop_rules_referral_days_check" check ((referral_days >= 1) and (referral_days <= 365));

create table "subscription" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "plan" text not null,
  "starts_at" timestamptz not null,
  "ends_at" timestamptz not null default 'infinity');
comment on table "subscription" is 'What an account paid for, in the edition with subscriptions. Without a stated end it goes on.';
comment on column "subscription"."plan" is 'What was paid for.';
comment on column "subscription"."ends_at" is 'infinity: without an end.';
create index "subscription_account" on "subscription" ("account_id", "ends_at");
alter table "subscription" add constraint "subscription_ends" check (ends_at > starts_at);
alter table "subscription" add constraint "subscription_plan_check" check ("plan" in ('trial', 'paid', 'premium'));

create table "sweep_run" (
  "name" text not null,
  "every_ms" int not null,
  "ran_at" timestamptz not null,
  "took_ms" int not null,
  "next_at" timestamptz null,
  "failures" int not null,
  "error" text null,
  "failed_at" timestamptz null, primary key ("name"));
comment on table "sweep_run" is 'What one piece of recurring work did last, in whichever process it ran.';
comment on column "sweep_run"."every_ms" is 'How often it is to run, in milliseconds.';
comment on column "sweep_run"."next_at" is 'By the scheduler''s plan; null while its store is away.';
comment on column "sweep_run"."failures" is 'In a row, the last run among them.';
comment on column "sweep_run"."error" is 'The last one, also when it has worked again since.';

create table "talk_message" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "customer_id" bigint not null,
  "from" text not null,
  "text" text not null,
  "storage_key" text null,
  "once" text not null,
  "created_at" timestamptz not null);
comment on table "talk_message" is 'A line between a customer and the seller, brought by the bots, so that neither learns the other''s number.';
comment on column "talk_message"."from" is 'Who wrote it.';
comment on column "talk_message"."text" is 'Empty where a picture says it all.';
comment on column "talk_message"."storage_key" is 'A picture that came with it, on the shelf of pictures.';
comment on column "talk_message"."once" is 'What caused it, so that an update that is handled again writes it once.';
alter table "talk_message" add constraint "talk_message_once_unique" unique ("once");
create index "talk_message_of_customer" on "talk_message" ("customer_id", "id");
alter table "talk_message" add constraint "talk_message_text_check" check (char_length(text) <= 1000);
alter table "talk_message" add constraint "talk_message_mode_check" check ("mode" in ('live', 'test'));
alter table "talk_message" add constraint "talk_message_from_check" check ("from" in ('customer', 'merchant'));

create table "telegram_file" (
  "bot_id" bigint not null,
  "key" text not null,
  "file_id" text not null,
  "created_at" timestamptz not null default now(), primary key ("bot_id",
  "key"));
comment on table "telegram_file" is 'What Telegram calls a file that a bot sent before, so that it is not sent twice.';
comment on column "telegram_file"."file_id" is 'Telegram''s own name for the file, good for this bot alone.';
alter table "telegram_file" add constraint "telegram_file_key_check" check (char_length(key) <= 200);

create table "transfer" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "connection_id" bigint not null,
  "receiving_account_id" bigint not null,
  "reference" text not null,
  "amount" bigint not null,
  "occurred_at" timestamptz null,
  "received_at" timestamptz not null,
  "payer_name" text null,
  "payer_app" text null,
  "is_unproved" boolean not null default false,
  "charge_id" bigint null,
  "state" text not null,
  "reason" text null,
  "invoice_id" text null,
  "likely_invoice_id" text null,
  "resolved_at" timestamptz null,
  "resolved_by" text null,
  "note" text null,
  "failures" int not null default 0,
  "retry_at" timestamptz null);
comment on table "transfer" is 'One incoming movement of money as a provider reported it: stored once, matched or not.';
comment on column "transfer"."reference" is 'The provider''s own id of the movement; unique for each receiving account.';
comment on column "transfer"."amount" is 'Whole rupiah.';
comment on column "transfer"."occurred_at" is 'When the provider says it was moved; null where it does not say.';
comment on column "transfer"."received_at" is 'When it was read or pushed.';
comment on column "transfer"."is_unproved" is 'Its source could not prove it: it pays nothing by itself, however often settling is tried.';
comment on column "transfer"."state" is 'settled paid a payment; review waits for a person; unsettled is tried again; refunded and ignored are ends.';
comment on column "transfer"."reason" is 'Why it was put in review; it stays when the review is over.';
comment on column "transfer"."likely_invoice_id" is 'The payment that it is probably for, where it belongs to none.';
comment on column "transfer"."resolved_at" is 'When its review ended.';
comment on column "transfer"."resolved_by" is 'Who ended its review: user 12, api key, chat 4711, rule late money.';
comment on column "transfer"."note" is 'What the person wrote who ended its review.';
comment on column "transfer"."failures" is 'How often settling it failed; retry_at says when it is tried again.';
create index "transfer_unsettled" on "transfer" ("retry_at") where state = 'unsettled';
create index "transfer_of_payment" on "transfer" ("invoice_id");
create index "transfer_likely_for" on "transfer" ("likely_invoice_id") where state = 'review';
create index "transfer_newest" on "transfer" ("account_id", "id");
create index "transfer_reasoned" on "transfer" ("account_id", "id") where reason is not null;
create index "transfer_review" on "transfer" ("account_id", "received_at") where state = 'review';
alter table "transfer" add constraint "transfer_receiving_account_id_reference_unique" unique ("receiving_account_id", "reference");
alter table "transfer" add constraint "transfer_reviewed" check ((state <> 'review') or (reason is not null));
alter table "transfer" add constraint "transfer_resolved" check ((state <> all (array['refunded'::text, 'ignored'::text])) or (resolved_at is not null));
alter table "transfer" add constraint "transfer_settled" check ((state <> 'settled') or (invoice_id is not null));
alter table "transfer" add constraint "transfer_note_check" check (char_length(note) <= 500);
alter table "transfer" add constraint "transfer_state_check" check ("state" in ('settled', 'review', 'unsettled', 'refunded', 'ignored'));
alter table "transfer" add constraint "transfer_reason_check" check ("reason" in ('unmatched', 'early', 'late', 'inexact', 'ambiguous', 'cancelled', 'paid_twice', 'unproved'));

create table "app_user" (
  "id" bigint generated always as identity not null primary key,
  "username" text not null,
  "display_name" text not null,
  "email" text null,
  "email_verified_at" timestamptz null,
  "phone" text null,
  "password_hash" text null,
  "handle" uuid not null default gen_random_uuid(),
  "is_operator" boolean not null default false,
  "is_active" boolean not null default true,
  "language" text not null default 'id',
  "chat_id" bigint null,
  "second_step" text not null default 'none',
  "sealed_totp" text null,
  "totp_step" bigint not null default '0',
  "created_at" timestamptz not null);
comment on table "app_user" is 'Somebody who signs in. What they may do to an account is said by their membership.';
comment on column "app_user"."email" is 'As the user typed it, or as an identity provider told it.';
comment on column "app_user"."email_verified_at" is 'Since when a provider or the operator vouches for it; null: a claim, by which nobody is found.';
comment on column "app_user"."phone" is 'Asked of those who came by another provider (spec 5.5).';
comment on column "app_user"."password_hash" is 'Null for somebody who signs in by another provider alone.';
comment on column "app_user"."handle" is 'The name by which authenticators know the user: it says nothing about them, and never changes.';
comment on column "app_user"."is_operator" is 'Operators sign in on a page of their own, and belong to no account.';
comment on column "app_user"."chat_id" is 'The private chat with the platform bot that codes go to.';
comment on column "app_user"."second_step" is 'What is asked for after the password.';
comment on column "app_user"."sealed_totp" is 'The secret of the authenticator app, sealed with a key of the installation.';
comment on column "app_user"."totp_step" is 'The newest step of the authenticator that was used: an older one is a replay.';
alter table "app_user" add constraint "app_user_username_unique" unique ("username");
create unique index "app_user_email_verified" on "app_user" ("email") where email_verified_at is not null;
alter table "app_user" add constraint "app_user_verifies_an_email" check (email_verified_at is null or email is not null);
alter table "app_user" add constraint "app_user_username_check" check (username ~ '^[a-z0-9][a-z0-9_.-]{2,38}$');
alter table "app_user" add constraint "app_user_display_name_check" check ((char_length(display_name) >= 1) and (char_length(display_name) <= 100));
alter table "app_user" add constraint "app_user_email_check" check (char_length(email) <= 254);
alter table "app_user" add constraint "app_user_phone_check" check (char_length(phone) <= 32);
alter table "app_user" add constraint "app_user_language_check" check ("language" in ('id', 'en'));
alter table "app_user" add constraint "app_user_second_step_check" check ("second_step" in ('none', 'bot', 'totp', 'passkey'));

create table "session" (
  "id" bigint generated always as identity not null primary key,
  "user_id" bigint not null,
  "token_hash" bytea not null,
  "confirmed_at" timestamptz null,
  "authenticated_at" timestamptz not null,
  "created_at" timestamptz not null,
  "seen_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "revoked_at" timestamptz null,
  "address" text not null,
  "user_agent" text not null);
comment on table "session" is 'One browser in which somebody is signed in. Only a hash of its token is kept.';
comment on column "session"."token_hash" is 'SHA-256 of the token in the cookie.';
comment on column "session"."confirmed_at" is 'Null until the second step was passed; nothing but that step is open to it before.';
comment on column "session"."authenticated_at" is 'When they last proved who they are, by a password or otherwise: money and secrets ask for it anew.';
comment on column "session"."seen_at" is 'When it was used last.';
alter table "session" add constraint "session_token_hash_unique" unique ("token_hash");
create index "session_of_user" on "session" ("user_id", "expires_at");

create table "passkey" (
  "id" text not null,
  "user_id" bigint not null,
  "public_key" bytea not null,
  "counter" bigint not null,
  "transports" jsonb not null,
  "label" text not null,
  "created_at" timestamptz not null,
  "used_at" timestamptz null, primary key ("id"));
comment on table "passkey" is 'A key in somebody''s device that signs in where a password would.';
comment on column "passkey"."id" is 'The authenticator''s own, in base64url.';
comment on column "passkey"."public_key" is 'What its signatures are checked with (COSE).';
comment on column "passkey"."counter" is 'How often it was used, as it counts itself; 0 for those that do not count.';
comment on column "passkey"."transports" is 'How a browser may reach the device.';
create index "passkey_of_user" on "passkey" ("user_id");
alter table "passkey" add constraint "passkey_id_check" check (char_length(id) <= 1364);
alter table "passkey" add constraint "passkey_label_check" check ((char_length(label) >= 1) and (char_length(label) <= 100));

create table "one_time_code" (
  "id" bigint generated always as identity not null primary key,
  "user_id" bigint not null,
  "purpose" text not null,
  "code_hash" bytea not null,
  "session_id" bigint null,
  "attempts" int not null default 0,
  "is_live" boolean not null default true,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null);
comment on table "one_time_code" is 'Six digits that somebody was sent through the bot.';
comment on column "one_time_code"."purpose" is 'What it is good for: signing in, another password, or proving anew who somebody is.';
comment on column "one_time_code"."code_hash" is 'A keyed hash of the code.';
comment on column "one_time_code"."session_id" is 'The session that asked for it; no other can use it. Null for somebody who is not signed in.';
comment on column "one_time_code"."attempts" is 'How many of its five attempts are used up.';
comment on column "one_time_code"."is_live" is 'False once it was used or replaced.';
create unique index "one_time_code_one_live" on "one_time_code" ("user_id", "purpose") where is_live;
alter table "one_time_code" add constraint "one_time_code_attempts" check ((attempts >= 0) and (attempts <= 5));
alter table "one_time_code" add constraint "one_time_code_purpose_check" check ("purpose" in ('sign_in', 'reset', 'prove'));

create table "merchant_link" (
  "token_hash" bytea not null,
  "account_id" bigint not null,
  "user_id" bigint null,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "used_by" text null, primary key ("token_hash"));
comment on table "merchant_link" is 'A one-time deep link that makes a chat the merchant''s.';
comment on column "merchant_link"."token_hash" is 'A hash of the token in the link.';
comment on column "merchant_link"."user_id" is 'Whose own chat it becomes too, for codes.';

create table "merchant_chat" (
  "account_id" bigint not null,
  "chat_id" bigint not null,
  "user_id" bigint null,
  "name" text not null,
  "language" text not null,
  "linked_at" timestamptz not null,
  "blocked_at" timestamptz null, primary key ("account_id",
  "chat_id"));
comment on table "merchant_chat" is 'A chat in which a merchant is told what happens in the shop.';
comment on column "merchant_chat"."chat_id" is 'Telegram''s id of the chat.';
comment on column "merchant_chat"."user_id" is 'Whose chat it is: their role says what may be done in it; null: linked to the account itself.';
create index "merchant_chat_person" on "merchant_chat" ("chat_id");
alter table "merchant_chat" add constraint "merchant_chat_language_check" check ("language" in ('id', 'en'));

create table "membership" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "role" text not null,
  "created_at" timestamptz not null);
comment on table "membership" is 'What one user may do to one account.';
comment on column "membership"."role" is 'What the user may do to the account.';
create index "membership_of_user" on "membership" ("user_id");
alter table "membership" add constraint "membership_once" unique ("account_id", "user_id");
alter table "membership" add constraint "membership_role_check" check ("role" in ('owner', 'finance', 'support', 'read_only'));

create table "identity" (
  "issuer" text not null,
  "subject" text not null,
  "user_id" bigint not null,
  "email" text null,
  "created_at" timestamptz not null,
  "used_at" timestamptz not null, primary key ("issuer",
  "subject"));
comment on table "identity" is 'Who a user is at an identity provider: the issuer''s own name for a person.';
comment on column "identity"."issuer" is 'The provider''s address, as its tokens name it (iss).';
comment on column "identity"."subject" is 'The provider''s own name for the person (sub).';
comment on column "identity"."email" is 'As the provider last said it.';
create index "identity_of_user" on "identity" ("user_id");

create table "backup_code" (
  "user_id" bigint not null,
  "code_hash" bytea not null,
  "used_at" timestamptz null, primary key ("user_id",
  "code_hash"));
comment on table "backup_code" is 'One of ten backup codes of a user. Each works once.';
comment on column "backup_code"."code_hash" is 'A hash of the code.';

create table "variant" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "public_id" text not null,
  "product_id" bigint not null,
  "key" text not null,
  "name" text not null default '',
  "price" bigint not null,
  "star_price" int null,
  "stock_mode" text not null,
  "file_id" bigint null,
  "content_id" bigint null,
  "stock_url" text null,
  "low_stock_at" int null,
  "position" int not null default 0,
  "is_active" boolean not null default true,
  "created_at" timestamptz not null);
comment on table "variant" is 'What is put into a cart: a product in one size, colour or length, with its price.';
comment on column "variant"."name" is 'Empty where a product has only one and it needs no name.';
comment on column "variant"."price" is 'Whole rupiah.';
comment on column "variant"."star_price" is 'What it costs in Telegram Stars, where customers may pay with them.';
comment on column "variant"."stock_mode" is 'How its stock is kept: a counter, serial lines, or one of the kinds without an end or a number here.';
comment on column "variant"."stock_url" is 'Where the seller''s server hands out units of it.';
comment on column "variant"."low_stock_at" is 'From how many on the seller is told that it runs low; null for never.';
alter table "variant" add constraint "variant_public_id_unique" unique ("public_id");
create index "variant_shown" on "variant" ("product_id", "position", "id") where is_active;
create index "variant_watched" on "variant" ("id") where low_stock_at is not null;
alter table "variant" add constraint "variant_product_id_key_unique" unique ("product_id", "key");
alter table "variant" add constraint "variant_account_id_id_unique" unique ("account_id", "id");
alter table "variant" add constraint "variant_file" check ((stock_mode = 'file') = (file_id is not null));
alter table "variant" add constraint "variant_content" check ((stock_mode = 'content') = (content_id is not null));
alter table "variant" add constraint "variant_webhook" check ((stock_mode = 'webhook') = (stock_url is not null));
alter table "variant" add constraint "variant_public_id_check" check (public_id ~ '^[A-Za-z0-9_-]{22}$');
alter table "variant" add constraint "variant_key_check" check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$');
alter table "variant" add constraint "variant_name_check" check (char_length(name) <= 100);
alter table "variant" add constraint "variant_price_check" check ((price >= 1) and (price <= 1000000000));
alter table "variant" add constraint "variant_star_price_check" check ((star_price >= 1) and (star_price <= 10000));
alter table "variant" add constraint "variant_stock_url_check" check (char_length(stock_url) <= 2048);
alter table "variant" add constraint "variant_low_stock_at_check" check (low_stock_at > 0);
alter table "variant" add constraint "variant_stock_mode_check" check ("stock_mode" in ('counter', 'serial', 'unlimited', 'file', 'content', 'webhook'));

create table "stock" (
  "variant_id" bigint not null,
  "mode" text not null,
  "account_id" bigint not null,
  "available" bigint null default '0',
  "reserved" bigint not null default '0',
  "sold" bigint not null default '0',
  "imported" int null,
  "low_told_at" timestamptz null, primary key ("variant_id",
  "mode"));
comment on table "stock" is 'How many there are of a variant in one mode; test orders move that of test mode alone.';
comment on column "stock"."available" is 'Units that nobody has ordered; null where no number is kept (serial lines, a server that told none).';
comment on column "stock"."reserved" is 'Units of orders that are not paid yet.';
comment on column "stock"."sold" is 'Units of orders that were paid.';
comment on column "stock"."imported" is 'What the catalogue file said last; an edited number changes the stock by the difference.';
comment on column "stock"."low_told_at" is 'When the seller was told that it runs low; null while there are enough.';
alter table "stock" add constraint "stock_available_check" check (available >= 0);
alter table "stock" add constraint "stock_reserved_check" check (reserved >= 0);
alter table "stock" add constraint "stock_sold_check" check (sold >= 0);
alter table "stock" add constraint "stock_mode_check" check ("mode" in ('live', 'test'));

create table "stock_change" (
  "id" bigint generated always as identity not null primary key,
  "variant_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "delta" bigint not null,
  "once" text null,
  "reason" text not null,
  "created_at" timestamptz not null);
comment on table "stock_change" is 'What was added to a number, or taken off it, other than by orders.';
comment on column "stock_change"."variant_id" is 'Carries the constraint that there is such a stock, and is never set.';
comment on column "stock_change"."mode" is 'Carries the constraint that there is such a stock, and is never set.';
comment on column "stock_change"."delta" is 'Units added, or taken off where negative.';
comment on column "stock_change"."once" is 'What caused it, so that the same message changes the stock once.';
comment on column "stock_change"."reason" is 'What changed it.';
alter table "stock_change" add constraint "stock_change_once_unique" unique ("once");
create index "stock_change_of_variant" on "stock_change" ("variant_id", "mode");
alter table "stock_change" add constraint "stock_change_delta_check" check (delta <> 0);
alter table "stock_change" add constraint "stock_change_once_check" check (char_length(once) <= 200);
alter table "stock_change" add constraint "stock_change_mode_check" check ("mode" in ('live', 'test'));
alter table "stock_change" add constraint "stock_change_reason_check" check ("reason" in ('import', 'restock', 'told', 'lost'));

create table "star_purchase" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "customer_id" bigint not null,
  "token" text not null,
  "once" text null,
  "invoice_message_id" bigint null,
  "variant_id" bigint not null,
  "product_name" text not null,
  "variant_name" text not null,
  "stars" int not null,
  "file_id" bigint null,
  "content_id" bigint null,
  "status" text not null default 'offered',
  "held_until" timestamptz null,
  "charge_id" text null,
  "refund_reason" text null,
  "retry_at" timestamptz null,
  "created_at" timestamptz not null,
  "paid_at" timestamptz null,
  "refunded_at" timestamptz null);
comment on table "star_purchase" is 'One digital thing, paid for with Telegram Stars: neither an order nor a payment.';
comment on column "star_purchase"."token" is 'What the invoice carries as its payload, and buttons name it by.';
comment on column "star_purchase"."once" is 'What caused it, so that the same press makes only one invoice.';
comment on column "star_purchase"."invoice_message_id" is 'Telegram''s id of the message with the invoice.';
comment on column "star_purchase"."stars" is 'In Stars, never in rupiah.';
comment on column "star_purchase"."status" is 'offered, then reserved, then paid; refund_due and refunded where the Stars go back.';
comment on column "star_purchase"."held_until" is 'Until when the goods are kept for it.';
comment on column "star_purchase"."charge_id" is 'Telegram''s telegram_payment_charge_id: Stars came once under it, and go back under it.';
comment on column "star_purchase"."refund_reason" is 'Why the Stars went back.';
comment on column "star_purchase"."retry_at" is 'When Telegram is asked next to give the Stars back.';
alter table "star_purchase" add constraint "star_purchase_token_unique" unique ("token");
alter table "star_purchase" add constraint "star_purchase_charge_id_unique" unique ("charge_id");
create index "star_purchase_bought" on "star_purchase" ("customer_id", "paid_at") where paid_at is not null;
create index "star_purchase_held" on "star_purchase" ("held_until") where held_until is not null;
create index "star_purchase_refund_due" on "star_purchase" ("retry_at") where status = 'refund_due';
alter table "star_purchase" add constraint "star_purchase_customer_id_once_unique" unique ("customer_id", "once");
alter table "star_purchase" add constraint "star_purchase_reserved" check ((status = 'reserved') = (held_until is not null));
alter table "star_purchase" add constraint "star_purchase_charged" check ((status in ('paid', 'refund_due', 'refunded')) = (charge_id is not null));
alter table "star_purchase" add constraint "star_purchase_paid" check ((charge_id is null) = (paid_at is null));
alter table "star_purchase" add constraint "star_purchase_refunded" check ((status = 'refunded') = (refunded_at is not null));
alter table "star_purchase" add constraint "star_purchase_token_check" check (token ~ '^[A-Za-z0-9_-]{22}$');
alter table "star_purchase" add constraint "star_purchase_stars_check" check ((stars >= 1) and (stars <= 10000));
alter table "star_purchase" add constraint "star_purchase_mode_check" check ("mode" in ('live', 'test'));
alter table "star_purchase" add constraint "star_purchase_status_check" check ("status" in ('offered', 'reserved', 'paid', 'refund_due', 'refunded'));
alter table "star_purchase" add constraint "star_purchase_refund_reason_check" check ("refund_reason" in ('short', 'paid_twice', 'seller', 'elsewhere'));

create table "restock_wish" (
  "customer_id" bigint not null,
  "variant_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "asked_at" timestamptz not null, primary key ("customer_id",
  "variant_id"));
comment on table "restock_wish" is 'A customer wants to be told when there is some of it again. Gone once they are.';
comment on column "restock_wish"."mode" is 'Of the shop in which they asked: of its stock they are told.';
create index "restock_wish_of_variant" on "restock_wish" ("variant_id");
alter table "restock_wish" add constraint "restock_wish_mode_check" check ("mode" in ('live', 'test'));

create table "order_item" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "order_id" bigint not null,
  "variant_id" bigint not null,
  "position" int not null,
  "product_name" text not null,
  "variant_name" text not null,
  "kind" text not null,
  "stock_mode" text not null,
  "price" bigint not null,
  "quantity" int not null,
  "file_id" bigint null,
  "content_id" bigint null,
  "stock_state" text not null default 'free',
  "delivered_at" timestamptz null);
comment on table "order_item" is 'One line of an order: what it was called and cost when it was placed.';
comment on column "order_item"."mode" is 'Of its order.';
comment on column "order_item"."variant_name" is 'Empty where the product has only one variant without a name.';
comment on column "order_item"."kind" is 'As the product was when it was ordered.';
comment on column "order_item"."stock_mode" is 'As the variant was when it was ordered.';
comment on column "order_item"."price" is 'Of one, in whole rupiah, as it was when it was ordered.';
comment on column "order_item"."stock_state" is 'short: paid, and none was left.';
create index "order_item_of_variant" on "order_item" ("variant_id") where stock_state in ('held', 'sold');
alter table "order_item" add constraint "order_item_order_id_variant_id_unique" unique ("order_id", "variant_id");
alter table "order_item" add constraint "order_item_price_check" check (price > 0);
alter table "order_item" add constraint "order_item_quantity_check" check ((quantity >= 1) and (quantity <= 99));
alter table "order_item" add constraint "order_item_mode_check" check ("mode" in ('live', 'test'));
alter table "order_item" add constraint "order_item_kind_check" check ("kind" in ('physical', 'service', 'digital'));
alter table "order_item" add constraint "order_item_stock_mode_check" check ("stock_mode" in ('counter', 'serial', 'unlimited', 'file', 'content', 'webhook'));
alter table "order_item" add constraint "order_item_stock_state_check" check ("stock_state" in ('free', 'held', 'sold', 'short'));

create table "unit_request" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "order_id" bigint not null,
  "item_id" bigint not null,
  "key" text not null,
  "url" text not null,
  "state" text not null default 'pending',
  "attempts" int not null default 0,
  "next_at" timestamptz not null,
  "lease_token" uuid null,
  "last_error" text null,
  "created_at" timestamptz not null);
comment on table "unit_request" is 'Units of one item of a paid order that the seller''s server owes.';
comment on column "unit_request"."key" is 'The same with every attempt, so that a server which was asked twice hands out once.';
comment on column "unit_request"."url" is 'As it was when the order was paid.';
comment on column "unit_request"."state" is 'failed: the merchant hands it over or gives the money back; dropped: the order ended otherwise.';
comment on column "unit_request"."attempts" is 'How often the seller''s server was asked.';
comment on column "unit_request"."next_at" is 'When it is asked next.';
comment on column "unit_request"."lease_token" is 'Of the attempt that is under way: an answer to an earlier one changes nothing.';
alter table "unit_request" add constraint "unit_request_item_id_unique" unique ("item_id");
alter table "unit_request" add constraint "unit_request_key_unique" unique ("key");
create index "unit_request_due" on "unit_request" ("next_at") where state = 'pending';
create index "unit_request_of_order" on "unit_request" ("order_id");
alter table "unit_request" add constraint "unit_request_url_check" check (char_length(url) <= 2048);
alter table "unit_request" add constraint "unit_request_mode_check" check ("mode" in ('live', 'test'));
alter table "unit_request" add constraint "unit_request_state_check" check ("state" in ('pending', 'delivered', 'failed', 'dropped'));

create table "stock_unit" (
  "id" bigint generated always as identity not null primary key,
  "variant_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "line" text not null,
  "state" text not null default 'available',
  "created_at" timestamptz not null,
  "order_item_id" bigint null,
  "star_purchase_id" bigint null);
comment on table "stock_unit" is 'A serial line: it is sold once, and by orders of its own mode alone.';
comment on column "stock_unit"."line" is 'What the customer gets: a key, a voucher.';
comment on column "stock_unit"."state" is 'available, held by an order that is not paid, or sold.';
create index "stock_unit_available" on "stock_unit" ("variant_id", "mode", "id") where state = 'available';
create index "stock_unit_of_item" on "stock_unit" ("order_item_id") where order_item_id is not null;
create index "stock_unit_of_stars" on "stock_unit" ("star_purchase_id") where star_purchase_id is not null;
alter table "stock_unit" add constraint "stock_unit_variant_id_mode_line_unique" unique ("variant_id", "mode", "line");
alter table "stock_unit" add constraint "stock_unit_taken" check (num_nonnulls(order_item_id, star_purchase_id) = case when state = 'available' then 0 else 1 end);
alter table "stock_unit" add constraint "stock_unit_line_check" check ((char_length(line) >= 1) and (char_length(line) <= 500));
alter table "stock_unit" add constraint "stock_unit_mode_check" check ("mode" in ('live', 'test'));
alter table "stock_unit" add constraint "stock_unit_state_check" check ("state" in ('available', 'held', 'sold'));

create table "cart_line" (
  "customer_id" bigint not null,
  "variant_id" bigint not null,
  "account_id" bigint not null,
  "quantity" int not null,
  "added_at" timestamptz not null, primary key ("customer_id",
  "variant_id"));
comment on table "cart_line" is 'So many of one variant in a customer''s cart.';
comment on column "cart_line"."quantity" is '1 to 99.';
alter table "cart_line" add constraint "cart_line_quantity_check" check ((quantity >= 1) and (quantity <= 99));

create table "webhook_secret" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "sealed" text not null,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz not null default 'infinity');
comment on table "webhook_secret" is 'Signs an account''s callbacks.';
comment on column "webhook_secret"."sealed" is 'The secret, sealed.';
comment on column "webhook_secret"."expires_at" is 'infinity: it is the one in use.';
create index "webhook_secret_account" on "webhook_secret" ("account_id", "expires_at");

create table "withdrawal" (
  "id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "amount" bigint not null,
  "status" text not null default 'requested',
  "bank" text not null,
  "number" text not null,
  "holder" text not null,
  "waits_until" timestamptz null,
  "key" text not null,
  "fingerprint" bytea not null,
  "note" text null,
  "created_at" timestamptz not null,
  "changed_at" timestamptz not null, primary key ("id"));
comment on table "withdrawal" is 'Money of qris payments on its way to the merchant. Whole rupiah.';
comment on column "withdrawal"."amount" is 'Whole rupiah.';
comment on column "withdrawal"."status" is 'requested, then approved, then sent; rejected and failed are the other ends.';
comment on column "withdrawal"."number" is 'The bank account number, as it was when it was asked for.';
comment on column "withdrawal"."waits_until" is 'It is not approved before: the destination was changed a short while ago.';
comment on column "withdrawal"."key" is 'The Idempotency-Key of its request, and a hash of the content.';
comment on column "withdrawal"."fingerprint" is 'A hash of the request: another one under the same key is refused.';
comment on column "withdrawal"."note" is 'The operator''s note: a reason, the bank''s reference.';
create index "withdrawal_newest" on "withdrawal" ("account_id", "mode", "created_at");
create index "withdrawal_open" on "withdrawal" ("created_at") where status = any (array['requested'::text, 'approved'::text]);
alter table "withdrawal" add constraint "withdrawal_key" unique ("account_id", "key");
alter table "withdrawal" add constraint "withdrawal_live" check (mode = 'live'::text);
alter table "withdrawal" add constraint "withdrawal_id_check" check (id ~ '^WD-[0-9A-Z]{17}$');
alter table "withdrawal" add constraint "withdrawal_amount_check" check (amount > 0);
alter table "withdrawal" add constraint "withdrawal_key_check" check ((char_length(key) >= 1) and (char_length(key) <= 255));
alter table "withdrawal" add constraint "withdrawal_note_check" check (char_length(note) <= 200);
alter table "withdrawal" add constraint "withdrawal_mode_check" check ("mode" in ('live', 'test'));
alter table "withdrawal" add constraint "withdrawal_status_check" check ("status" in ('requested', 'approved', 'sent', 'rejected', 'failed'));

create table "movement" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "kind" text not null,
  "invoice_id" text null,
  "transfer_id" bigint null,
  "withdrawal_id" text null,
  "is_withdrawable" boolean not null default false,
  "amount" bigint not null,
  "fee" bigint not null default '0',
  "net" bigint not null,
  "created_at" timestamptz not null);
comment on table "movement" is 'One signed line in an account''s books. Nothing ever changes one.';
comment on column "movement"."kind" is 'A sale, a withdrawal of money, or a note that a refund was paid.';
comment on column "movement"."is_withdrawable" is 'Whether it counts for the balance (money of qris, on the operator''s account); set by the database.';
comment on column "movement"."amount" is 'Whole rupiah, signed.';
comment on column "movement"."fee" is 'The part of a sale that the customer paid on top: the account''s percentage of qris_platform.';
comment on column "movement"."net" is 'Whole rupiah, signed: the amount less the fee.';
alter table "movement" add constraint "movement_transfer_id_unique" unique ("transfer_id");
create index "movement_newest" on "movement" ("account_id", "mode", "created_at", "id");
create index "movement_balance" on "movement" ("account_id", "mode", "net") where is_withdrawable;
create index "movement_of_withdrawal" on "movement" ("withdrawal_id");
create unique index "movement_one_sale" on "movement" ("invoice_id") where kind = 'sale';
create unique index "movement_one_refund" on "movement" ("invoice_id") where kind = 'refund_note';
alter table "movement" add constraint "movement_net" check (net = (amount - fee));
alter table "movement" add constraint "movement_mode_check" check ("mode" in ('live', 'test'));
alter table "movement" add constraint "movement_kind_check" check ("kind" in ('sale', 'withdrawal', 'refund_note'));
create function refuse_change() returns trigger language plpgsql as $$        begin
          raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';         end $$;
        create trigger movement_append_only before update or delete or truncate on movement
          for each statement execute function refuse_change();
create function mark_withdrawable() returns trigger language plpgsql as $$        begin
          new.is_withdrawable := new.kind <> 'refund_note' and (new.withdrawal_id is not null
            or exists (select 1 from payment p where p.invoice_id = new.invoice_id and p.paid_via = 'qris'));           return new;         end $$;
        create trigger movement_withdrawable before insert on movement for each row execute function mark_withdrawable();

alter table "answered_request" add constraint "answered_request_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "api_request" add constraint "api_request_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "bot" add constraint "bot_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "broadcast" add constraint "broadcast_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "broadcast" add constraint "broadcast_bot_id_foreign" foreign key ("bot_id") references "bot" ("id") on update no action on delete no action;

alter table "broadcast_recipient" add constraint "broadcast_recipient_broadcast_id_foreign" foreign key ("broadcast_id") references "broadcast" ("id") on update no action on delete no action;
alter table "broadcast_recipient" add constraint "broadcast_recipient_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "callback_endpoint" add constraint "callback_endpoint_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "category" add constraint "category_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "category" add constraint "category_account_id_parent_id_parent_level_foreign" foreign key ("account_id", "parent_id", "parent_level") references "category" ("account_id", "id", "level") on update no action on delete no action;

alter table "coupon" add constraint "coupon_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "customer" add constraint "customer_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "destination" add constraint "destination_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "digital_file" add constraint "digital_file_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "event" add constraint "event_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "delivery" add constraint "delivery_event_id_foreign" foreign key ("event_id") references "event" ("id") on update no action on delete no action;
alter table "delivery" add constraint "delivery_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "delivery_attempt" add constraint "delivery_attempt_delivery_id_foreign" foreign key ("delivery_id") references "delivery" ("id") on update no action on delete no action;

alter table "hidden_content" add constraint "hidden_content_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "idempotency" add constraint "idempotency_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "inbox" add constraint "inbox_bot_id_foreign" foreign key ("bot_id") references "bot" ("id") on update no action on delete no action;

alter table "inviter" add constraint "inviter_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;
alter table "inviter" add constraint "inviter_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "notice" add constraint "notice_bot_id_foreign" foreign key ("bot_id") references "bot" ("id") on update no action on delete no action;
alter table "notice" add constraint "notice_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "notice_switch" add constraint "notice_switch_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "store_order" add constraint "store_order_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "store_order" add constraint "store_order_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "customer" ("account_id", "id") on update no action on delete no action;

alter table "coupon_use" add constraint "coupon_use_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;
alter table "coupon_use" add constraint "coupon_use_coupon_id_foreign" foreign key ("coupon_id") references "coupon" ("id") on update no action on delete no action;
alter table "coupon_use" add constraint "coupon_use_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;
alter table "coupon_use" add constraint "coupon_use_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "payment" add constraint "payment_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "order_invoice" add constraint "order_invoice_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "order_invoice" add constraint "order_invoice_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "order_invoice" add constraint "order_invoice_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;

alter table "goods_release" add constraint "goods_release_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "goods_release" add constraint "goods_release_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "payment_day" add constraint "payment_day_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "payment_reference" add constraint "payment_reference_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "platform_grant" add constraint "platform_grant_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "product_image" add constraint "product_image_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "product" add constraint "product_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "product" add constraint "product_account_id_category_id_foreign" foreign key ("account_id", "category_id") references "category" ("account_id", "id") on update no action on delete no action;
alter table "product" add constraint "product_account_id_image_id_foreign" foreign key ("account_id", "image_id") references "product_image" ("account_id", "id") on update no action on delete no action;

alter table "favourite" add constraint "favourite_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;
alter table "favourite" add constraint "favourite_product_id_foreign" foreign key ("product_id") references "product" ("id") on update no action on delete no action;
alter table "favourite" add constraint "favourite_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "product_rating" add constraint "product_rating_product_id_foreign" foreign key ("product_id") references "product" ("id") on update no action on delete no action;
alter table "product_rating" add constraint "product_rating_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "quantity_step" add constraint "quantity_step_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;
alter table "quantity_step" add constraint "quantity_step_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "hold" add constraint "hold_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;

alter table "connection" add constraint "connection_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "connection" add constraint "connection_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;

alter table "reading" add constraint "reading_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;

alter table "connection_token" add constraint "connection_token_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;

alter table "connect_attempt" add constraint "connect_attempt_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "connect_attempt" add constraint "connect_attempt_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;

alter table "charge" add constraint "charge_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "charge" add constraint "charge_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;

alter table "referral" add constraint "referral_invited_id_foreign" foreign key ("invited_id") references "customer" ("id") on update no action on delete no action;
alter table "referral" add constraint "referral_inviter_id_foreign" foreign key ("inviter_id") references "customer" ("id") on update no action on delete no action;
alter table "referral" add constraint "referral_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "reservation" add constraint "reservation_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;

alter table "review" add constraint "review_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;
alter table "review" add constraint "review_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "api_key" add constraint "api_key_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "api_key" add constraint "api_key_hash_key_id_foreign" foreign key ("hash_key_id") references "seal_key" ("id") on update no action on delete no action;

alter table "set_aside_row" add constraint "set_aside_row_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "set_aside_row" add constraint "set_aside_row_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "set_aside_row" add constraint "set_aside_row_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;

alter table "shop_rules" add constraint "shop_rules_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "subscription" add constraint "subscription_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "talk_message" add constraint "talk_message_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "talk_message" add constraint "talk_message_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;

alter table "telegram_file" add constraint "telegram_file_bot_id_foreign" foreign key ("bot_id") references "bot" ("id") on update no action on delete no action;

alter table "transfer" add constraint "transfer_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "transfer" add constraint "transfer_connection_id_foreign" foreign key ("connection_id") references "connection" ("id") on update no action on delete no action;
alter table "transfer" add constraint "transfer_receiving_account_id_foreign" foreign key ("receiving_account_id") references "receiving_account" ("id") on update no action on delete no action;
alter table "transfer" add constraint "transfer_charge_id_foreign" foreign key ("charge_id") references "charge" ("id") on update no action on delete no action;
alter table "transfer" add constraint "transfer_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "transfer" add constraint "transfer_likely_invoice_id_foreign" foreign key ("likely_invoice_id") references "payment" ("invoice_id") on update no action on delete no action;

alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "one_time_code" add constraint "one_time_code_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "merchant_link" add constraint "merchant_link_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "merchant_link" add constraint "merchant_link_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "merchant_chat" add constraint "merchant_chat_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "merchant_chat" add constraint "merchant_chat_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "membership" add constraint "membership_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "membership" add constraint "membership_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "identity" add constraint "identity_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "backup_code" add constraint "backup_code_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update no action on delete no action;

alter table "variant" add constraint "variant_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "variant" add constraint "variant_account_id_product_id_foreign" foreign key ("account_id", "product_id") references "product" ("account_id", "id") on update no action on delete no action;
alter table "variant" add constraint "variant_account_id_file_id_foreign" foreign key ("account_id", "file_id") references "digital_file" ("account_id", "id") on update no action on delete no action;
alter table "variant" add constraint "variant_account_id_content_id_foreign" foreign key ("account_id", "content_id") references "hidden_content" ("account_id", "id") on update no action on delete no action;

alter table "stock" add constraint "stock_variant_id_foreign" foreign key ("variant_id") references "variant" ("id") on update no action on delete no action;
alter table "stock" add constraint "stock_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "stock_change" add constraint "stock_change_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "stock_change" add constraint "stock_change_variant_id_mode_foreign" foreign key ("variant_id", "mode") references "stock" ("variant_id", "mode") on update no action on delete no action;

alter table "star_purchase" add constraint "star_purchase_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "star_purchase" add constraint "star_purchase_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;
alter table "star_purchase" add constraint "star_purchase_variant_id_foreign" foreign key ("variant_id") references "variant" ("id") on update no action on delete no action;
alter table "star_purchase" add constraint "star_purchase_file_id_foreign" foreign key ("file_id") references "digital_file" ("id") on update no action on delete no action;
alter table "star_purchase" add constraint "star_purchase_content_id_foreign" foreign key ("content_id") references "hidden_content" ("id") on update no action on delete no action;

alter table "restock_wish" add constraint "restock_wish_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on update no action on delete no action;
alter table "restock_wish" add constraint "restock_wish_variant_id_foreign" foreign key ("variant_id") references "variant" ("id") on update no action on delete no action;
alter table "restock_wish" add constraint "restock_wish_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "order_item" add constraint "order_item_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "order_item" add constraint "order_item_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;
alter table "order_item" add constraint "order_item_account_id_variant_id_foreign" foreign key ("account_id", "variant_id") references "variant" ("account_id", "id") on update no action on delete no action;
alter table "order_item" add constraint "order_item_file_id_foreign" foreign key ("file_id") references "digital_file" ("id") on update no action on delete no action;
alter table "order_item" add constraint "order_item_content_id_foreign" foreign key ("content_id") references "hidden_content" ("id") on update no action on delete no action;

alter table "unit_request" add constraint "unit_request_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "unit_request" add constraint "unit_request_order_id_foreign" foreign key ("order_id") references "store_order" ("id") on update no action on delete no action;
alter table "unit_request" add constraint "unit_request_item_id_foreign" foreign key ("item_id") references "order_item" ("id") on update no action on delete no action;

alter table "stock_unit" add constraint "stock_unit_variant_id_foreign" foreign key ("variant_id") references "variant" ("id") on update no action on delete no action;
alter table "stock_unit" add constraint "stock_unit_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "stock_unit" add constraint "stock_unit_order_item_id_foreign" foreign key ("order_item_id") references "order_item" ("id") on update no action on delete no action;
alter table "stock_unit" add constraint "stock_unit_star_purchase_id_foreign" foreign key ("star_purchase_id") references "star_purchase" ("id") on update no action on delete no action;

alter table "cart_line" add constraint "cart_line_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "customer" ("account_id", "id") on update no action on delete no action;
alter table "cart_line" add constraint "cart_line_account_id_variant_id_foreign" foreign key ("account_id", "variant_id") references "variant" ("account_id", "id") on update no action on delete no action;

alter table "webhook_secret" add constraint "webhook_secret_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "withdrawal" add constraint "withdrawal_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;

alter table "movement" add constraint "movement_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "movement" add constraint "movement_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "movement" add constraint "movement_transfer_id_foreign" foreign key ("transfer_id") references "transfer" ("id") on update no action on delete no action;
alter table "movement" add constraint "movement_withdrawal_id_foreign" foreign key ("withdrawal_id") references "withdrawal" ("id") on update no action on delete no action;`)
  }
}
