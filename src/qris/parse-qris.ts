import { parseQris as parse, type Qris } from '../../packages/qris/src/index.ts'
import { rethrowQrisErrors } from './rethrow-qris-errors.ts'

export type { Qris }

/** Parses a merchant-presented code as the package does. Refuses `invalid_qris` if the text is not such a code. */
export function parseQris(text: string): Qris {
  return rethrowQrisErrors(() => parse(text))
}
