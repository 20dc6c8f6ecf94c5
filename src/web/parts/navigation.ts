import type { Html } from '../../lib/html.ts'
import type { Act } from '../../people/membership.ts'
import { type FilledSlots, listAdditions } from '../../slots.ts'
import { pageIcons } from './icons.ts'
import type { Language } from './language.ts'

export interface NavigationEntry {
  path: string
  icon?: Html
  text: Record<Language, string>
  /** Its chapter of the manual by its slug, or `reference`, that of the API; by default how to open a shop. */
  help?: string
  /** The act that a role has to include to open it; `read` by default. */
  role?: Act
}

/** The eight places of the merchant's menu, in order. A ninth is not allowed: all others are in a group below. */
export const mainPlaces = ['home', 'orders', 'till', 'catalog', 'bills', 'money', 'statistics', 'settings'] as const
export type MainPlace = (typeof mainPlaces)[number]

/** The places that the core leaves empty, for the one module whose page belongs there. */
type OpenPlace = Extract<MainPlace, 'till' | 'bills' | 'statistics'>

/**
 * Groups of pages with tabs; the menu has only the first page of each. `money` is the place of that name, and `news` is
 * for pages about automatic messages.
 */
const tabGroups = ['money', 'news'] as const
type TabGroup = (typeof tabGroups)[number]

/** The folded groups below the eight places. */
const foldedGroups = ['shop', 'account', 'developer'] as const
type NavigationGroup = TabGroup | (typeof foldedGroups)[number]

declare module '../../slots.ts' {
  interface Slots {
    /** A page in a group of the merchant's navigation, after those of the core or replacing one of them. */
    navigation: NavigationEntry & { group: NavigationGroup; order?: number; insteadOf?: string }
    /** The chapter for pages outside the menu, or that another chapter describes. `:name` is any part of a path. */
    helpPages: HelpPage
    /** The manual of the shop and the reference of the API, to which pages link. */
    manual: ManualPaths
    /** The page of a place that the core leaves empty. */
    mainPages: NavigationEntry & { place: OpenPlace }
    /** A page for the bar at the bottom of a phone, after those of the core or replacing one of them. */
    dailyPages: NavigationEntry & { insteadOf?: string }
  }
}

/** The paths of the manual and of the documents of the API. */
export interface ManualPaths {
  /** The path before the name of a chapter. */
  chapters: string
  reference: string
  errors: string
  /** The OpenAPI document. */
  document: string
}

interface HelpPage {
  path: string
  help: string
}

const helpPages: readonly HelpPage[] = [
  { path: '/dashboard/rules/delivery', help: 'zones' },
  { path: '/dashboard/rules/pickup', help: 'zones' },
]

interface MerchantNavigation {
  /** The main places, at most eight. */
  main: readonly (NavigationEntry & { place: MainPlace })[]
  groups: readonly { title: Record<Language, string>; entries: readonly NavigationEntry[] }[]
}

/** Returns the merchant's pages with those of modules, in the order of display. */
export function buildMerchantNavigation(app: { slots: FilledSlots }): MerchantNavigation {
  const filled = [...mainPages, ...listAdditions(app, 'mainPages')]
  return {
    main: mainPlaces.flatMap(place => filled.find(page => page.place === place) ?? []),
    groups: foldedGroups.map(name => ({ title: groupTitles[name], entries: groupEntries(app, name) })),
  }
}

interface TabSet {
  title: Record<Language, string>
  pages: readonly NavigationEntry[]
}

/** Returns the sets of pages that are tabs of one another. */
export function listTabSets(app: { slots: FilledSlots }): readonly TabSet[] {
  return tabGroups.map(name => ({ title: tabTitles[name], pages: groupEntries(app, name) }))
}

function groupEntries(app: { slots: FilledSlots }, group: NavigationGroup): readonly NavigationEntry[] {
  const added = listAdditions(app, 'navigation').filter(entry => entry.group === group)
  const core = grouped[group].map(entry => added.find(({ insteadOf }) => insteadOf === entry.path) ?? entry)
  const others = added.filter(({ insteadOf }) => insteadOf === undefined)
  return [...core, ...others.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))]
}

const payments = { path: '/dashboard/payments', icon: pageIcons.payments }

const mainPages: MerchantNavigation['main'] = [
  { place: 'home', path: '/dashboard', icon: pageIcons.home, text: { id: 'Beranda', en: 'Home' } },
  { place: 'orders', path: '/dashboard/orders', icon: pageIcons.orders, text: { id: 'Pesanan', en: 'Orders' } },
  {
    place: 'catalog',
    path: '/dashboard/catalog',
    icon: pageIcons.catalog,
    text: { id: 'Katalog', en: 'Catalogue' },
    help: 'options',
  },
  { place: 'money', ...payments, text: { id: 'Uang', en: 'Money' }, help: 'customer-says-paid' },
  {
    place: 'settings',
    path: '/dashboard/settings',
    icon: pageIcons.settings,
    text: { id: 'Pengaturan', en: 'Settings' },
  },
]

const tabTitles: Record<TabGroup, Record<Language, string>> = {
  money: { id: 'Uang', en: 'Money' },
  news: { id: 'Kabar otomatis', en: 'Webhooks' },
}

