import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Hides the guide to the first live money, or shows it again. It continues at the shop's current step. */
export async function hideGuide(
  app: Needs<'em' | 'now'>,
  accountId: number,
  { isAway }: { isAway: boolean },
): Promise<void> {
  const guideAwayAt = isAway ? app.now() : null
  await app.em({ accountId }).nativeUpdate(Account, { id: accountId }, { guideAwayAt })
}
