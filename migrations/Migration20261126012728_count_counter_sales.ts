import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126012728_count_counter_sales extends Migration {
  override up() {
    this.addSql(`
alter table "sale_day" add "counter_sold" int not null default 0, add "counter_revenue" bigint not null default '0';
comment on column "sale_day"."counter_sold" is 'Of those that are sold, at a counter: to nobody who is known.';
comment on column "sale_day"."counter_revenue" is 'The totals of those sold at a counter.';`)
  }
}
