import type { ReactionsTo } from '../../events/announce.ts'
import type { Module } from '../module.ts'
import { Approval } from './approval.ts'
import { approvalNotices } from './bot/approval-notices.ts'
import { guardAct } from './guard-act.ts'
import { Invitation } from './invitation.ts'
import { MemberLimit } from './member-limit.ts'
import { notifyOwners } from './notify-owners.ts'
import { type TeamEvents, teamAuditTexts } from './team-words.ts'
import { invitationsPage } from './web/invitations-page.ts'
import { joinPage } from './web/join-page.ts'
import { drawTeamCard, limitsPage } from './web/limits-page.ts'

/** People join by a link, and an owner limits which acts that cost money each may perform. */
export const team: Module = {
  name: 'team',
  summary: 'Invitation links, permissions by member, approval by an owner',
  entities: [Approval, Invitation, MemberLimit],
  leftOutTables: {
    approval: 'requests of people of the other installation',
    invitation: 'links that the other installation has sent',
    member_limit: 'limits of people of the other installation, who are other people here',
  },
  auditTexts: teamAuditTexts,
  // Disabling the module must not lift a member's limits.
  async countOpen({ em }) {
    return { 'limited members': await em('installation').count(MemberLimit, {}) }
  },
  reactions: { 'approval.asked': [notifyOwners] } satisfies ReactionsTo<keyof TeamEvents>,
  noticeViews: approvalNotices,
  pages: [invitationsPage, limitsPage, joinPage],
  slots: {
    teamCards: [drawTeamCard],
    actGuards: [guardAct],
    attention: [
      {
        path: '/dashboard/team/limits',
        role: 'settings',
        text: { id: 'Permintaan tim yang menunggu persetujuan', en: 'Requests of the team that wait for approval' },
        count: em => em.count(Approval, { decidedAt: null }),
      },
    ],
  },
}
