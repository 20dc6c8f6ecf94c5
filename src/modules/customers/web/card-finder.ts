import { selectBestHits } from '../../../database/key-search-sql.ts'
import { listPhoneSpellings } from '../../../lib/phone.ts'
import { makePattern } from '../../../payments/rare-pattern.ts'
import type { Finder } from '../../../web/dashboard/finder.ts'
import { findCardsSql } from '../find-cards-sql.ts'

/** Adds cards to the search: by an order or payment, and the most recently seen ones by their texts. */
export const cardFinder: Finder = {
  order: 3,
  title: { id: 'Kartu pelanggan', en: 'Customer cards' },
  async find(app, { scope }, { text, limit }) {
    const patterns = listPhoneSpellings(text).map(one => makePattern([one]))
    const values = { ...scope, limit, patterns, subject: text.toUpperCase() }
    const rows = await app.slowly(({ sql }) => sql.query(findCardsSql, values), scope)
    const hits = selectBestHits(rows, { keyOf: row => row.id, at: row => row.last_seen_at.getTime(), limit })
    return hits.map(({ id, name, phone, last_seen_at: at }) => ({
      path: `/dashboard/people/${id}`,
      title: name,
      note: phone,
      at,
    }))
  },
}
