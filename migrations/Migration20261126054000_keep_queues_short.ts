import { Migration } from '@mikro-orm/migrations'

/**
 * In a queue the entries that have left are found dead and passed over from then on, but not where many of one moment
 * share an entry: those stay until all of them have left. An index of a divided table knows no such setting, and keeps
 * what it has.
 */
export class Migration20261126054000_keep_queues_short extends Migration {
  override up() {
    this.addSql(`
do $$
declare
  queue text;
begin
  foreach queue in array '{delivery_fresh,delivery_retry,delivery_leased}'::text[] loop
    if exists (select from pg_class where oid = queue::regclass and relkind = 'i') then
      execute format('alter index %I set (deduplicate_items = off)', queue);
    end if;
  end loop;
end $$;`)
  }
}
