import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../needs.ts'
import { Delivery } from './delivery.ts'
import { DeliveryAttempt } from './delivery-attempt.ts'
import { failedCallbacksCondition, failedStates } from './failed-callbacks-condition.ts'
import type { CallbackOwner } from './redeliver.ts'

export interface ListedCallback
  extends Pick<Delivery, 'id' | 'invoiceId' | 'url' | 'state' | 'isTest' | 'requestedBy' | 'createdAt'> {
  /** When it is attempted next; null after the last attempt. */
  nextAt: Date | null
  /** Its attempts, newest first. */
  attempts: DeliveryAttempt[]
}

export interface CallbackFilter {
  invoiceId?: string | undefined
  /** Return only callbacks that failed for good and have not been delivered since. */
  failed?: boolean | undefined
  /** Return only callbacks older than this one, for the next page. */
  beforeId?: number | undefined
}

const shownMax = 20

/** Returns the last 20 callbacks of an account, newest first, each with its attempts (contract 6, 8). */
export async function listCallbacks(
  app: Needs<'slowly'>,
  owner: CallbackOwner,
  filter: CallbackFilter = {},
): Promise<ListedCallback[]> {
  return app.slowly(async reads => {
    const em = reads.em(owner)
    const deliveries = await findDeliveries(em, filter)
    const attempts = await em.find(DeliveryAttempt, { delivery: deliveries }, { orderBy: { number: 'desc' } })
    return deliveries.map(delivery => ({
      id: delivery.id,
      invoiceId: delivery.invoiceId,
      url: delivery.url,
      state: delivery.state,
      isTest: delivery.isTest,
      requestedBy: delivery.requestedBy,
      createdAt: delivery.createdAt,
      nextAt: delivery.retryAt(),
      attempts: attempts.filter(attempt => attempt.delivery.id === delivery.id),
    }))
  }, owner)
}

async function findDeliveries(
  em: EntityManager,
  { invoiceId, failed = false, beforeId }: CallbackFilter,
): Promise<Delivery[]> {
  const before = beforeId === undefined ? undefined : await em.findOne(Delivery, beforeId)
  if (before === null) return []
  return em.find(
    Delivery,
    {
      ...(invoiceId !== undefined && { invoiceId }),
      ...(failed && failedCallbacksCondition(em, failedStates)),
      ...(before && {
        $or: [{ createdAt: { $lt: before.createdAt } }, { createdAt: before.createdAt, id: { $lt: before.id } }],
      }),
    },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: shownMax },
  )
}
