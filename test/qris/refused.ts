import { expect } from 'vitest'
import { Refusal, type RefusalCode } from '../../src/lib/refusal.ts'

/** Returns what `act` refuses with; fails when it does not refuse, or throws anything else. */
export function refusalOf(act: () => unknown): { code: RefusalCode; message: string } {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    const { code, message } = error as Refusal
    return { code, message }
  }
  throw new Error('it was not refused')
}
