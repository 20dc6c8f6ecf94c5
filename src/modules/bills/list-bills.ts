import type { FilterQuery } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import { escapeLike } from '../../lib/escape-like.ts'
import { listCaseSpellings } from '../../lib/list-case-spellings.ts'
import { extractPhoneDigits } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { Bill } from './bill.ts'
import type { BillStatus } from './bill-kinds.ts'

export interface BillFilter {
  status?: BillStatus | undefined
  reference?: string | undefined
  /** A text in the id, slug, title, reference, or the name and phone of the customer. */
  search?: string | undefined
  page: number
  limit: number
}

/** Returns bills of this account, newest first. */
export async function listBills(
  app: Needs<'slowly'>,
  { accountId, mode }: Required<AccountScope>,
  { status, reference, search, page, limit }: BillFilter,
): Promise<{ bills: Bill[]; total: number }> {
  const where = {
    account: accountId,
    mode,
    ...(status ? { status } : {}),
    ...(reference === undefined ? {} : { reference }),
    ...(search ? matchSearch(search) : {}),
  } as FilterQuery<Bill>
  return app.slowly(
    async reads => {
      const em = reads.em({ accountId, mode })
      const total = await em.count(Bill, where)
      const orderBy = { createdAt: 'desc', id: 'desc' } as const
      const bills = await em.find(Bill, where, { orderBy, limit, offset: (page - 1) * limit })
      return { bills, total }
    },
    { accountId },
  )
}

function matchSearch(search: string): object {
  const likes = listCaseSpellings(search).map(one => `%${escapeLike(one)}%`)
  const fields = ['publicId', 'slug', 'title', 'reference', 'customerName', 'customerPhone'] as const
  const digits = extractPhoneDigits(search)
  const phones = digits.length >= 3 ? [{ customerPhoneDigits: { $like: `%${digits}%` } }] : []
  const found = likes.flatMap($ilike => fields.map(field => ({ [field]: { $ilike } })))
  return { $or: [...found, ...phones] }
}
