import { Account } from '../accounts/account.ts'
import { findAuditGap } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { findViolations } from './find-violations.ts'
import type { Finding } from './finding.ts'
import { invariants } from './invariants-sql.ts'

type BookNeeds = Needs<'em' | 'transaction' | 'now' | 'connectors'>

const rowsShown = 5

/** Checks every invariant of the books, and the chain of every audit log. */
export async function examineBooks(app: BookNeeds): Promise<Finding[]> {
  const violations = await app.transaction('installation', async tx => {
    // These checks read entire tables, and run outside of requests.
    await tx.write(`set local statement_timeout = '15min'`)
    return findViolations({ ...app, sql: tx })
  })
  const findings = violations.map(({ id, sentence, rows }): Finding => {
    const shown = rows.slice(0, rowsShown).map(row => JSON.stringify(row))
    return {
      subject: 'books',
      state: 'wrong',
      sentence: `${id} does not hold: ${sentence}`,
      advice: `${rows.length} of them, such as ${shown.join(' ')}`,
    }
  })
  const broken = await brokenLogs(app)
  if (findings.length > 0 || broken.length > 0) return [...findings, ...broken]
  return [{ subject: 'books', state: 'well', sentence: `all ${invariants.length} invariants and every audit log hold` }]
}

async function brokenLogs(app: BookNeeds): Promise<Finding[]> {
  const accounts = await app.em('installation').find(Account, {}, { fields: ['name'], orderBy: { id: 'asc' } })
  const logs = [{ id: null, name: 'the installation' }, ...accounts.map(({ id, name }) => ({ id, name }))]
  const broken: Finding[] = []
  for (const { id, name } of logs) {
    const number = await findAuditGap(app, id)
    if (number === null) continue
    const sentence = `the audit log of ${name} was changed at entry ${number}`
    broken.push({ subject: 'books', state: 'wrong', sentence, advice: 'compare it with a backup' })
  }
  return broken
}
