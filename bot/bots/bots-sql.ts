// Every update and every poll begins with this statement.
import { selectColumns, toInstances } from '../../src/database/columns.ts'
import { type Statement, statement } from '../../src/lib/statement.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'

/** A row of a bot, with the name of its shop for customers. */
export type StoredBot = Readonly<Bot> & WithStore

interface WithStore {
  store: string
}

export async function readBots<Values extends object>(
  app: Needs<'sql'>,
  bots: Statement<Values, WithStore>,
  values: Values,
): Promise<StoredBot[]> {
  return toInstances(Bot, await app.sql.query(bots, values))
}

/** Selects bots. `clauses` follows the tables `bot b` and `account a`; `first` precedes the whole statement. */
export function botsSql<Values extends object = object>(clauses: string, first = ''): Statement<Values, WithStore> {
  return statement(`${first} ${botSql} ${clauses}`)
}

const botSql = `
  select ${selectColumns(Bot, 'b')}, coalesce(a.display_name, b.first_name) as store
  from bot b left join account a on a.id = b.account_id`
