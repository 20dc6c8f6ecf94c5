import { Refusal, refuseFields } from '../refusal.ts'

/**
 * Runs checks that refuse fields, and refuses all that they find at once, so that whoever fills in a form reads all of
 * its mistakes together. What a single one refuses keeps its reason; a refusal that names no field goes through.
 */
export function refuseTogether(...checks: readonly (() => unknown)[]): void {
  const refused = checks.flatMap(check => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof Refusal && error.fields) return [error]
      throw error
    }
  })
  const [first, ...others] = refused
  if (!first) return
  throw others.length === 0 ? first : refuseFields(refused.flatMap(({ fields }) => fields!))
}
