import type { TestDatabase } from '../../kit/database.ts'

/** An idle connection that `drop` cuts off says so to its pool; that is no mistake of a test. */
export function allowGoodbye({ pool }: TestDatabase): void {
  pool.on('error', () => {})
}
