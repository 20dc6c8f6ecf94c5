import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000810_create_notices extends Migration {
  override up() {
    this.addSql(`
      create table notice (
        id bigint generated always as identity primary key,
        bot_id bigint not null references bot,
        chat_id bigint not null,
        account_id bigint references account,
        kind text not null,
        dedupe_key text not null unique,
        edits text,
        data jsonb not null,
        state text not null default 'pending' check (state in ('pending', 'sent', 'skipped', 'failed', 'blocked')),
        is_waiting boolean not null default false,
        attempts integer not null default 0,
        next_at timestamptz not null,
        created_at timestamptz not null,
        ended_at timestamptz,
        message_id bigint,
        message_form text check (message_form in ('text', 'photo', 'document')),
        last_error text,
        lease_token uuid,
        lease_holder text,
        leased_until timestamptz not null default '-infinity',
        check (state <> 'sent' or message_id is not null)
      );
      create index notice_due on notice (next_at) where state = 'pending';
      create index notice_turn on notice (bot_id, chat_id, id) where state = 'pending';
      create index notice_of_account on notice (account_id, created_at desc);

      create table notice_switch (
        account_id bigint not null references account,
        kind text not null,
        is_on boolean not null,
        primary key (account_id, kind)
      );
    `)
  }
}
