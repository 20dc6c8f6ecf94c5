import type { Needs } from '../needs.ts'
import { listAdditions } from '../slots.ts'
import { examineBooks } from './examine-books.ts'
import { examineCallbacks } from './examine-callbacks.ts'
import { examineConnections } from './examine-connections.ts'
import { examineMachine } from './examine-machine.ts'
import { examineMoney } from './examine-money.ts'
import { examineSettings } from './examine-settings.ts'
import type { Finding } from './finding.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Examines the data of a module. */
    findings(app: ExamineNeeds): Promise<Finding[]>
  }
}

/** The parts of an examination, in the order of the report. */
const parts = {
  settings: examineSettings,
  machine: examineMachine,
  connections: examineConnections,
  callbacks: examineCallbacks,
  money: examineMoney,
  books: examineBooks,
  modules: examineModules,
} satisfies Record<string, (app: ExamineNeeds) => Promise<Finding[]>>

export type ExaminedPart = keyof typeof parts
export const examinedParts = Object.keys(parts) as ExaminedPart[]

export type ExamineNeeds = Needs<
  | 'config'
  | 'slots'
  | 'sql'
  | 'em'
  | 'transaction'
  | 'slowly'
  | 'now'
  | 'calendar'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'goods'
>

/**
 * Examines everything that protects money from being lost, and reports its state. It changes nothing. If a part cannot
 * be examined, it is reported as wrong, without affecting the others.
 */
export async function examineParts(
  app: ExamineNeeds,
  selection: readonly ExaminedPart[] = examinedParts,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const part of selection) {
    try {
      findings.push(...(await parts[part](app)))
    } catch (error) {
      findings.push({
        subject: part,
        state: 'wrong',
        sentence: `could not be examined: ${(error as Error).message}`,
      })
    }
  }
  return findings
}

async function examineModules(app: ExamineNeeds): Promise<Finding[]> {
  const findings = await Promise.all(listAdditions(app, 'findings').map(find => find(app)))
  return findings.flat()
}
