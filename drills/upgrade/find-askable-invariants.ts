import { findViolations } from '../../src/doctor/find-violations.ts'
import { type Invariant, invariants } from '../../src/doctor/invariants-sql.ts'

/** Returns the invariants that do not read additions of versions after that of the schema. */
export async function findAskableInvariants(app: Parameters<typeof findViolations>[0]): Promise<Invariant[]> {
  const askable: Invariant[] = []
  for (const invariant of invariants) {
    try {
      await findViolations(app, [invariant])
      askable.push(invariant)
    } catch (error) {
      if (!missingCodes.has((error as { code?: string }).code ?? '')) throw error
    }
  }
  return askable
}

/** The error codes of an unknown table and an unknown column. */
const missingCodes = new Set(['42P01', '42703'])
