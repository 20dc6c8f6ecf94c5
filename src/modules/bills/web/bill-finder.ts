import { selectBestHits } from '../../../database/key-search-sql.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { listPhoneSpellings } from '../../../lib/phone.ts'
import { makePattern } from '../../../payments/rare-pattern.ts'
import type { Finder } from '../../../web/dashboard/finder.ts'
import { findBillsSql } from '../find-bills-sql.ts'

/** Adds bills to the search: by id, and the newer ones by their texts. */
export const billFinder: Finder = {
  order: 5,
  title: { id: 'Tagihan', en: 'Bills' },
  async find(app, { scope }, { text, limit }) {
    const amount = readRupiah(text)
    const spellings = [...listPhoneSpellings(text), ...(amount > 0 ? [String(amount)] : [])]
    const patterns = spellings.map(one => makePattern([one]))
    const values = { ...scope, limit, patterns, publicId: text.toUpperCase() }
    const rows = await app.slowly(({ sql }) => sql.query(findBillsSql, values), scope)
    const hits = selectBestHits(rows, { keyOf: row => row.public_id, at: row => row.created_at.getTime(), limit })
    return hits.map(row => ({
      path: `/dashboard/bills/${row.public_id}`,
      title: row.title,
      note: row.customer_name,
      ...(row.amount !== null && { amount: Number(row.amount) }),
      at: row.created_at,
    }))
  },
}
