import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { findByTrace } from '../../../payments/trace/find-by-trace.ts'
import { mayDo } from '../../../people/membership.ts'
import { listBotIds } from '../../../web/dashboard/customers/customers.ts'
import type { Finder, SearchHit, SearchInput } from '../../../web/dashboard/finder.ts'
import { paymentTexts } from '../../../web/dashboard/payments/payment-texts.ts'
import { findMethodName } from '../../../web/parts/method-names.ts'
import { buildMerchantNavigation, listTabSets } from '../../../web/parts/navigation.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { findCustomers, findGoods, findOrders } from '../find-rows.ts'
import { type SettingPlace, settingPlaces } from './setting-places.ts'

const orders: Finder = {
  order: 1,
  title: { id: 'Pesanan', en: 'Orders' },
  async find(app, { scope }, search) {
    const rows = await findOrders(app, scope, search)
    return rows.map(row => ({
      path: `/dashboard/orders/${row.order_number}`,
      title: row.customer_name,
      note: row.order_number,
      amount: Number(row.total),
      at: row.created_at,
    }))
  },
}

const payments: Finder = {
  order: 2,
  title: { id: 'Pembayaran', en: 'Payments' },
  async find(app, { scope, language }, search) {
    const found = await findByTrace(app, scope, search)
    return found.map(payment => {
      const { invoiceId, customerName, payerName, description, paymentMethod, finalAmount, createdAt } = payment
      const state = paymentTexts[language].statuses[payment.status]
      return {
        path: `/dashboard/payments/${invoiceId}`,
        title: customerName ?? payerName ?? description ?? findMethodName(language, paymentMethod),
        note: `${state} · ${invoiceId}`,
        amount: finalAmount,
        at: createdAt,
      }
    })
  },
}

const customers: Finder = {
  order: 3,
  title: { id: 'Pelanggan', en: 'Customers' },
  async find(app, { scope }, search) {
    const rows = await findCustomers(app, scope, { ...search, botIds: await listBotIds(app, scope) })
    return rows.map(({ id, name, phone }) => ({ path: `/dashboard/customers/${id}`, title: name, note: phone }))
  },
}

const goods: Finder = {
  order: 4,
  title: { id: 'Barang', en: 'Goods' },
  async find(app, { scope }, search) {
    const rows = await findGoods(app, scope, search)
    return rows.map(row => ({ path: `/dashboard/catalog/${row.public_id}`, title: row.name }))
  },
}

const settings: Finder = {
  order: 6,
  title: { id: 'Halaman dan pengaturan', en: 'Pages and settings' },
  find: async (app, visit, search) => findPages(app, visit, search),
}

function findPages(app: App, { account, language }: Visit, { text, limit }: SearchInput): SearchHit[] {
  const { main, groups } = buildMerchantNavigation(app)
  const entries = [
    ...main,
    ...listTabSets(app).flatMap(({ pages }) => pages),
    ...groups.flatMap(group => group.entries),
  ]
  const named = entries.map(({ path, text: name, role }) => ({ path, text: name, words: '', role }))
  const pages = [...settingPlaces, ...named].filter(({ role = 'read' }) => mayDo(account.role, role))
  const matches = pages.filter(page => hasEvery(wordsOfPlace(page), text))
  const byPath = new Map(matches.toReversed().map(page => [page.path, page]))
  return [...byPath.values()]
    .toReversed()
    .slice(0, limit)
    .map(page => ({ path: page.path, title: page.text[language] }))
}

const wordsOfPlace = ({ text, words }: Pick<SettingPlace, 'text' | 'words'>) => `${text.id} ${text.en} ${words}`

/** Returns whether a text contains every word of a search, in any order. */
function hasEvery(text: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/)
  const lower = text.toLowerCase()
  return words.every(word => lower.includes(word))
}

/** The finders of the core; modules add theirs. */
export const ownFinders: readonly Finder[] = [orders, payments, customers, goods, settings]

/** Formats the amount of a hit, or returns null if it has none. */
export function formatHitAmount(hit: SearchHit): string | null {
  return hit.amount === undefined ? null : formatRupiah(hit.amount)
}
