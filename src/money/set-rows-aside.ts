import type { IncomingTransfer } from '../connectors/connector.ts'
import type { OddRow } from '../connectors/odd-row.ts'
import type { Sql } from '../lib/sql.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { SetAsideRow } from './set-aside-row.ts'
import type { TransferSource } from './settle-together.ts'

/**
 * Stores unreadable rows, each once. Rows that the provider now reports correctly, as the new transfers of this reading
 * show, are deleted.
 */
export async function setRowsAside(
  app: Needs<'sql' | 'transaction' | 'now'>,
  source: TransferSource,
  { odd, told }: { odd: OddRow[]; told: IncomingTransfer[] },
): Promise<void> {
  const { accountId, connectionId, receivingAccountId } = source
  const letGo = async (sql: Sql) => {
    if (told.length === 0) return
    const references = told.map(transfer => transfer.reference)
    await sql.write(resolveSql, { accountId, receivingAccountId, references, now: app.now() })
  }
  // The usual case: one statement, which needs no transaction.
  if (odd.length === 0) return letGo(app.sql)
  await app.transaction({ accountId }, async tx => {
    const { em } = tx
    await letGo(tx)
    const common = { account: accountId, connection: connectionId, receivingAccount: receivingAccountId }
    const rows = odd.map(row => ({ ...common, ...row, seenAt: app.now(), resolvedAt: null, resolvedBy: null }))
    await em.qb(SetAsideRow).insert(rows).onConflict(['receivingAccount', 'key']).ignore().execute()
    // The provider reported it correctly for a while; a row that a person has checked is left unchanged.
    const again = { receivingAccount: receivingAccountId, key: odd.map(({ key }) => key), resolvedBy: 'provider' }
    await em.nativeUpdate(SetAsideRow, again, { resolvedAt: null, resolvedBy: null, seenAt: app.now() })
  })
}

interface Resolving {
  accountId: number
  receivingAccountId: number
  references: string[]
  now: Date
}

// Every page of money runs this.
const resolveSql = statement<Resolving>(`
  update set_aside_row set resolved_at = :now, resolved_by = 'provider'
  where account_id = :accountId and receiving_account_id = :receivingAccountId and reference = any(:references)
    and resolved_at is null`)

/**
 * Finds rows of one reading that report two amounts under one reference, or another amount than the stored one: the
 * true amount is unknown.
 */
export function findContradictions(
  transfers: IncomingTransfer[],
  storedAmounts: ReadonlyMap<string, number>,
): Map<IncomingTransfer, OddRow> {
  const amounts = new Map<string, Set<number>>()
  for (const { reference, amount } of transfers) {
    const knownAmounts =
      amounts.get(reference) ?? new Set(storedAmounts.has(reference) ? [storedAmounts.get(reference)!] : [])
    amounts.set(reference, knownAmounts.add(amount))
  }
  return new Map(
    transfers
      .filter(({ reference, amount }) => amounts.get(reference)!.size > 1 && storedAmounts.get(reference) !== amount)
      .map(transfer => [transfer, describeContradiction(transfer)]),
  )
}

function describeContradiction(transfer: IncomingTransfer): OddRow {
  const { reference, amount } = transfer
  return {
    key: `again:${amount}:${reference}`,
    reference,
    amount,
    problem: 'amount: is not the one that was told before under the same reference',
    content: JSON.stringify(transfer).slice(0, 500),
  }
}
