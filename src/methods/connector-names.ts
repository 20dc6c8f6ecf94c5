/** What people call the kinds of connections; the API, the commands and the documents call them by their ids. */
export const connectorNames = {
  id: {
    wallet: 'E-wallet',
    'merchant-wallet': 'E-wallet merchant',
    bank: 'Bank',
    mutations: 'Notifikasi HP',
    snap: 'SNAP',
    interactive: 'InterActive QRIS',
  },
  en: {
    wallet: 'E-wallet',
    'merchant-wallet': 'Merchant wallet',
    bank: 'Bank',
    mutations: 'Phone notifications',
    snap: 'SNAP',
    interactive: 'InterActive QRIS',
  },
}

/** Returns what people call a connector that is stored as text. */
export function connectorName(language: 'id' | 'en', connector: string): string {
  const names: Record<string, string> = connectorNames[language]
  return names[connector] ?? connector
}
