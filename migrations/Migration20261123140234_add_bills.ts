import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123140234_add_bills extends Migration {
  override up() {
    this.addSql(`

create table "bill" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "public_id" text not null,
  "slug" text not null,
  "kind" text not null,
  "status" text not null default 'open',
  "amount" bigint null,
  "min_amount" bigint null,
  "max_amount" bigint null,
  "proposed_amount" bigint null,
  "takes_parts" boolean not null default false,
  "title" text not null,
  "note" text null,
  "customer_name" text null,
  "customer_phone" text null,
  "customer_phone_digits" text generated always as (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(customer_phone, '[^0-9+]'::text, ''::text, 'g'::text), '^0([1-9])'::text, '62\\1'::text), '^(8[0-9]{8,11})$'::text, '62\\1'::text), '[^0-9]'::text, ''::text, 'g'::text), '^00'::text, ''::text), '^620'::text, '62'::text)) stored null,
  "due_at" timestamptz null,
  "ends_at" timestamptz null,
  "reference" text null,
  "metadata" jsonb not null default '{}',
  "asks" text[] not null default '{}',
  "thanks" text null,
  "redirect_url" text null,
  "uses_max" int null,
  "uses" int not null default 0,
  "part_count" int not null default 0,
  "collected" bigint not null default '0',
  "excess" bigint not null default '0',
  "reminders" boolean not null default false,
  "remind_at" timestamptz null,
  "reminded_at" timestamptz null,
  "created_by" text not null,
  "once" text null,
  "sequence" int not null default 1,
  "created_at" timestamptz not null,
  "paid_at" timestamptz null,
  "ended_at" timestamptz null);
comment on table "bill" is 'What a merchant asks somebody to pay: it makes payments when it is opened. Amounts in whole rupiah.';
comment on column "bill"."public_id" is 'Names it in the API.';
comment on column "bill"."slug" is 'Its address, /b/<slug>: 22 characters at random, or a name that its merchant chose.';
comment on column "bill"."kind" is 'once: one payer. many: whoever opens it. open: the payer says how much.';
comment on column "bill"."status" is 'overdue can still be paid, expired and closed cannot.';
comment on column "bill"."amount" is 'Null where the payer says how much.';
comment on column "bill"."min_amount" is 'Between this and max_amount is what the payer may say.';
comment on column "bill"."max_amount" is 'At most so much, in whole rupiah.';
comment on column "bill"."proposed_amount" is 'What the page proposes.';
comment on column "bill"."takes_parts" is 'Whether it may be paid bit by bit.';
comment on column "bill"."customer_name" is 'Who it is for.';
comment on column "bill"."due_at" is 'Until when it should be paid; after it, it is overdue.';
comment on column "bill"."ends_at" is 'Until when it can be opened.';
comment on column "bill"."reference" is 'The merchant''s own id.';
comment on column "bill"."metadata" is 'Short texts that the merchant chose, by the merchant''s own names.';
comment on column "bill"."asks" is 'What the payer is asked: name, phone, address, note.';
comment on column "bill"."thanks" is 'Shown once it is paid.';
comment on column "bill"."redirect_url" is 'Where the payer goes on to; null: back to its page.';
comment on column "bill"."uses_max" is 'After so many payments it is closed; null: never.';
comment on column "bill"."uses" is 'How many payments were paid.';
comment on column "bill"."part_count" is 'How many payments were made for it.';
comment on column "bill"."collected" is 'What counts of the payments, without unique codes.';
comment on column "bill"."excess" is 'What came beyond what was due, and was not returned.';
comment on column "bill"."reminders" is 'Whether the one whom it is for is reminded.';
comment on column "bill"."remind_at" is 'When next; null: not any more.';
comment on column "bill"."reminded_at" is 'When last.';
comment on column "bill"."created_by" is 'Who made it.';
comment on column "bill"."once" is 'What caused it: one bill each.';
comment on column "bill"."sequence" is 'How often it has changed.';
comment on column "bill"."ended_at" is 'When it was paid, closed or expired.';
alter table "bill" add constraint "bill_public_id_unique" unique ("public_id");
alter table "bill" add constraint "bill_slug_unique" unique ("slug");
create index "bill_newest" on "bill" ("account_id", "mode", "created_at", "id");
create index "bill_due" on "bill" ("due_at") where status in ('open', 'partly_paid') and due_at is not null;
create index "bill_ending" on "bill" ("ends_at") where status in ('open', 'partly_paid', 'overdue') and ends_at is not null;
create index "bill_reminding" on "bill" ("remind_at") where remind_at is not null;
alter table "bill" add constraint "bill_account_id_mode_once_unique" unique ("account_id", "mode", "once");

create table "bill_part" (
  "invoice_id" text not null,
  "account_id" bigint not null,
  "bill_id" bigint not null,
  "number" int not null,
  "amount" bigint not null,
  "state" text not null default 'open',
  "browser" bytea null,
  "payer_name" text null,
  "payer_phone" text null,
  "payer_address" text null,
  "payer_note" text null,
  "created_at" timestamptz not null, primary key ("invoice_id"));
comment on table "bill_part" is 'A payment that was made for a bill.';
comment on column "bill_part"."amount" is 'What it counts, in whole rupiah, without its unique code.';
comment on column "bill_part"."state" is 'ended: nobody paid it in time; late money may still pay it.';
comment on column "bill_part"."browser" is 'A hash of what names the browser that asked for it; null where it was not a browser.';
comment on column "bill_part"."payer_name" is 'What the payer answered.';
create index "bill_part_open" on "bill_part" ("bill_id") where state = 'open';
alter table "bill_part" add constraint "bill_part_bill_id_number_unique" unique ("bill_id", "number");
create unique index "bill_part_of_browser" on "bill_part" ("bill_id", "browser", "amount") where state = 'open';

alter table "bill" add constraint "bill_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "bill" add constraint "bill_amount" check ((kind = 'open') = (amount is null));
alter table "bill" add constraint "bill_range" check ((kind = 'open') = ((min_amount is not null) and (max_amount is not null)));
alter table "bill" add constraint "bill_range_order" check (min_amount <= max_amount);
alter table "bill" add constraint "bill_proposal" check ((proposed_amount >= min_amount) and (proposed_amount <= max_amount));
alter table "bill" add constraint "bill_parts" check ((not takes_parts) or (kind = 'once'));
alter table "bill" add constraint "bill_collected" check ((kind <> 'once') or (collected <= amount));
alter table "bill" add constraint "bill_paid" check ((status = 'paid') = (paid_at is not null));
alter table "bill" add constraint "bill_public_id_check" check (public_id ~ '^BILL-[0-9A-Z]{17}$');
alter table "bill" add constraint "bill_slug_check" check (slug ~ '^([A-Za-z0-9_-]{22}|[a-z][a-z0-9-]{2,19})$');
alter table "bill" add constraint "bill_amount_check" check (amount >= 1000);
alter table "bill" add constraint "bill_min_amount_check" check (min_amount >= 1000);
alter table "bill" add constraint "bill_title_check" check ((char_length(title) >= 1) and (char_length(title) <= 100));
alter table "bill" add constraint "bill_note_check" check (char_length(note) <= 500);
alter table "bill" add constraint "bill_customer_name_check" check (char_length(customer_name) <= 100);
alter table "bill" add constraint "bill_customer_phone_check" check (char_length(customer_phone) <= 32);
alter table "bill" add constraint "bill_reference_check" check (char_length(reference) <= 100);
alter table "bill" add constraint "bill_thanks_check" check (char_length(thanks) <= 500);
alter table "bill" add constraint "bill_redirect_url_check" check (char_length(redirect_url) <= 2048);
alter table "bill" add constraint "bill_uses_max_check" check (uses_max > 0);
alter table "bill" add constraint "bill_excess_check" check (excess >= 0);
alter table "bill" add constraint "bill_created_by_check" check (char_length(created_by) <= 100);
alter table "bill" add constraint "bill_once_check" check (char_length(once) <= 200);
alter table "bill" add constraint "bill_mode_check" check ("mode" in ('live', 'test'));
alter table "bill" add constraint "bill_kind_check" check ("kind" in ('once', 'many', 'open'));
alter table "bill" add constraint "bill_status_check" check ("status" in ('draft', 'open', 'partly_paid', 'paid', 'overdue', 'closed', 'expired'));

alter table "bill_part" add constraint "bill_part_invoice_id_foreign" foreign key ("invoice_id") references "payment" ("invoice_id") on update no action on delete no action;
alter table "bill_part" add constraint "bill_part_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "bill_part" add constraint "bill_part_bill_id_foreign" foreign key ("bill_id") references "bill" ("id") on update no action on delete no action;
alter table "bill_part" add constraint "bill_part_amount_check" check (amount > 0);
alter table "bill_part" add constraint "bill_part_payer_name_check" check (char_length(payer_name) <= 100);
alter table "bill_part" add constraint "bill_part_payer_phone_check" check (char_length(payer_phone) <= 32);
alter table "bill_part" add constraint "bill_part_payer_address_check" check (char_length(payer_address) <= 500);
alter table "bill_part" add constraint "bill_part_payer_note_check" check (char_length(payer_note) <= 500);
alter table "bill_part" add constraint "bill_part_state_check" check ("state" in ('open', 'paid', 'ended'));`)
  }
}
