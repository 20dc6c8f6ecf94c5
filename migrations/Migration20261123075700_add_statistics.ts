import { Migration } from '@mikro-orm/migrations'

/**
 * Generated from the entities by `npm run migration`; the accounts that there are have their totals counted afterwards, by the job
 * `fill-statistics`.
 */
export class Migration20261123075700_add_statistics extends Migration {
  override up() {
    this.addSql(`

create table "book_close" (
  "id" int not null,
  "day" date not null, primary key ("id"));
comment on table "book_close" is 'Through which day the books of all accounts are summed by day: one row.';

create table "book_day" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "sales" int not null,
  "amount" bigint not null,
  "fees" bigint not null,
  "refunds" int not null,
  "refunded" bigint not null, primary key ("account_id",
  "mode",
  "day"));
comment on table "book_day" is 'An account''s sales and refunds of one day that is over, as the books have them. Amounts in whole rupiah.';
comment on column "book_day"."day" is 'In the installation''s time zone at the time of counting.';
comment on column "book_day"."amount" is 'What came.';
comment on column "book_day"."fees" is 'The part of it that is the fee of qris_platform.';
comment on column "book_day"."refunded" is 'What was returned; not negative.';

create table "coupon_day" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "code" text not null,
  "orders" int not null,
  "discount" bigint not null,
  "revenue" bigint not null, primary key ("account_id",
  "mode",
  "day",
  "code"));
comment on table "coupon_day" is 'What one coupon took off the sold orders of one day. Amounts in whole rupiah.';
comment on column "coupon_day"."day" is 'As of SaleDay.';
comment on column "coupon_day"."discount" is 'What the coupon took off, in whole rupiah.';
comment on column "coupon_day"."revenue" is 'The totals of these orders.';

create table "payment_hour" (
  "account_id" bigint not null,
  "mode" text not null,
  "hour" timestamptz not null,
  "total" int not null,
  "paid" int not null,
  "revenue" bigint not null, primary key ("account_id",
  "mode",
  "hour"));
comment on table "payment_hour" is 'An account''s payments that were created within one hour. Written by a trigger on payment_delta as it is folded.';
comment on column "payment_hour"."hour" is 'When it begins: a whole hour of UTC.';
comment on column "payment_hour"."revenue" is 'Whole rupiah: what came for payments that are paid.';

create table "sale_day" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "placed" int not null,
  "sold" int not null,
  "revenue" bigint not null,
  "discount" bigint not null,
  "delivery_fees" bigint not null,
  "new_customers" int not null,
  "new_revenue" bigint not null, primary key ("account_id",
  "mode",
  "day"));
comment on table "sale_day" is 'A shop''s orders that were placed on one day. Sold: paid, and not cancelled since. Amounts in whole rupiah.';
comment on column "sale_day"."day" is 'In the installation''s time zone at the time of counting.';
comment on column "sale_day"."revenue" is 'The totals of those that are sold.';
comment on column "sale_day"."discount" is 'What coupons took off those that are sold.';
comment on column "sale_day"."delivery_fees" is 'Of those that are sold.';
comment on column "sale_day"."new_customers" is 'Customers whose first order that is sold was placed on this day.';
comment on column "sale_day"."new_revenue" is 'The totals of these first orders.';

create table "sale_mark" (
  "id" bigint generated always as identity not null primary key,
  "account_id" bigint not null,
  "mode" text not null,
  "order_id" bigint not null,
  "customer_id" bigint not null,
  "created_at" timestamptz not null);
comment on table "sale_mark" is 'An order that was placed, sold or taken back: the totals of its day are counted anew. Written by a trigger.';
comment on column "sale_mark"."created_at" is 'When the order was placed: the day that it counts for.';

create table "search_miss" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "term" text not null,
  "searches" int not null, primary key ("account_id",
  "mode",
  "day",
  "term"));
comment on table "search_miss" is 'What customers searched for in the chat on one day and did not find.';
comment on column "search_miss"."day" is 'In the installation''s time zone.';
comment on column "search_miss"."term" is 'Its words in small letters.';
comment on column "search_miss"."searches" is 'How often.';

create table "statistics_fill" (
  "account_id" bigint not null,
  "mode" text not null,
  "since" timestamptz not null, primary key ("account_id",
  "mode"));
comment on table "statistics_fill" is 'How far back the totals by hour and of sales are counted, of an account that is older than they. No row: all of them are.';
comment on column "statistics_fill"."since" is 'Everything that was created from here on is in the totals.';

create table "product_day" (
  "account_id" bigint not null,
  "mode" text not null,
  "day" date not null,
  "variant_id" bigint not null,
  "orders" int not null,
  "quantity" int not null,
  "revenue" bigint not null, primary key ("account_id",
  "mode",
  "day",
  "variant_id"));
comment on table "product_day" is 'What was sold of one variant in the orders of one day. Amounts in whole rupiah.';
comment on column "product_day"."day" is 'As of SaleDay.';
comment on column "product_day"."revenue" is 'At the price of the order, before its discount.';

create or replace function "store_order_store_order_totalled_fn"() returns trigger as $$ begin if tg_op = 'INSERT' or (old.status in ('paid', 'processing', 'completed')) <> (new.status in ('paid', 'processing', 'completed')) then
          insert into sale_mark (account_id, mode, order_id, customer_id, created_at)
          values (new.account_id, new.mode, new.id, new.customer_id, new.created_at);         end if;         return null; end; $$ language plpgsql;
create trigger "store_order_totalled" AFTER INSERT OR UPDATE on "store_order" for each ROW execute function "store_order_store_order_totalled_fn"();

create function count_hours() returns trigger language plpgsql as $$  begin
    perform pg_advisory_xact_lock_shared(738214);     insert into payment_hour as h (account_id, mode, hour, total, paid, revenue)
    select account_id, mode, date_trunc('hour', created_at, 'UTC'), sum(total), sum(paid), sum(revenue)
    from folded group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, mode, hour) do update
      set total = h.total + excluded.total, paid = h.paid + excluded.paid, revenue = h.revenue + excluded.revenue;     return null;   end $$;
  create trigger payment_delta_folded after delete on payment_delta referencing old table as folded
    for each statement execute function count_hours();

alter table "book_day" add constraint "book_day_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "book_day" add constraint "book_day_mode_check" check ("mode" in ('live', 'test'));

alter table "coupon_day" add constraint "coupon_day_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "coupon_day" add constraint "coupon_day_mode_check" check ("mode" in ('live', 'test'));

alter table "payment_hour" add constraint "payment_hour_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "payment_hour" add constraint "payment_hour_mode_check" check ("mode" in ('live', 'test'));

alter table "sale_day" add constraint "sale_day_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "sale_day" add constraint "sale_day_mode_check" check ("mode" in ('live', 'test'));

alter table "sale_mark" add constraint "sale_mark_mode_check" check ("mode" in ('live', 'test'));

alter table "search_miss" add constraint "search_miss_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "search_miss" add constraint "search_miss_term_check" check ((char_length(term) >= 1) and (char_length(term) <= 60));
alter table "search_miss" add constraint "search_miss_mode_check" check ("mode" in ('live', 'test'));

alter table "statistics_fill" add constraint "statistics_fill_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "statistics_fill" add constraint "statistics_fill_mode_check" check ("mode" in ('live', 'test'));

alter table "product_day" add constraint "product_day_account_id_foreign" foreign key ("account_id") references "account" ("id") on update no action on delete no action;
alter table "product_day" add constraint "product_day_mode_check" check ("mode" in ('live', 'test'));

insert into statistics_fill (account_id, mode, since)
select id, mode, '9000-01-01' from account cross join (values ('live'), ('test')) as m (mode);`)
  }
}
