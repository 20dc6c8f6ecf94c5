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
create index "api_request_newest" on "api_request" ("account_id", "mode", "id");
create index "api_request_age" on "api_request" ("received_at");
alter table "api_request" add constraint "api_request_mode_check" check ("mode" in ('live', 'test'));

create table "attempt" (
  "key" text not null,
  "tries" int not null,
  "until" timestamptz not null, primary key ("key"));
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
alter table "inviter" add constraint "inviter_code_unique" unique ("code");
alter table "inviter" add constraint "inviter_code_check" check (code ~ '^[0-9A-Z]{10}$');
alter table "inviter" add constraint "inviter_mode_check" check ("mode" in ('live', 'test'));

create table "process" (
  "holder" text not null,
  "beaten_at" timestamptz not null,
  "steady_since" timestamptz not null, primary key ("holder"));

create table "method_maintenance" (
  "method" text not null,
  "reason" text not null,
  "since" timestamptz not null, primary key ("method"));
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

create table "form" (
  "bot_id" bigint not null,
  "person_id" bigint not null,
  "state" jsonb not null,
  "updated_at" timestamptz not null default now(), primary key ("bot_id",
  "person_id"));
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
alter table "order_invoice" add constraint "order_invoice_order_id_number_unique" unique ("order_id", "number");
create unique index "order_invoice_one_open" on "order_invoice" ("order_id") where is_open;

create table "goods_release" (
  "invoice_id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "downloads" int not null default 0,
  "content_opened_at" timestamptz null, primary key ("invoice_id"));
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
create index "payment_delta_of_account" on "payment_delta" ("account_id", "mode");
alter table "payment_delta" add constraint "payment_delta_mode_check" check ("mode" in ('live', 'test'));

create table "payment_reference" (
  "account_id" bigint not null,
  "mode" text not null,
  "reference" text not null,
  "invoice_id" text not null, primary key ("account_id",
  "mode",
  "reference"));
alter table "payment_reference" add constraint "payment_reference_reference_check" check ((char_length(reference) >= 1) and (char_length(reference) <= 100));

create table "platform_grant" (
  "account_id" bigint not null,
  "connector" text not null,
  "merchant_id" text null,
  "max_amount" bigint not null,
  "static_qris" text null,
  "created_at" timestamptz not null, primary key ("account_id"));
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

create table "product_rating" (
  "product_id" bigint not null,
  "mode" text not null,
  "account_id" bigint not null,
  "reviews" int not null,
  "stars" bigint not null, primary key ("product_id",
  "mode"));
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
alter table "quantity_step" add constraint "quantity_step_button_check" check (char_length(button) <= 200);

create table "receiving_account" (
  "id" bigint generated always as identity not null primary key,
  "connector" text not null,
  "mode" text not null,
  "external_id" text not null,
  "owner_id" bigint not null default '0');
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
alter table "reading" add constraint "reading_last_error_kind_check" check ("last_error_kind" in ('unreachable', 'unauthorized', 'refused', 'taken', 'unexpected', 'silent', 'too_late'));

create table "connection_token" (
  "connection_id" bigint not null,
  "sealed" text not null,
  "renew_at" timestamptz not null, primary key ("connection_id"));

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
alter table "referral" add constraint "referral_order_number_unique" unique ("order_number");
create index "referral_of_inviter" on "referral" ("inviter_id");
alter table "referral" add constraint "referral_by_another" check (invited_id > inviter_id);

create table "reservation" (
  "receiving_account_id" bigint not null,
  "final_amount" bigint not null,
  "invoice_id" text not null,
  "held_until" timestamptz not null, primary key ("receiving_account_id",
  "final_amount"));

create table "review" (
  "order_id" bigint not null,
  "account_id" bigint not null,
  "mode" text not null,
  "stars" smallint not null,
  "text" text null,
  "created_at" timestamptz not null, primary key ("order_id"));
create index "review_newest" on "review" ("account_id", "mode", "created_at");
alter table "review" add constraint "review_stars_check" check ((stars >= 1) and (stars <= 5));
alter table "review" add constraint "review_text_check" check (char_length(text) <= 500);
alter table "review" add constraint "review_mode_check" check ("mode" in ('live', 'test'));

create table "schema_version" (
  "is_only" boolean not null default true,
  "version" text not null,
  "lives_with" text not null,
  "migrated_at" timestamptz not null default now(), primary key ("is_only"));
alter table "schema_version" add constraint "schema_version_is_one" check (is_only);

create table "seal_key" (
  "id" text not null,
  "wrapped" text not null,
  "created_at" timestamptz not null default now(),
  "active_from" timestamptz not null,
  "resealed_at" timestamptz null, primary key ("id"));
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

create table "merchant_chat" (
  "account_id" bigint not null,
  "chat_id" bigint not null,
  "user_id" bigint null,
  "name" text not null,
  "language" text not null,
  "linked_at" timestamptz not null,
  "blocked_at" timestamptz null, primary key ("account_id",
  "chat_id"));
create index "merchant_chat_person" on "merchant_chat" ("chat_id");
alter table "merchant_chat" add constraint "merchant_chat_language_check" check ("language" in ('id', 'en'));

create table "membership" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "user_id" bigint not null,
  "role" text not null,
  "created_at" timestamptz not null);
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
create index "identity_of_user" on "identity" ("user_id");

create table "backup_code" (
  "user_id" bigint not null,
  "code_hash" bytea not null,
  "used_at" timestamptz null, primary key ("user_id",
  "code_hash"));

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
alter table "cart_line" add constraint "cart_line_quantity_check" check ((quantity >= 1) and (quantity <= 99));

create table "webhook_secret" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "sealed" text not null,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz not null default 'infinity');
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
