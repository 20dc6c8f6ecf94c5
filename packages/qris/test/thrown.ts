import { expect } from 'vitest'
import { QrisError, type QrisErrorCode } from '../src/qris-error.ts'

/** Returns the QrisError that `act` throws; fails if `act` succeeds or throws another error. */
export function catchQrisError(act: () => unknown): { code: QrisErrorCode; message: string } {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(QrisError)
    const { code, message } = error as QrisError
    return { code, message }
  }
  throw new Error('it did not throw')
}
