import type { Needs } from '../../needs.ts'
import { Cashier } from './cashier.ts'

/** The cashiers of an account by name, those who may sell first. */
export async function listCashiers(app: Needs<'em'>, accountId: number): Promise<Cashier[]> {
  return app.em({ accountId }).findAll(Cashier, { orderBy: { isActive: 'desc', name: 'asc' } })
}