const groupTitles: Record<(typeof foldedGroups)[number], Record<Language, string>> = {
  shop: { id: 'Toko', en: 'Shop' },
  account: { id: 'Akun', en: 'Account' },
  developer: { id: 'Pengembang', en: 'Developers' },
}

const grouped: Record<NavigationGroup, readonly NavigationEntry[]> = {
  money: [
    { ...payments, text: { id: 'Pembayaran', en: 'Payments' }, help: 'customer-says-paid' },
    {
      path: '/dashboard/review',
      icon: pageIcons.review,
      text: { id: 'Perlu diperiksa', en: 'To review' },
      help: 'customer-says-paid',
    },
    {
      path: '/dashboard/balance',
      icon: pageIcons.balance,
      text: { id: 'Saldo', en: 'Balance' },
      help: 'money-back',
    },
  ],
  news: [
    {
      path: '/dashboard/callbacks',
      icon: pageIcons.callbacks,
      text: { id: 'Callback pembayaran', en: 'Payment callbacks' },
      help: 'reference',
    },
  ],
  shop: [
    {
      path: '/dashboard/rules',
      icon: pageIcons.rules,
      text: { id: 'Aturan toko', en: 'Shop rules' },
      help: 'shop-rules',
    },
    { path: '/dashboard/bots', icon: pageIcons.bots, text: { id: 'Bot dan chat', en: 'Bots and chats' } },
    {
      path: '/dashboard/customers',
      icon: pageIcons.customers,
      text: { id: 'Pelanggan', en: 'Customers' },
      help: 'customers',
    },
    {
      path: '/dashboard/goods',
      icon: pageIcons.goods,
      text: { id: 'Barang digital', en: 'Digital goods' },
      help: 'options',
    },
  ],
  account: [
    {
      path: '/dashboard/connections',
      icon: pageIcons.connections,
      text: { id: 'Koneksi', en: 'Connections' },
      help: 'first-money',
    },
    { path: '/dashboard/team', icon: pageIcons.team, text: { id: 'Tim', en: 'Team' }, role: 'settings', help: 'team' },
    { path: '/dashboard/profile', icon: pageIcons.profile, text: { id: 'Profil', en: 'Profile' } },
  ],
  developer: [
    { path: '/dashboard/keys', icon: pageIcons.keys, text: { id: 'API key', en: 'API keys' }, help: 'reference' },
    {
      path: '/dashboard/callbacks',
      icon: pageIcons.callbacks,
      text: tabTitles.news,
      help: 'reference',
    },
    {
      path: '/dashboard/audit',
      icon: pageIcons.audit,
      text: { id: 'Log audit', en: 'Audit log' },
      role: 'settings',
      help: 'reference',
    },
  ],
}

/** Returns the path of a chapter of the manual; null without a manual. */
export function chapterPath(app: { slots: FilledSlots }, chapter: string): string | null {
  const [manual] = listAdditions(app, 'manual')
  return manual ? `${manual.chapters}/${chapter}` : null
}

/** Returns the path of the help for a page: its chapter of the manual, or the reference of the API. */
export function helpPath(app: { slots: FilledSlots }, path: string): string | null {
  const own = [...helpPages, ...listAdditions(app, 'helpPages')].find(page => isPath(page.path, path))
  if (own) return chapterPath(app, own.help)
  const { main, groups } = buildMerchantNavigation(app)
  const entries = [
    ...listTabSets(app).flatMap(({ pages }) => pages),
    ...main,
    ...groups.flatMap(group => group.entries),
  ]
  const matches = entries.filter(entry => path === entry.path || path.startsWith(`${entry.path}/`))
  const { help = 'open-a-shop' } = matches.toSorted((one, other) => other.path.length - one.path.length)[0] ?? {}
  if (help !== 'reference') return chapterPath(app, help)
  return listAdditions(app, 'manual')[0]?.reference ?? null
}

function isPath(pattern: string, path: string): boolean {
  const [parts, others] = [pattern, path].map(one => one.split('/')) as [string[], string[]]
  return parts.length === others.length && parts.every((part, index) => part.startsWith(':') || part === others[index])
}

/**
 * Returns the merchant's most frequently used pages, for the bar at the bottom of a phone: the first five that are
 * allowed are shown.
 */
export function listMerchantDailyPages(app: { slots: FilledSlots }): readonly NavigationEntry[] {
  const added = listAdditions(app, 'dailyPages')
  const own = dailyPages.map(entry => added.find(({ insteadOf }) => insteadOf === entry.path) ?? entry)
  return [...own, ...added.filter(({ insteadOf }) => insteadOf === undefined)]
}

const dailyPages: readonly NavigationEntry[] = [
  { path: '/dashboard', icon: pageIcons.home, text: { id: 'Beranda', en: 'Home' } },
  { path: '/dashboard/orders', icon: pageIcons.orders, text: { id: 'Pesanan', en: 'Orders' } },
  { path: '/dashboard/new-payment', icon: pageIcons.create, text: { id: 'QRIS', en: 'QRIS' }, role: 'orders' },
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
