// Every update and every poll begins with it.
import { columnsOf, instancesOf } from '../../src/database/columns.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'

/** A bot, and what customers call its shop. */
export type StoredBot = Bot & { store: string }

/** `rest` begins after the tables `bot b` and `account a`. */
export async function readBots(app: Needs<'sql'>, rest: string, values: unknown[]): Promise<StoredBot[]> {
  return instancesOf(Bot, await app.sql.query<{ store: string }>(`${botSql} ${rest}`, values))
}

export const botSql = `
  select ${columnsOf(Bot, 'b')}, coalesce(a.display_name, b.first_name) as store
  from bot b left join account a on a.id = b.account_id`
