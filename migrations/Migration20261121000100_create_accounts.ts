import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000100_create_accounts extends Migration {
  override up() {
    this.addSql(`
      create table account (
        id bigint generated always as identity primary key,
        name text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{1,38}$'),
        display_name text not null check (char_length(display_name) between 1 and 100),
        email text unique check (char_length(email) <= 254),
        is_verified boolean not null default false,
        is_active boolean not null default true,
        is_operator boolean not null default false,
        dialect text not null default 'detailed' check (dialect in ('detailed', 'simple')),
        default_callback_url text check (char_length(default_callback_url) <= 2048),
        invoice_lifetime_s integer not null default 1800 check (invoice_lifetime_s between 300 and 86400),
        accepts_late_money boolean not null default false,
        subtracts_unique_code boolean not null default false,
        accepts_key_in_query boolean not null default true,
        created_at timestamptz not null default now()
      );
      create unique index account_one_operator on account (is_operator) where is_operator;

      create table subscription (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        plan text not null check (plan in ('trial', 'paid', 'premium')),
        starts_at timestamptz not null,
        ends_at timestamptz not null default 'infinity',
        check (ends_at > starts_at)
      );
      create index subscription_account on subscription (account_id, ends_at);

      create table api_key (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        mode text not null check (mode in ('live', 'test')),
        label text not null check (char_length(label) between 1 and 100),
        hint text not null,
        key_hash bytea not null unique,
        scopes text[] not null default '{payments,orders,qris}',
        is_rate_limited boolean not null default true,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null default 'infinity',
        revoked_at timestamptz,
        last_used_at timestamptz
      );
      create index api_key_account on api_key (account_id);

      create table webhook_secret (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        sealed text not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null default 'infinity'
      );
      create index webhook_secret_account on webhook_secret (account_id, expires_at);

      create table receiving_account (
        id bigint generated always as identity primary key,
        connector text not null,
        mode text not null check (mode in ('live', 'test')),
        external_id text not null,
        unique (connector, mode, external_id)
      );

      create table connection (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        connector text not null,
        mode text not null check (mode in ('live', 'test')),
        receiving_account_id bigint not null references receiving_account,
        label text not null check (char_length(label) between 1 and 100),
        sealed_credentials text not null,
        window_overrides jsonb not null default '{}',
        is_active boolean not null default true,
        created_at timestamptz not null default now()
      );
      create unique index connection_one_active on connection (account_id, connector, mode) where is_active;
      -- One wallet read by two connections would be two readers of the same money.
      create unique index connection_one_reader on connection (receiving_account_id) where is_active;
    `)
  }
}
