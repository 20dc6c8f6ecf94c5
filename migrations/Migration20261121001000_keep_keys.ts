import { Migration } from '@mikro-orm/migrations'

export class Migration20261121001000_keep_keys extends Migration {
  override up() {
    this.addSql(`
      create table seal_key (
        id text primary key check (id ~ '^[0-9a-f]{8}$'),
        wrapped text not null,
        created_at timestamptz not null default now(),
        active_from timestamptz not null,
        -- Null while what older keys sealed is being brought over.
        resealed_at timestamptz
      );
      create unique index seal_key_one_rotation on seal_key ((true)) where resealed_at is null;

      alter table api_key
        add column hash_key_id text not null references seal_key,
        add column allowed_addresses text[] not null default '{}'
          check (array_length(allowed_addresses, 1) is null or array_length(allowed_addresses, 1) <= 20),
        alter column scopes set default '{read,payments,orders,money}';

      alter table connection
        add column removed_at timestamptz,
        -- Since when its provider refuses its credentials.
        add column failing_since timestamptz,
        add column failing_error text,
        add check (removed_at is null or not is_active);
    `)
  }
}
