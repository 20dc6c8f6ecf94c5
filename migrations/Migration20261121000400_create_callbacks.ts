import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000400_create_callbacks extends Migration {
  override up() {
    this.addSql(`
      create table delivery (
        id bigint generated always as identity primary key,
        event_id uuid not null unique references event,
        account_id bigint not null references account,
        mode text not null check (mode in ('live', 'test')),
        invoice_id text not null,
        url text not null,
        body jsonb not null,
        state text not null default 'pending' check (state in ('pending', 'delivered', 'exhausted', 'blocked', 'stopped')),
        attempts integer not null default 0,
        next_at timestamptz not null,
        created_at timestamptz not null,
        lease_token uuid,
        leased_until timestamptz not null default '-infinity'
      );
      create index delivery_due on delivery (next_at) where state = 'pending';
      create index delivery_newest on delivery (account_id, mode, created_at desc);

      create table delivery_attempt (
        delivery_id bigint not null references delivery,
        number integer not null,
        account_id bigint not null,
        attempted_at timestamptz not null,
        status integer,
        duration_ms integer not null,
        error text,
        response text,
        primary key (delivery_id, number)
      );
      create index delivery_attempt_newest on delivery_attempt (account_id, attempted_at desc);
    `)
  }
}
