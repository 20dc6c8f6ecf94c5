interface RuleActs {
  'rule.made': unknown
  'rule.taken_back': unknown
  'rule.confirmed': unknown
  'rule.answered': unknown
}

export interface RuleNotices {
  /** To the merchant: a phone showed an unknown wording. */
  'merchant.new_wording': { formId: number }
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends RuleActs {}
}

declare module '../../notices/notice.ts' {
  interface NoticeData extends RuleNotices {}
}

export const ruleAuditTexts = {
  id: {
    'rule.made': 'Aturan notifikasi dibuat',
    'rule.taken_back': 'Aturan notifikasi dicabut',
    'rule.confirmed': 'Uang dari aturan notifikasi dipastikan masuk',
    'rule.answered': 'Pertanyaan tentang notifikasi baru dijawab',
  },
  en: {
    'rule.made': 'Notification rule made',
    'rule.taken_back': 'Notification rule withdrawn',
    'rule.confirmed': 'Money of a notification rule confirmed',
    'rule.answered': 'Question about a new notification answered',
  },
} satisfies Record<'id' | 'en', Record<keyof RuleActs, string>>
