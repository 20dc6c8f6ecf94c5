import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { type ListedMember, listMembers } from '../../../people/list-members.ts'
import { mayDo, sensitiveKinds } from '../../../people/membership.ts'
import { settingsTexts } from '../../../web/dashboard/settings/settings-texts.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import { actButton, field, hiddenField, inlineForm, refusedBanner, selectField } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type Outcome, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { readOptionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { decideApproval, listApprovals, type MemberLimits, readLimits, setLimits } from '../guard-act.ts'
import { permissions } from '../member-limit.ts'
import { teamTexts } from '../texts/team-texts.ts'

const path = '/dashboard/team/limits'
const permission = z.enum(permissions)

interface Loaded {
  members: ListedMember[]
  limits: Map<number, MemberLimits>
  approvals: Awaited<ReturnType<typeof listApprovals>>
}
type ShownLimits = ViewContext<Visit, object, Loaded>

/** Shows each member's permissions for acts that cost money, and the requests that wait for an owner. */
export const limitsPage = definePage({
  path,
  role: 'settings',
  async load(app, { account }): Promise<Loaded> {
    const [members, limits, approvals] = await Promise.all([
      listMembers(app, account.id),
      readLimits(app, account.id),
      listApprovals(app, account.id),
    ])
    return { members, limits, approvals }
  },
  view(page: ShownLimits) {
    const { language, loaded, refusal, to } = page
    const say = teamTexts[language]
    const limited = loaded.members.filter(({ role }) => role !== 'owner' && role !== 'read_only')
    return {
      title: say.limits,
      body: html`${backLink(to('/dashboard/team'), say.team)}
        <h1>${say.limits}</h1>
        <p class="lead">${say.limitsText}</p>
        ${refusedBanner({ language, refusal, labels: { refund_max: say.refundMax } })}
        ${card(
          say.approvals,
          rowList(
            loaded.approvals.map(one => approvalRow(page, one)),
            say.noApprovals,
          ),
        )}
        ${limited.map(member => card(member.displayName, limitForm(page, member)))}`,
    }
  },
  act: {
    save: {
      isSecret: true,
      fields: z.object({
        user: RowId,
        refund: permission,
        discount: permission,
        price: permission,
        stock: permission,
        refund_max: z.string().max(30).default(''),
      }),
      async run(app, visit, { user: userId, refund_max, ...kinds }) {
        const { account } = visit
        const members = await listMembers(app, account.id)
        if (!members.some(one => one.userId === userId)) throw notFound('member')
        const refundMax = readOptionalRupiah(refund_max)
        if (refundMax !== null && !(refundMax > 0)) throw refuseField('refund_max', 'is whole rupiah', 'not_whole')
        await setLimits(app, account.id, { userId, ...kinds, refundMax }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    approve: {
      fields: z.object({ request: RowId }),
      run: (app, visit, { request }) => decideRequest(app, visit, request, true),
    },
    decline: {
      fields: z.object({ request: RowId }),
      run: (app, visit, { request }) => decideRequest(app, visit, request, false),
    },
  },
})

async function decideRequest(app: App, visit: Visit, id: number, isApproved: boolean): Promise<Outcome> {
  await decideApproval(app, visit.account.id, { id, isApproved }, makeUserActor(visit))
  return { done: 'decided' }
}

function approvalRow({ app, language, to }: ShownLimits, approval: Loaded['approvals'][number]): Html {
  const say = teamTexts[language]
  const { id, kind, subject, amount, askedAt, user } = approval
  const money = kind === 'refund' && (amount === null ? say.all : formatRupiah(amount))
  const what = [say.kinds[kind], money].filter(Boolean).join(' · ')
  const link = html`<a href="${to(subject)}">${say.wants(user.displayName, what)}</a>`
  return html`<li id="approval-${id}">${rowEntry(link, formatMoment(app, language, askedAt))}
    ${inlineForm({ request: id }, [actButton('approve', say.approve), actButton('decline', say.decline, 'quiet')])}
  </li>`
}

function limitForm({ language, loaded, given, fieldErrors }: ShownLimits, { userId, role }: ListedMember): Html {
  const say = teamTexts[language]
  const isGiven = given.user === String(userId)
  const limits = loaded.limits.get(userId)
  const options = permissions.map(one => [one, say.permissions[one]] as const)
  const own = sensitiveKinds.filter(kind => mayDo(role, kind === 'refund' ? 'money' : 'orders'))
  const others = sensitiveKinds.filter(kind => !own.includes(kind))
  const choices = own.map(kind => {
    const value = isGiven ? given[kind] : (limits?.[kind] ?? 'yes')
    return selectField({ name: kind, id: `${kind}-${userId}`, label: say.kinds[kind], value, options })
  })
  const max = isGiven ? given.refund_max : (limits?.refundMax ?? '')
  return html`<p><small>${settingsTexts[language].roles[role]}</small></p>
    <form method="post" novalidate>
      ${hiddenField('user', String(userId))}
      ${others.map(kind => hiddenField(kind, limits?.[kind] ?? 'yes'))}
      <div class="side-by-side">${choices.slice(0, 2)}</div>
      <div class="side-by-side">${choices.slice(2)}</div>
      ${
        own.includes('refund') &&
        field({
          name: 'refund_max',
          id: `refund-max-${userId}`,
          label: say.refundMax,
          hint: say.refundMaxHint,
          value: max,
          maxlength: 20,
          isOptional: true,
          errors: isGiven ? fieldErrors : [],
        })
      }
      ${actButton('save', say.save, 'quiet')}
    </form>`
}

/** Renders the links to these pages below the members of the team. */
export async function drawTeamCard({ config }: App, { language }: Visit): Promise<Html> {
  const say = teamTexts[language]
  const to = (path: string) => makePath(config, path)
  return card(
    null,
    html`<div class="inline">
      ${linkButton(to('/dashboard/team/invitations'), say.links)}
      ${linkButton(to(path), say.limits, 'quiet')}
    </div>`,
  )
}
