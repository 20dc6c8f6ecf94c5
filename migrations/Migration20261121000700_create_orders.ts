import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000700_create_orders extends Migration {
  override up() {
    this.addSql(`
      create table customer (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        bot_id bigint not null,
        telegram_user_id bigint not null,
        chat_id bigint not null,
        name text not null check (char_length(name) between 1 and 100),
        phone text check (char_length(phone) <= 32),
        address text check (char_length(address) <= 500),
        language text check (language in ('id', 'en')),
        blocked_at timestamptz,
        created_at timestamptz not null,
        unique (bot_id, telegram_user_id),
        unique (account_id, id)
      );
      create index customer_chat on customer (bot_id, chat_id);

      create table cart_line (
        customer_id bigint not null,
        variant_id bigint not null,
        account_id bigint not null,
        quantity integer not null check (quantity between 1 and 99),
        added_at timestamptz not null,
        primary key (customer_id, variant_id),
        -- A cart holds the goods of one shop.
        foreign key (account_id, customer_id) references customer (account_id, id),
        foreign key (account_id, variant_id) references variant (account_id, id)
      );

      create table store_order (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        mode text not null check (mode in ('live', 'test')),
        order_number text not null unique check (order_number ~ '^ORD-[0-9]{6}-[0-9A-Z]{6}$'),
        token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
        customer_id bigint not null,
        -- What caused it, so that the same press makes the same order.
        once text check (char_length(once) <= 200),
        status text not null default 'pending'
          check (status in ('pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled')),
        total bigint not null check (total > 0),
        customer_name text not null check (char_length(customer_name) <= 100),
        customer_phone text check (char_length(customer_phone) <= 32),
        address text check (char_length(address) <= 500),
        note text check (char_length(note) <= 500),
        invoice_count integer not null default 0,
        -- Until when goods are kept for it without an invoice; null when nothing is, or an invoice keeps them.
        held_until timestamptz,
        refund_due boolean not null default false,
        cancelled_by text check (cancelled_by in ('customer', 'merchant', 'unpaid')),
        created_at timestamptz not null,
        pending_since timestamptz not null,
        paid_at timestamptz,
        completed_at timestamptz,
        cancelled_at timestamptz,
        unique (customer_id, once),
        foreign key (account_id, customer_id) references customer (account_id, id),
        check (status not in ('paid', 'processing', 'completed') or paid_at is not null),
        check ((status = 'completed') = (completed_at is not null)),
        check ((status = 'cancelled') = (cancelled_at is not null)),
        check ((status = 'cancelled') = (cancelled_by is not null)),
        check (held_until is null or status = 'pending')
      );
      create index store_order_newest on store_order (account_id, mode, created_at desc, id desc);
      create index store_order_of_customer on store_order (customer_id, created_at desc, id desc);
      create index store_order_open on store_order (customer_id) where status in ('pending', 'waiting_payment');
      create index store_order_pending on store_order (pending_since) where status = 'pending';
      create index store_order_held on store_order (held_until) where held_until is not null;

      create table order_item (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        order_id bigint not null references store_order,
        variant_id bigint not null,
        position integer not null,
        product_name text not null,
        variant_name text not null,
        kind text not null check (kind in ('physical', 'service', 'digital')),
        stock_mode text not null check (stock_mode in ('counter', 'serial', 'unlimited', 'file', 'content')),
        price bigint not null check (price > 0),
        quantity integer not null check (quantity between 1 and 99),
        file_id bigint references digital_file,
        content_id bigint references hidden_content,
        stock_state text not null default 'free' check (stock_state in ('free', 'held', 'sold', 'short')),
        delivered_at timestamptz,
        unique (order_id, variant_id),
        foreign key (account_id, variant_id) references variant (account_id, id)
      );
      create index order_item_of_variant on order_item (variant_id) where stock_state in ('held', 'sold');

      alter table stock_unit add foreign key (order_item_id) references order_item;

      create table order_invoice (
        invoice_id text primary key references payment,
        account_id bigint not null references account,
        order_id bigint not null references store_order,
        number integer not null,
        is_open boolean not null default true,
        unique (order_id, number)
      );
      create unique index order_invoice_one_open on order_invoice (order_id) where is_open;

      create function keep_order_moves() returns trigger language plpgsql as $$
      begin
        if old.status in ('completed', 'cancelled') then
          raise exception '% is %: it moves no more', old.order_number, old.status using errcode = 'restrict_violation';
        end if;
        if new.status in ('pending', 'waiting_payment') and old.status not in ('pending', 'waiting_payment') then
          raise exception '% was paid', old.order_number using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger store_order_moves before update of status on store_order
        for each row when (old.status is distinct from new.status) execute function keep_order_moves();
    `)
  }
}
