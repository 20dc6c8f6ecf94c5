import { Migration } from '@mikro-orm/migrations'

/** Places, breaker and rest are an endpoint's own (an account and an origin); what is told stays in its event alone. */
export class Migration20261121000920_keep_endpoints_apart extends Migration {
  override up() {
    this.addSql(`
      drop index delivery_due;
      drop index delivery_turn;
      alter table delivery drop constraint delivery_event_id_key;
      alter table delivery drop constraint delivery_state_check;
      alter table delivery drop column body;
      alter table delivery add check (state in ('pending', 'delivered', 'exhausted', 'blocked', 'stopped', 'paused'));
      alter table delivery add origin text not null
        generated always as (lower(substring(url from '^[^:]+://[^/?#]+'))) stored;
      alter table delivery add is_test boolean not null default false;
      alter table delivery add requested_by text;
      create unique index delivery_of_event on delivery (event_id) where requested_by is null;
      create index delivery_of_invoice on delivery (invoice_id);
      create index delivery_fresh on delivery (account_id, origin, next_at)
        where state = 'pending' and lease_token is null and attempts = 0;
      create index delivery_retry on delivery (account_id, origin, next_at)
        where state = 'pending' and lease_token is null and attempts > 0;
      create index delivery_leased on delivery (account_id, origin) where lease_token is not null;

      create table callback_endpoint (
        account_id bigint not null references account,
        origin text not null,
        failures_in_row integer not null default 0,
        window_from timestamptz,
        window_tries integer not null default 0,
        window_failures integer not null default 0,
        open_s integer not null default 0,
        blocked_until timestamptz not null default '-infinity',
        failing_since timestamptz,
        disabled_at timestamptz,
        primary key (account_id, origin)
      );
    `)
  }
}
