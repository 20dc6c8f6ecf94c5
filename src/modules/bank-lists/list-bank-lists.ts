import type { Loaded } from '@mikro-orm/core'
import { Connection } from '../../connections/connection.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { BankList, BankListLine } from './entities.ts'
import type { ListOwner } from './judge-list.ts'

const listsMax = 20
const linesMax = 500

/** Returns the newest lists of an account in one mode. */
export function listBankLists(app: Needs<'em'>, owner: ListOwner): Promise<Loaded<BankList, 'connection'>[]> {
  const ofMode = { connection: { mode: owner.mode } }
  return app.em(owner).find(BankList, ofMode, { populate: ['connection'], orderBy: { id: 'desc' }, limit: listsMax })
}

export interface FoundList {
  list: Loaded<BankList, 'connection'>
  lines: Loaded<BankListLine, 'transfer'>[]
}

/** Returns one list with its lines and the outcome of their money. Refuses `not_found`. */
export async function findBankList(app: Needs<'em'>, owner: ListOwner, id: number): Promise<FoundList> {
  const em = app.em(owner)
  const list = await em.findOne(BankList, { id, connection: { mode: owner.mode } }, { populate: ['connection'] })
  if (!list) throw notFound('list')
  const lines = await em.find(
    BankListLine,
    { bankList: id },
    { populate: ['transfer'], orderBy: { line: 'asc' }, limit: linesMax },
  )
  return { list, lines }
}

/** Returns the connections whose money is matched by amount, for which a list adds information. */
export async function findListableConnections(
  app: Needs<'em' | 'connectors'>,
  owner: ListOwner,
): Promise<Connection[]> {
  const all = await app.em(owner).find(Connection, { removedAt: null }, { orderBy: { id: 'asc' } })
  return all.filter(({ connector }) => app.connectors[connector].matches === 'amount')
}
