interface MenuActs {
  'shop.menu': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends MenuActs {}
}

export const menuAuditTexts = {
  id: { 'shop.menu': 'Halaman menu diubah' },
  en: { 'shop.menu': 'Menu page changed' },
} satisfies Record<'id' | 'en', Record<keyof MenuActs, string>>
