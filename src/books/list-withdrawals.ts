import type { Scope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import type { PageRequest } from './list-movements.ts'
import { Withdrawal, type WithdrawalStatus } from './withdrawal.ts'

/** Returns a page of withdrawals, newest first: of one account, or of all accounts for the operator. */
export async function listWithdrawals(
  app: Needs<'slowly'>,
  scope: Scope,
  { page, limit, status }: PageRequest & { status?: WithdrawalStatus | undefined },
): Promise<{ withdrawals: Withdrawal[]; total: number }> {
  return app.slowly(
    async ({ em }) => {
      const [withdrawals, total] = await em(scope).findAndCount(Withdrawal, status ? { status } : {}, {
        orderBy: { createdAt: 'desc', id: 'desc' },
        limit,
        offset: (page - 1) * limit,
      })
      return { withdrawals, total }
    },
    typeof scope === 'object' && 'accountId' in scope ? scope : undefined,
  )
}
