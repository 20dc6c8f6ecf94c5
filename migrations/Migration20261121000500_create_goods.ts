import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000500_create_goods extends Migration {
  override up() {
    this.addSql(`
      create table digital_file (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        original_name text not null check (char_length(original_name) between 1 and 255),
        file_type text not null check (char_length(file_type) between 3 and 127),
        file_size bigint not null check (file_size > 0),
        content_hash bytea not null,
        storage_key text not null unique,
        is_active boolean not null default true,
        download_count bigint not null default 0,
        created_at timestamptz not null,
        unique (account_id, id)
      );
      create index digital_file_content on digital_file (account_id, content_hash);

      create table hidden_content (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        title text not null check (char_length(title) between 1 and 100),
        content_type text not null check (content_type in ('text', 'link')),
        body text not null check (char_length(body) between 1 and 20000),
        is_active boolean not null default true,
        view_count bigint not null default 0,
        created_at timestamptz not null,
        unique (account_id, id)
      );

      create table product_image (
        id bigint generated always as identity primary key,
        account_id bigint not null references account,
        original_name text not null check (char_length(original_name) between 1 and 255),
        -- Of the bytes that came in, which are not kept: the same picture again is known by it.
        source_hash bytea not null,
        storage_key text not null unique,
        file_size bigint not null check (file_size > 0),
        mime_type text not null,
        width integer not null check (width > 0),
        height integer not null check (height > 0),
        is_active boolean not null default true,
        created_at timestamptz not null,
        unique (account_id, id)
      );
      create index product_image_source on product_image (account_id, source_hash);
    `)
  }
}
