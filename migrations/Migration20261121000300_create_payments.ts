import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000300_create_payments extends Migration {
  override up() {
    this.addSql(`
      create table payment (
        invoice_id text primary key check (invoice_id ~ '^INV-[0-9A-Z]{20}$'),
        account_id bigint not null references account,
        mode text not null check (mode in ('live', 'test')),
        payment_method text not null
          check (payment_method in ('qris', 'qris_platform', 'qris_user', 'wallet_qris', 'wallet_direct', 'all')),
        amount bigint not null check (amount >= 1000),
        unique_code integer not null check (unique_code between -999 and 999),
        final_amount bigint not null check (final_amount > 0),
        status text not null default 'pending' check (status in ('pending', 'paid', 'expired', 'cancelled')),
        description text check (char_length(description) <= 500),
        customer_name text check (char_length(customer_name) <= 100),
        customer_email text check (char_length(customer_email) <= 254),
        customer_phone text check (char_length(customer_phone) <= 32),
        callback_url text check (char_length(callback_url) <= 2048),
        redirect_url text check (char_length(redirect_url) <= 2048),
        file_id bigint,
        content_id bigint,
        product_image_id bigint,
        use_qris_converter boolean not null default false,
        converted_qris text,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        paid_at timestamptz,
        paid_amount bigint,
        paid_via text,
        paid_reff_num text,
        paid_late boolean not null default false,
        payer_name text,
        payer_app text,
        ended_at timestamptz,
        end_reason text,
        check (expires_at > created_at),
        check ((status = 'paid') = (paid_at is not null)),
        check ((status = 'pending') = (ended_at is null))
      );
      create index payment_newest on payment (account_id, mode, created_at desc, invoice_id desc);
      create index payment_due on payment (expires_at) where status = 'pending';

      create table idempotency (
        account_id bigint not null references account,
        mode text not null,
        key text not null check (char_length(key) between 1 and 255),
        fingerprint bytea not null,
        invoice_id text not null,
        created_at timestamptz not null,
        primary key (account_id, mode, key)
      );
      create index idempotency_age on idempotency (created_at);

      create table reservation (
        receiving_account_id bigint not null references receiving_account,
        final_amount bigint not null,
        invoice_id text not null,
        held_until timestamptz not null,
        primary key (receiving_account_id, final_amount)
      );

      create table hold (
        invoice_id text not null references payment,
        receiving_account_id bigint not null,
        account_id bigint not null,
        final_amount bigint not null,
        held_from timestamptz not null,
        held_until timestamptz not null,
        primary key (invoice_id, receiving_account_id),
        check (held_until > held_from)
      );
      create index hold_of_amount on hold (receiving_account_id, final_amount, held_from);

      create table charge (
        id bigint generated always as identity primary key,
        invoice_id text not null references payment,
        account_id bigint not null,
        connection_id bigint not null references connection,
        amount bigint not null,
        reference text not null unique,
        state text not null default 'waiting' check (state in ('waiting', 'coded', 'failed')),
        qris text,
        provider_invoice_id text,
        provider_nmid text,
        request_date timestamptz,
        payable_until timestamptz,
        failures integer not null default 0,
        last_error text,
        answered_until timestamptz,
        is_closed boolean not null default false,
        ask_at timestamptz not null default now(),
        lease_token uuid,
        leased_until timestamptz not null default '-infinity',
        unique (invoice_id, connection_id),
        unique (connection_id, provider_invoice_id),
        check ((state = 'coded') = (qris is not null))
      );
      create index charge_to_make on charge (ask_at) where state = 'waiting';
      create index charge_to_ask on charge (connection_id, ask_at) where state = 'coded' and not is_closed;

      create table reading (
        connection_id bigint primary key references connection,
        watermark timestamptz not null,
        due_at timestamptz not null default now(),
        failures integer not null default 0,
        last_error text,
        lease_token uuid,
        leased_until timestamptz not null default '-infinity'
      );

      create table transfer (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        connection_id bigint not null references connection,
        receiving_account_id bigint not null references receiving_account,
        reference text not null,
        amount bigint not null,
        occurred_at timestamptz,
        received_at timestamptz not null,
        payer_name text,
        payer_app text,
        charge_id bigint references charge,
        state text not null check (state in ('settled', 'review', 'unsettled')),
        reason text check (reason in ('unmatched', 'late', 'cancelled', 'paid_twice')),
        invoice_id text references payment,
        failures integer not null default 0,
        retry_at timestamptz,
        unique (receiving_account_id, reference),
        check ((state = 'review') = (reason is not null)),
        check (state <> 'settled' or invoice_id is not null)
      );
      create index transfer_unsettled on transfer (retry_at) where state = 'unsettled';
      create index transfer_of_payment on transfer (invoice_id);
      create index transfer_review on transfer (account_id, received_at desc) where state = 'review';

      create table movement (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        mode text not null check (mode in ('live', 'test')),
        kind text not null check (kind in ('sale', 'fee', 'withdrawal', 'refund_note')),
        invoice_id text references payment,
        transfer_id bigint unique references transfer,
        amount bigint not null,
        fee bigint not null default 0,
        net bigint not null,
        created_at timestamptz not null,
        check (net = amount - fee)
      );
      create unique index movement_one_sale on movement (invoice_id) where kind = 'sale';
      create index movement_newest on movement (account_id, mode, created_at);

      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end $$;
      create trigger movement_append_only before update or delete or truncate on movement
        for each statement execute function refuse_change();
    `)
  }
}
