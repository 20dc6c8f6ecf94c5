interface ArchiveActs {
  'account.exported': unknown
  'account.imported': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends ArchiveActs {}
}

export const archiveAuditTexts = {
  id: { 'account.exported': 'Data akun diekspor', 'account.imported': 'Akun dipindahkan dari instalasi lain' },
  en: {
    'account.exported': 'Data of the account exported',
    'account.imported': 'Account moved here from another installation',
  },
} satisfies Record<'id' | 'en', Record<keyof ArchiveActs, string>>
