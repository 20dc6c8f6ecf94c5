interface BankListActs {
  'bank_list.taken': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends BankListActs {}
}

export const bankListAuditTexts = {
  id: { 'bank_list.taken': 'Daftar mutasi diunggah' },
  en: { 'bank_list.taken': "Bank's list uploaded" },
} satisfies Record<'id' | 'en', Record<keyof BankListActs, string>>
