import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261123072958_count_changes extends Migration {
  override up() {
    this.addSql(`
alter table "customer" add "token" text null;
comment on column "customer"."token" is 'Names the person outside; null for one who came before 1.1.0.';

alter table "store_order" add "sequence" int not null default 0;
comment on column "store_order"."sequence" is 'How often it has changed.';

alter table "payment" add "sequence" int not null default 1;
comment on column "payment"."sequence" is 'How often it has changed, its making included.';

alter table "connection" add "sequence" int not null default 0;
comment on column "connection"."sequence" is 'How often its health has changed.';

alter table "transfer" add "sequence" int not null default 0;
comment on column "transfer"."sequence" is 'How often its review has changed.';

alter table "stock" add "sequence" int not null default 0;
comment on column "stock"."sequence" is 'How often what can be ordered has changed, or was found to run low.';

alter table "withdrawal" add "sequence" int not null default 0;
comment on column "withdrawal"."sequence" is 'How often it has moved.';`)
  }
}
