import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by `npm run migration`. */
export class Migration20261126233420_add_owed_reactions extends Migration {
  override up() {
    this.addSql(`

create table "owed_reaction" (
  "module" text not null,
  "event_id" uuid not null,
  "retry_at" timestamptz not null,
  primary key ("module", "event_id")
);
comment on table "owed_reaction" is 'What a module that is off has not done about an event; gone once it is on again and has done it.';
comment on column "owed_reaction"."module" is 'The name of the module.';
comment on column "owed_reaction"."retry_at" is 'When the event happened; later once its reaction has failed.';
create index "owed_reaction_due" on "owed_reaction" ("retry_at");`)
  }
}
