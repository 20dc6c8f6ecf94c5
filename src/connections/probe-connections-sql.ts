import { statement } from '../lib/statement.ts'

/**
 * Selects failing connections at random. Connectors, and accounts within a connector, take turns, so that the
 * connections of one hanging provider do not crowd out the others.
 */
export const turnsSql = statement<{ limit: number }, { id: number; connector: string }>(`
  select id, connector from (
    select id, connector, row_number() over (partition by connector order by place, random()) as turn from (
      select id, connector, row_number() over (partition by connector, account_id order by random()) as place
      from connection where failing_since is not null and is_active) own) waiting
  order by turn, random() limit :limit`)
