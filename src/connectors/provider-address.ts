import { z } from 'zod'
import { declareInput } from './form.ts'

/**
 * Returns the schema of a provider's address, which is stored without trailing slashes and without the path that its
 * connector adds.
 */
export function providerAddress(path?: RegExp) {
  const address = z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .transform(typed => withoutPath(typed.replace(/(?<!\/)\/+$/, ''), path))
  return declareInput(address, { kind: 'url', isAdvanced: true })
}

const withoutPath = (address: string, path: RegExp | undefined) => (path ? address.replace(path, '') : address)
