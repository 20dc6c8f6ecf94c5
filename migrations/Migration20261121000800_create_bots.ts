import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000800_create_bots extends Migration {
  override up() {
    this.addSql(`
      create table bot (
        id bigint primary key,
        account_id bigint references account,
        mode text not null check (mode in ('live', 'test')),
        username text not null,
        first_name text not null,
        me jsonb not null,
        sealed_token text not null,
        hook_id text not null unique,
        secret_rotation integer not null default 0,
        state text not null default 'active' check (state in ('active', 'revoked')),
        revoked_at timestamptz,
        hooked_as text,
        hook_failures integer not null default 0,
        hook_at timestamptz not null default now(),
        polled_at timestamptz not null default '-infinity',
        poll_token uuid,
        poll_holder text,
        polled_until timestamptz not null default '-infinity',
        quiet_until timestamptz not null default '-infinity',
        created_at timestamptz not null default now()
      );
      create unique index bot_one_platform on bot ((account_id is null)) where account_id is null and state = 'active';
      create index bot_of_account on bot (account_id);
      create index bot_to_poll on bot (polled_at) where state = 'active';

      create table inbox (
        bot_id bigint not null references bot,
        update_id bigint not null,
        person_id bigint not null,
        payload jsonb not null,
        state text not null default 'received' check (state in ('received', 'done', 'dead')),
        attempts integer not null default 0,
        retry_at timestamptz not null default now(),
        received_at timestamptz not null default now(),
        ended_at timestamptz,
        error text,
        reference text,
        primary key (bot_id, update_id)
      );
      create index inbox_waiting on inbox (bot_id, person_id, update_id) where state = 'received';
      create index inbox_age on inbox (received_at);

      create table chat_lease (
        bot_id bigint not null,
        person_id bigint not null,
        token uuid not null,
        holder text not null,
        leased_until timestamptz not null,
        primary key (bot_id, person_id)
      );

      create table form (
        bot_id bigint not null,
        person_id bigint not null,
        state jsonb not null,
        updated_at timestamptz not null default now(),
        primary key (bot_id, person_id)
      );
      create index form_age on form (updated_at);

      create table telegram_file (
        bot_id bigint not null references bot,
        key text not null check (char_length(key) <= 200),
        file_id text not null,
        created_at timestamptz not null default now(),
        primary key (bot_id, key)
      );

      create table merchant_link (
        token_hash bytea primary key,
        account_id bigint not null references account,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_by text
      );

      create table merchant_chat (
        account_id bigint not null references account,
        chat_id bigint not null,
        name text not null,
        language text not null check (language in ('id', 'en')),
        linked_at timestamptz not null,
        blocked_at timestamptz,
        primary key (account_id, chat_id)
      );
      create index merchant_chat_person on merchant_chat (chat_id);
    `)
  }
}
