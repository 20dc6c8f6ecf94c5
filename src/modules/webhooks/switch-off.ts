import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import type { Endpoint } from './endpoint.ts'
import { disableEndpoint } from './update-endpoint.ts'

interface SwitchingOff {
  endpoint: Endpoint
  reason: 'failing' | 'gone' | 'behind'
  now: Date
}

/** Disables a locked endpoint and notifies its merchant of the reason. */
export async function switchOff(
  app: Needs<'reactions'>,
  tx: Tx,
  { endpoint, reason, now }: SwitchingOff,
): Promise<void> {
  await disableEndpoint(tx, endpoint, { at: now, reason: reason === 'behind' ? 'failing' : reason, by: null })
  await tx.em.flush()
  const { id, mode, account } = endpoint
  await announceFacts(app, tx, [
    {
      accountId: account.id,
      type: 'endpoint.disabled',
      subject: `endpoint ${id} ${now.toISOString()}`,
      payload: {
        mode,
        endpointId: id,
        name: endpoint.name(),
        reason,
        failingSince: (endpoint.failingSince ?? now).toISOString(),
      },
      createdAt: now,
    },
  ])
}
