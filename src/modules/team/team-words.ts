import type { SensitiveKind } from '../../people/membership.ts'

export interface TeamEvents {
  'approval.asked': ApprovalAsked
}

/** The payload of `approval.asked`: a member wants to perform an act that an owner has to approve. */
export interface ApprovalAsked {
  approvalId: number
  /** The name of the member. */
  member: string
  kind: SensitiveKind
  /** The amount of a refund, in whole rupiah; null for the entire remainder, and for other acts. */
  amount: number | null
}

export interface TeamNotices {
  /** To owners: a member waits for an approval. */
  'merchant.approval_asked': ApprovalAsked
}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends TeamEvents {}
}
declare module '../../notices/notice.ts' {
  interface NoticeData extends TeamNotices {}
}

interface TeamActs {
  'member.invited': unknown
  'member.uninvited': unknown
  'member.joined': unknown
  'member.limited': unknown
  'approval.decided': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends TeamActs {}
}

export const teamAuditTexts = {
  id: {
    'member.invited': 'Anggota tim diundang',
    'member.uninvited': 'Undangan tim dicabut',
    'member.joined': 'Anggota tim bergabung lewat undangan',
    'member.limited': 'Wewenang anggota tim diubah',
    'approval.decided': 'Permintaan persetujuan diputuskan',
  },
  en: {
    'member.invited': 'Team member invited',
    'member.uninvited': 'Team invitation withdrawn',
    'member.joined': 'Team member joined by invitation',
    'member.limited': 'Permissions of a team member changed',
    'approval.decided': 'Request for approval decided',
  },
} satisfies Record<'id' | 'en', Record<keyof TeamActs, string>>
