import type { EntityManager } from '@mikro-orm/postgresql'
import { CallbackEndpoint } from './callback-endpoint.ts'

/** Somebody is there to see what comes of it: open breakers of the fork's account let one attempt through now. */
export async function letThrough(em: EntityManager, origins: string[], now: Date): Promise<void> {
  await em.nativeUpdate(
    CallbackEndpoint,
    { origin: { $in: origins }, blockedUntil: { $gt: now } },
    { blockedUntil: now },
  )
}
