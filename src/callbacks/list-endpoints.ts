import type { Needs } from '../needs.ts'
import { CallbackEndpoint } from './callback-endpoint.ts'

/** An origin that has failed since it last succeeded. */
export type FailingEndpoint = CallbackEndpoint & { failingSince: Date }

/** Returns the origins to which an account's callbacks currently fail. */
export async function listEndpoints(app: Needs<'em'>, accountId: number): Promise<FailingEndpoint[]> {
  const failing = await app
    .em({ accountId })
    .find(CallbackEndpoint, { failingSince: { $ne: null } }, { orderBy: { origin: 'asc' } })
  return failing as FailingEndpoint[]
}
