import { QrisError } from '../../packages/qris/src/index.ts'
import { Refusal } from '../lib/refusal.ts'

/** Runs `act` and rethrows a QrisError of the package as a refusal with the same code and message. */
export function rethrowQrisErrors<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw error instanceof QrisError ? new Refusal(error.code, error.message) : error
  }
}
