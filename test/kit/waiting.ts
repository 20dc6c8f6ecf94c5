import { expect } from 'vitest'
import type { TestShop } from './app.ts'

/** Waits until this number of the shop's statements are waiting for a lock. */
export async function waitUntilWaiting({ app }: Pick<TestShop, 'app'>, count: number): Promise<void> {
  const waiting = async () => {
    const [row] = await app.sql.query<{ n: number }>(
      "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return row!.n
  }
  await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(count)
}
