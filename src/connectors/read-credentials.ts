import type { Connector } from './connector.ts'
import { readForm } from './form.ts'

/**
 * Returns the values of a connector's form in the shape that the connector expects. Only the connector validates them.
 */
export function readCredentials(
  { form, complete }: Pick<Connector, 'form' | 'complete'>,
  values: Record<string, string | readonly string[] | Buffer>,
): Record<string, unknown> {
  const filled = readForm(form, values)
  return complete ? complete(filled) : filled
}
