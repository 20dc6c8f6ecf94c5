import { alignRows, type Batch } from '../../database/batcher.ts'
import { selectColumns, toInstances } from '../../database/columns.ts'
import type { Mode } from '../../database/scope.ts'
import { announceFacts } from '../../events/announce.ts'
import { generateToken } from '../../lib/ids.ts'
import { type Columns, rowsSql, statement } from '../../lib/statement.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'

/** A person who just wrote to a shop's bot, as Telegram describes them. */
export interface Visitor {
  accountId: number
  botId: number
  /** The mode of the bot. */
  mode: Mode
  telegramUserId: number
  name: string
  /** The language of their Telegram, stored when they come for the first time. */
  language: 'id' | 'en'
}

/** Finds or creates the customer, with their current name. `wasBlocked`: they had blocked the bot and have returned. */
export async function registerCustomer(
  app: Needs<'ask' | 'em' | 'transaction' | 'now' | 'reactions'>,
  visitor: Visitor,
): Promise<{ customer: Readonly<Customer>; wasBlocked: boolean }> {
  const { accountId, botId, telegramUserId, name } = visitor
  const known = { account_id: accountId, bot_id: botId, telegram_user_id: telegramUserId, name }
  const customer = await app.ask(finding, known)
  if (customer) return { customer, wasBlocked: false }
  const wasBlocked = await writeCustomer(app, visitor)
  return {
    customer: await app.em({ accountId }).findOneOrFail(Customer, { botId, telegramUserId }),
    wasBlocked,
  }
}

/** The stored state of a customer with a chat. */
interface StoredVisitor {
  account_id: number
  bot_id: number
  telegram_user_id: number
  name: string
}

interface KnownRow extends StoredVisitor {
  place: number
}

// Every update of a shop's bot starts with this: an ORM query costs several times as much, and concurrent updates share
// the statement.
const finding: Batch<StoredVisitor, Readonly<Customer>> = {
  async send(sql, pieces) {
    const rows = await sql.query(knownSql, { known: pieces.map((one, place) => ({ ...one, place })) })
    return alignRows(pieces, toInstances(Customer, rows))
  },
  ownerOf: ({ account_id }) => account_id,
}

const knownColumns: Columns<KnownRow> = {
  place: 'integer',
  account_id: 'bigint',
  bot_id: 'bigint',
  telegram_user_id: 'bigint',
  name: 'text',
}

// Each visitor is looked up separately: a plan for a list, prepared while the table was empty, would scan the whole
// table.
const knownSql = statement<{ known: KnownRow[] }, { place: number }>(`
  select known.place, found.* from ${rowsSql('known', knownColumns)}
  cross join lateral (
    select ${selectColumns(Customer, 'c')} from customer c
    where c.bot_id = known.bot_id and c.telegram_user_id = known.telegram_user_id
      and c.account_id = known.account_id and c.name = known.name and c.blocked_at is null offset 0) found`)

/**
 * Stores a customer who is new, renamed or has returned, and announces new ones. Returns whether they had blocked the
 * bot.
 */
async function writeCustomer(app: Needs<'transaction' | 'now' | 'reactions'>, visitor: Visitor): Promise<boolean> {
  const { accountId, botId, mode, telegramUserId, name, language } = visitor
  return app.transaction({ accountId }, async tx => {
    const createdAt = app.now()
    const person = { botId, telegramUserId }
    const known = await tx.em.findOne(Customer, person)
    const token = generateToken()
    const [row] = await tx.em
      .qb(Customer)
      .insert({ ...person, account: accountId, chatId: telegramUserId, name, language, createdAt, token })
      .onConflict(['botId', 'telegramUserId'])
      .merge({ name, blockedAt: null })
      .returning(['id', 'token'])
      .execute<Pick<Customer, 'id' | 'token'>[]>('all')
    if (row!.token === token) {
      const customerId = Number(row!.id)
      const fact = { accountId, subject: `customer ${customerId}`, payload: { mode, customerId }, createdAt }
      await announceFacts(app, tx, [{ ...fact, type: 'customer.created' }])
    }
    return known !== null && known.blockedAt !== null
  })
}
