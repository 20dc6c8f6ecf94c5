import type { EntityManager } from '@mikro-orm/postgresql'
import { CallbackEndpoint } from './callback-endpoint.ts'

/**
 * Lets one attempt through the open breakers of the fork's account, because a person requested it and waits for the
 * outcome.
 */
export async function allowThroughBreaker(em: EntityManager, origins: string[], now: Date): Promise<void> {
  await em.nativeUpdate(
    CallbackEndpoint,
    { origin: { $in: origins }, blockedUntil: { $gt: now } },
    { blockedUntil: now },
  )
}
