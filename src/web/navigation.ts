import type { Language } from './language.ts'

export interface NavigationEntry {
  path: string
  text: Record<Language, string>
}

/** The merchant's pages, in the groups and the order in which they are shown. A page is listed once it is there. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    { path: '/dashboard', text: { id: 'Beranda', en: 'Home' } },
    { path: '/dashboard/payments', text: { id: 'Pembayaran', en: 'Payments' } },
    { path: '/dashboard/orders', text: { id: 'Pesanan', en: 'Orders' } },
  ],
  [
    { path: '/dashboard/goods', text: { id: 'Barang digital', en: 'Digital goods' } },
    { path: '/dashboard/connections', text: { id: 'Koneksi', en: 'Connections' } },
    { path: '/dashboard/callbacks', text: { id: 'Callback', en: 'Callbacks' } },
    { path: '/dashboard/keys', text: { id: 'API key', en: 'API keys' } },
    { path: '/dashboard/bots', text: { id: 'Bot dan chat', en: 'Bots and chats' } },
  ],
  [
    { path: '/dashboard/settings', text: { id: 'Pengaturan', en: 'Settings' } },
    { path: '/dashboard/team', text: { id: 'Tim', en: 'Team' } },
    { path: '/dashboard/audit', text: { id: 'Log audit', en: 'Audit log' } },
  ],
  [{ path: '/dashboard/profile', text: { id: 'Profil dan keamanan', en: 'Profile and security' } }],
]

export const operatorNavigation: readonly (readonly NavigationEntry[])[] = [
  [
    { path: '/operator', text: { id: 'Beranda', en: 'Home' } },
    { path: '/operator/accounts', text: { id: 'Akun', en: 'Accounts' } },
    { path: '/operator/methods', text: { id: 'Metode pembayaran', en: 'Payment methods' } },
    { path: '/operator/providers', text: { id: 'Penyedia', en: 'Providers' } },
    { path: '/operator/audit', text: { id: 'Log audit', en: 'Audit log' } },
  ],
]
