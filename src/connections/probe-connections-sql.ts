import { statement } from '../lib/statement.ts'

/**
 * Selects failing connections at random. Connectors and, within one, accounts take turns, so that the connections of
 * one hanging provider leave room for all others.
 */
export const turnsSql = statement<{ limit: number }, { id: number; connector: string }>(`
  select id, connector from (
    select id, connector, row_number() over (partition by connector order by place, random()) as turn from (
      select id, connector, row_number() over (partition by connector, account_id order by random()) as place
      from connection where failing_since is not null and is_active) own) waiting
  order by turn, random() limit :limit`)
