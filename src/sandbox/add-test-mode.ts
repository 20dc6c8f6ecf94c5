import type { App } from '../needs.ts'
import { openTestConnections } from './open-test-connections.ts'
import { openTestProviders } from './test-providers.ts'

/**
 * Adds the test mode of production: providers inside the process, and connections to them for every new account.
 * Elsewhere the sandbox serves it over HTTP, and the application is returned unchanged.
 */
export async function addTestMode<Whole extends App>(app: Whole): Promise<Whole> {
  if (!app.config.production) return app
  const ofTestMode = await openTestProviders(app, app.outbound)
  return {
    ...app,
    outbound: { ...app.outbound, ofTestMode },
    reactions: { ...app.reactions, 'account.opened': [openTestConnections(app)] },
  }
}
