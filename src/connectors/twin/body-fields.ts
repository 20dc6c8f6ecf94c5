import { parseJson } from '../../lib/json.ts'

/** Returns the fields of a JSON body; none for a body that is not an object. */
export function bodyFields({ body }: { body: string }): Record<string, unknown> {
  const parsed = parseJson(body)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
}
