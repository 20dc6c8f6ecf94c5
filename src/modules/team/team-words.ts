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
