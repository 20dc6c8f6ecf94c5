import { type Conversion, convertQris as convert, NOMINAL_MAX } from '../../packages/qris/src/index.ts'
import { rethrowQrisErrors } from './rethrow-qris-errors.ts'

export { type Conversion, NOMINAL_MAX }

/**
 * Embeds an amount in whole rupiah as the package does. Refuses `invalid_nominal`, `invalid_qris`, `invalid_crc`, and
 * `unsupported_qris` for other countries' and transfer codes.
 */
export function convertQris(text: string, nominal: number): Conversion {
  return rethrowQrisErrors(() => convert(text, nominal))
}
