import { Refusal } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { startSession } from '../people/start-session.ts'
import { User } from '../people/user.ts'
import { demoMerchantName } from './demo-people.ts'

/**
 * Starts a session of the demo's merchant for the person at this machine, and returns its token. Only the home page of
 * a demo that strangers cannot reach offers it. Refuses `forbidden` if the merchant has enabled a second step.
 */
export async function enterDemo(app: App, visitor: { address: string; userAgent: string }): Promise<string> {
  const merchant = await app.em('installation').findOne(User, { username: demoMerchantName, isActive: true })
  if (merchant?.secondStep !== 'none')
    throw new Refusal('forbidden', 'The demo merchant signs in with a second step now')
  return startSession(app, { userId: merchant.id, isConfirmed: true, ...visitor })
}
