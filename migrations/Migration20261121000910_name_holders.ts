import { Migration } from '@mikro-orm/migrations'

/** Leases name the process that holds them, and processes say that they live: what the dead held is freed at once. */
export class Migration20261121000910_name_holders extends Migration {
  override up() {
    this.addSql(`
      create table process (
        holder text primary key,
        beaten_at timestamptz not null,
        steady_since timestamptz not null
      );

      alter table charge add lease_holder text;
      create index charge_held on charge (lease_holder) where lease_token is not null;
      alter table reading add lease_holder text;
      alter table delivery add lease_holder text;
      create index delivery_held on delivery (lease_holder) where lease_token is not null;
      create index notice_held on notice (lease_holder) where lease_token is not null;
    `)
  }
}
