import type { Needs } from '../../../needs.ts'
import type { Device } from '../device.ts'
import { KitchenTicket } from './kitchen-ticket.ts'

type At = Pick<Device, 'accountId' | 'mode'>

const shownMax = 50

/** Lists the tickets that a printer did not accept, oldest first. */
export async function listStuckTickets(app: Needs<'em'>, { accountId, mode }: At) {
  const stuck = { state: 'pending' as const, lastError: { $ne: null } }
  const order = { orderBy: { id: 'asc' }, limit: shownMax, populate: ['station'] } as const
  return app.em({ accountId, mode }).find(KitchenTicket, stuck, order)
}

/**
 * Ends tickets that a cashier prints at the counter instead. Returns the ids of those that no printer has accepted in
 * the meantime, which the device then prints.
 */
export async function takeTickets(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode }: At,
  ids: readonly number[],
): Promise<number[]> {
  return app.transaction({ accountId, mode }, async ({ em }) => {
    const taken: number[] = []
    for (const id of ids) {
      const change = { state: 'taken' as const, endedAt: app.now() }
      if ((await em.nativeUpdate(KitchenTicket, { id, state: 'pending' }, change)) === 1) taken.push(id)
    }
    return taken
  })
}
