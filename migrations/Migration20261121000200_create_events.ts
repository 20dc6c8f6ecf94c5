import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000200_create_events extends Migration {
  override up() {
    this.addSql(`
      create table event (
        id uuid primary key,
        account_id bigint not null references account,
        type text not null,
        subject text not null,
        payload jsonb not null,
        created_at timestamptz not null,
        unique (subject, type)
      );
    `)
  }
}
