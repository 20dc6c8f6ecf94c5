import { Refusal, refuseFields } from '../refusal.ts'

/**
 * Runs checks that refuse fields and throws all their refusals as one, so that the person who fills in a form sees
 * every mistake at once. A single refusal keeps its reason; a refusal without a field is rethrown unchanged.
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
