import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000600_create_catalog extends Migration {
  override up() {
    this.addSql(`
      create table category (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
        key text not null check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
        level smallint not null check (level in (1, 2)),
        parent_id bigint,
        parent_level smallint generated always as (case when parent_id is null then null else 1 end) stored,
        name text not null check (char_length(name) between 1 and 100),
        position integer not null default 0,
        is_active boolean not null default true,
        created_at timestamptz not null,
        unique (account_id, key),
        unique (account_id, id),
        unique (account_id, id, level),
        -- Two levels and no more: a parent is of the same account and of level 1.
        foreign key (account_id, parent_id, parent_level) references category (account_id, id, level),
        check ((level = 2) = (parent_id is not null))
      );
      create index category_shown on category (account_id, parent_id, position, id) where is_active;

      create table product (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
        key text not null check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
        category_id bigint,
        kind text not null check (kind in ('physical', 'service', 'digital')),
        name text not null check (char_length(name) between 1 and 100),
        description text not null default '' check (char_length(description) <= 2000),
        image_id bigint,
        asks text[] not null default '{}' check (asks <@ '{note,phone,address}'),
        position integer not null default 0,
        is_active boolean not null default true,
        created_at timestamptz not null,
        unique (account_id, key),
        unique (account_id, id),
        foreign key (account_id, category_id) references category (account_id, id),
        foreign key (account_id, image_id) references product_image (account_id, id)
      );
      create index product_shown on product (account_id, category_id, position, id) where is_active;

      create table variant (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
        product_id bigint not null,
        key text not null check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
        name text not null default '' check (char_length(name) <= 100),
        price bigint not null check (price between 1 and 1000000000),
        stock_mode text not null check (stock_mode in ('counter', 'serial', 'unlimited', 'file', 'content')),
        file_id bigint,
        content_id bigint,
        -- What the catalogue file said last of a counter: an edited number changes the stock by the difference.
        imported_stock integer,
        position integer not null default 0,
        is_active boolean not null default true,
        created_at timestamptz not null,
        unique (product_id, key),
        unique (account_id, id),
        foreign key (account_id, product_id) references product (account_id, id),
        foreign key (account_id, file_id) references digital_file (account_id, id),
        foreign key (account_id, content_id) references hidden_content (account_id, id),
        check ((stock_mode = 'file') = (file_id is not null)),
        check ((stock_mode = 'content') = (content_id is not null))
      );
      create index variant_shown on variant (product_id, position, id) where is_active;

      -- Of variants that are counted. For each: the sum of its changes = available + reserved + sold.
      create table stock (
        variant_id bigint primary key references variant,
        account_id bigint not null references account,
        available bigint not null default 0 check (available >= 0),
        reserved bigint not null default 0 check (reserved >= 0),
        sold bigint not null default 0 check (sold >= 0)
      );

      create table stock_change (
        id bigint generated always as identity primary key,
        variant_id bigint not null references stock,
        account_id bigint not null references account,
        delta bigint not null check (delta <> 0),
        reason text not null check (reason in ('import', 'restock')),
        created_at timestamptz not null
      );
      create index stock_change_of_variant on stock_change (variant_id);

      -- Serial lines: each is sold once.
      create table stock_unit (
        id bigint generated always as identity primary key,
        variant_id bigint not null references variant,
        account_id bigint not null references account,
        line text not null check (char_length(line) between 1 and 500),
        state text not null default 'available' check (state in ('available', 'held', 'sold')),
        order_item_id bigint,
        created_at timestamptz not null,
        unique (variant_id, line),
        check ((state = 'available') = (order_item_id is null))
      );
      create index stock_unit_available on stock_unit (variant_id, id) where state = 'available';
      create index stock_unit_of_item on stock_unit (order_item_id) where order_item_id is not null;
    `)
  }
}
