import type { Needs } from '../../needs.ts'
import { Cashier } from './cashier.ts'

/** Returns the cashiers of an account by name, active ones first. */
export async function listCashiers(app: Needs<'em'>, accountId: number): Promise<Cashier[]> {
  return app.em({ accountId }).findAll(Cashier, { orderBy: { isActive: 'desc', name: 'asc' } })
}
