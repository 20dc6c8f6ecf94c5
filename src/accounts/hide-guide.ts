import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Puts the guide to the first live money away, or brings it back. It goes on where the shop is by then. */
export async function hideGuide(
  app: Needs<'em' | 'now'>,
  accountId: number,
  { isAway }: { isAway: boolean },
): Promise<void> {
  const guideAwayAt = isAway ? app.now() : null
  await app.em({ accountId }).nativeUpdate(Account, { id: accountId }, { guideAwayAt })
}
