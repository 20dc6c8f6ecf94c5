interface CompatActs {
  'compat_key.created': unknown
  'compat_key.revoked': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends CompatActs {}
}

/** The texts for acts on compatibility keys in the audit log. */
export const compatAuditTexts: Record<'id' | 'en', Record<keyof CompatActs, string>> = {
  id: {
    'compat_key.created': 'Kunci kompatibel dibuat',
    'compat_key.revoked': 'Kunci kompatibel dicabut',
  },
  en: {
    'compat_key.created': 'Compatible key created',
    'compat_key.revoked': 'Compatible key revoked',
  },
}
