import { firstHash, hashEntry } from '../../accounts/audit.ts'
import { AuditEntry } from '../../accounts/audit-entry.ts'
import { BookClose } from '../../books/statistics/book-day.ts'
import type { Tx } from '../../database/transaction.ts'
import { makeEventId } from '../../events/announce.ts'
import { extractInvoiceMonth } from '../../lib/ids.ts'
import { refuseArchive } from './archive-format.ts'
import {
  accountSql,
  actsSql,
  cancelledEventsSql,
  cancelledHereSql,
  knownHereSql,
  stoppedCallbacksSql,
  writeRowsSql,
} from './archive-sql.ts'
import { explainRefusedRow, hasNewIds } from './stage-rows.ts'
import type { DescribedTables } from './verify-rows.ts'

/**
 * Writes the staged rows to their tables, as rows of the account in `importing`. No event is announced. Refuses
 * `invalid_request` if an invoice, an order or a withdrawal already exists here, and for rows that the tables reject.
 */
export async function writeRows(
  tx: Tx,
  { accountId, known }: { accountId: number; known: DescribedTables },
): Promise<void> {
  const [here] = await tx.query<{ what: string; member: string; line: number }>(knownHereSql)
  if (here)
    throw refuseArchive(
      `${here.member}, line ${here.line}`,
      `${here.what} is here already: was this account imported before?`,
    )
  const hasIds = (table: string) => hasNewIds(known.get(table)!.spec)
  for (const [table, { spec, columns }] of known) {
    if (table === 'audit_entry') await writeActs(tx, accountId)
    else if (table === 'account') await refusingRows(table, () => tx.write(accountSql(spec)))
    else {
      const text = writeRowsSql({ table, spec, known: columns, givesIds: hasIds })
      await refusingRows(table, () => tx.write(text))
    }
  }
  await recordCancelled(tx)
  await tx.write(stoppedCallbacksSql)
  // Lines were added to days that may already have been totalled, so all days are totalled again.
  await tx.em.nativeDelete(BookClose, { id: 1 })
}

async function refusingRows(table: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = explainRefusedRow(error, 'here already')
    if (sentence === null) throw error
    throw refuseArchive(`rows/${table}`, sentence, error)
  }
}

// A payment that was open ends here, so its events say so.
async function recordCancelled(tx: Tx): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await tx.query(cancelledHereSql, { after: last })
    if (rows.length === 0) return
    last = rows.at(-1)!.invoice_id
    const invoices = rows.map(({ invoice_id }) => invoice_id)
    await refusingRows('payment', () =>
      tx.write(cancelledEventsSql, {
        ids: invoices.map(invoice => makeEventId('payment.cancelled', invoice)),
        modes: rows.map(({ mode }) => mode),
        invoices,
        months: invoices.map(extractInvoiceMonth),
      }),
    )
  }
}

// An entry's hash covers its predecessor, which differs here, so the entries are chained again in their order.
async function writeActs(tx: Tx, accountId: number): Promise<void> {
  let number = 0
  let previousHash: Buffer = firstHash
  for (;;) {
    const acts = await tx.query(actsSql, { after: number })
    if (acts.length === 0) return
    for (const { created_at: createdAt, member, line, ...act } of acts) {
      number++
      if (act.number !== number)
        throw refuseArchive(`${member}, line ${line}, number`, `is ${act.number}, and ${number} follows`)
      const { actor, subject, detail, address } = act
      const entry = {
        chain: accountId,
        number,
        actor: movedActor(actor),
        act: act.act,
        subject,
        detail,
        address,
        createdAt,
        previousHash,
      }
      const hash = hashEntry(entry)
      await tx.em.insert(AuditEntry, { ...entry, hash })
      previousHash = hash
    }
  }
}

// Marks people of the other installation, so that their ids are not mistaken for people of this one.
function movedActor(actor: string): string {
  return /^[a-z ]+ \d+$/.test(actor) ? `${actor}, moved` : actor
}
