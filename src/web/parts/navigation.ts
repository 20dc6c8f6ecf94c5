import type { Html } from '../../lib/html.ts'
import type { Act } from '../../people/membership.ts'
import { addedTo, type Filled } from '../../slots.ts'
import { pageIcons } from './icons.ts'
import type { Language } from './language.ts'

export interface NavigationEntry {
  path: string
  icon?: Html
  text: Record<Language, string>
  /** The act that a role has to include to open it; `read` by default. */
  role?: Act
}

declare module '../../slots.ts' {
  interface Slots {
    /**
     * An entry of the merchant's navigation, and the path of the one that it follows; of several that follow the same
     * one, the lower `order` comes first.
     */
    navigation: NavigationEntry & { after: string; order?: number }
    /** A page for the bar at the bottom of a phone, after those of the core. */
    dailyPages: NavigationEntry
  }
}

/** The merchant's pages with those of modules, in the groups and the order in which they are shown. */
export function merchantNavigation(app: { slots: Filled }): readonly (readonly NavigationEntry[])[] {
  const inOrder = addedTo(app, 'navigation').toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const added = Map.groupBy(inOrder, ({ after }) => after)
  const withFollowers = (entry: NavigationEntry): NavigationEntry[] => [
    entry,
    ...(added.get(entry.path) ?? []).flatMap(withFollowers),
  ]
  return navigation.map(group => group.flatMap(withFollowers))
}

/** The merchant's pages of the core, in the groups and the order in which they are shown. */
const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    { path: '/dashboard', icon: pageIcons.home, text: { id: 'Beranda', en: 'Home' } },
    { path: '/dashboard/payments', icon: pageIcons.payments, text: { id: 'Pembayaran', en: 'Payments' } },
    { path: '/dashboard/review', icon: pageIcons.review, text: { id: 'Perlu diperiksa', en: 'To review' } },
    { path: '/dashboard/balance', icon: pageIcons.balance, text: { id: 'Saldo', en: 'Balance' } },
  ],
  [
    { path: '/dashboard/orders', icon: pageIcons.orders, text: { id: 'Pesanan', en: 'Orders' } },
    { path: '/dashboard/catalog', icon: pageIcons.catalog, text: { id: 'Katalog', en: 'Catalogue' } },
    { path: '/dashboard/rules', icon: pageIcons.rules, text: { id: 'Aturan toko', en: 'Shop rules' } },
    { path: '/dashboard/customers', icon: pageIcons.customers, text: { id: 'Pelanggan', en: 'Customers' } },
    { path: '/dashboard/goods', icon: pageIcons.goods, text: { id: 'Barang digital', en: 'Digital goods' } },
  ],
  [
    { path: '/dashboard/connections', icon: pageIcons.connections, text: { id: 'Koneksi', en: 'Connections' } },
    { path: '/dashboard/callbacks', icon: pageIcons.callbacks, text: { id: 'Callback', en: 'Callbacks' } },
    { path: '/dashboard/keys', icon: pageIcons.keys, text: { id: 'API key', en: 'API keys' } },
    { path: '/dashboard/bots', icon: pageIcons.bots, text: { id: 'Bot dan chat', en: 'Bots and chats' } },
  ],
  [
    { path: '/dashboard/settings', icon: pageIcons.settings, text: { id: 'Pengaturan', en: 'Settings' } },
    { path: '/dashboard/team', icon: pageIcons.team, text: { id: 'Tim', en: 'Team' }, role: 'settings' },
    { path: '/dashboard/audit', icon: pageIcons.audit, text: { id: 'Log audit', en: 'Audit log' }, role: 'settings' },
    { path: '/dashboard/profile', icon: pageIcons.profile, text: { id: 'Profil', en: 'Profile' } },
  ],
]

/**
 * The merchant's pages that are opened many times a day, in the bar at the bottom of a phone: five of them are shown,
 * the first allowed.
 */
export function merchantDailyPages(app: { slots: Filled }): readonly NavigationEntry[] {
  return [...dailyPages, ...addedTo(app, 'dailyPages')]
}

const dailyPages: readonly NavigationEntry[] = [
  { path: '/dashboard', icon: pageIcons.home, text: { id: 'Beranda', en: 'Home' } },
  { path: '/dashboard/orders', icon: pageIcons.orders, text: { id: 'Pesanan', en: 'Orders' } },
  { path: '/dashboard/new-payment', icon: pageIcons.create, text: { id: 'Tagih', en: 'Charge' }, role: 'orders' },
  { path: '/dashboard/payments', icon: pageIcons.payments, text: { id: 'Uang', en: 'Money' } },
  { path: '/dashboard/catalog', icon: pageIcons.catalog, text: { id: 'Katalog', en: 'Catalogue' } },
]

export const operatorDailyPages: readonly NavigationEntry[] = [
  { path: '/operator', icon: pageIcons.home, text: { id: 'Beranda', en: 'Home' } },
  { path: '/operator/accounts', icon: pageIcons.customers, text: { id: 'Akun', en: 'Accounts' } },
  { path: '/operator/providers', icon: pageIcons.connections, text: { id: 'Penyedia', en: 'Providers' } },
  { path: '/operator/withdrawals', icon: pageIcons.balance, text: { id: 'Tarik', en: 'Payouts' } },
  { path: '/operator/work', icon: pageIcons.settings, text: { id: 'Kerja', en: 'Work' } },
]

export const operatorNavigation: readonly (readonly NavigationEntry[])[] = [
  [
    { path: '/operator', icon: pageIcons.home, text: { id: 'Beranda', en: 'Home' } },
    { path: '/operator/accounts', icon: pageIcons.customers, text: { id: 'Akun', en: 'Accounts' } },
    { path: '/operator/methods', icon: pageIcons.payments, text: { id: 'Metode pembayaran', en: 'Payment methods' } },
    { path: '/operator/providers', icon: pageIcons.connections, text: { id: 'Penyedia', en: 'Providers' } },
    { path: '/operator/withdrawals', icon: pageIcons.balance, text: { id: 'Penarikan dana', en: 'Withdrawals' } },
    { path: '/operator/work', icon: pageIcons.settings, text: { id: 'Pekerjaan', en: 'Work' } },
    { path: '/operator/dead', icon: pageIcons.callbacks, text: { id: 'Antrean gagal', en: 'Dead letters' } },
    { path: '/operator/audit', icon: pageIcons.audit, text: { id: 'Log audit', en: 'Audit log' } },
    { path: '/operator/profile', icon: pageIcons.profile, text: { id: 'Profil', en: 'Profile' } },
  ],
]
