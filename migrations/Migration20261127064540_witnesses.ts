import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261127064540_witnesses extends Migration {
  override up() {
    this.addSql(`
alter table "reading" add "devices" jsonb not null default '{}';
comment on column "reading"."devices" is 'When each device that names itself last sent something that was accepted, in ISO 8601.';

alter table "sighting" add "device" text null;
comment on column "sighting"."device" is 'The device that forwarded it; null if it did not name itself.';`)
  }
}
