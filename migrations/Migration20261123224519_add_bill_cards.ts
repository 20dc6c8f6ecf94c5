import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123224519_add_bill_cards extends Migration {
  override up() {
    this.addSql(`

create table "bill_card" (
  "inline_message_id" text not null,
  "account_id" bigint not null,
  "bot_id" bigint not null,
  "bill_id" bigint not null,
  "language" text not null,
  "edit_at" timestamptz null,
  "created_at" timestamptz not null, primary key ("inline_message_id"));
comment on table "bill_card" is 'A message in some chat that shows a bill as it is.';
comment on column "bill_card"."inline_message_id" is 'Telegram''s name of the message.';
comment on column "bill_card"."edit_at" is 'When it is to be changed; null: it shows the bill as it is.';
create index "bill_card_of_bill" on "bill_card" ("bill_id");
create index "bill_card_due" on "bill_card" ("edit_at") where edit_at is not null;

create table "bill_offer" (
  "id" bigint generated always as identity not null primary key,
  "public_id" text not null,
  "account_id" bigint not null,
  "mode" text not null,
  "bot_id" bigint not null,
  "person_id" bigint not null,
  "amount" bigint not null,
  "title" text not null,
  "language" text not null,
  "offered_at" timestamptz not null);
comment on table "bill_offer" is 'What a merchant typed behind the name of the bot in some chat: its card becomes a bill when it is sent.';
comment on column "bill_offer"."public_id" is 'Names it in the buttons of its card.';
comment on column "bill_offer"."person_id" is 'Telegram''s id of the merchant who typed it.';
comment on column "bill_offer"."amount" is 'Whole rupiah.';
comment on column "bill_offer"."language" is 'Of its card.';
comment on column "bill_offer"."offered_at" is 'When it was typed last.';
alter table "bill_offer" add constraint "bill_offer_public_id_unique" unique ("public_id");
create index "bill_offer_offered" on "bill_offer" ("offered_at");
alter table "bill_offer" add constraint "bill_offer_bot_id_person_id_amount_title_unique" unique ("bot_id", "person_id", "amount", "title");

alter table "bill_card" add constraint "bill_card_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "bill_card" add constraint "bill_card_bill_id_foreign" foreign key ("bill_id") references "bill" ("id") on update no action on delete no action;
alter table "bill_card" add constraint "bill_card_inline_message_id_check" check ((char_length(inline_message_id) >= 1) and (char_length(inline_message_id) <= 150));
alter table "bill_card" add constraint "bill_card_language_check" check ("language" in ('id', 'en'));

alter table "bill_offer" add constraint "bill_offer_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "bill_offer" add constraint "bill_offer_amount_check" check (amount >= 1000);
alter table "bill_offer" add constraint "bill_offer_title_check" check ((char_length(title) >= 1) and (char_length(title) <= 100));
alter table "bill_offer" add constraint "bill_offer_mode_check" check ("mode" in ('live', 'test'));
alter table "bill_offer" add constraint "bill_offer_language_check" check ("language" in ('id', 'en'));`)
  }
}
