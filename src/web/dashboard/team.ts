import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import { changeMember } from '../../people/change-member.ts'
import { createUser } from '../../people/create-user.ts'
import { type ListedMember, listMembers } from '../../people/list-members.ts'
import { roles } from '../../people/membership.ts'
import { makePassword } from '../../people/password.ts'
import { pathTo } from '../parts/address.ts'
import { actButton, banner, choice, copyButton, field, refusedBanner } from '../parts/forms.ts'
import { page } from '../parts/page.ts'
import { actingOf, type Visit } from '../parts/visit.ts'
import { settingsTexts } from './settings-texts.ts'

const Member = z.object({ user: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** The members of the account and their roles. */
export const teamPage = page({
  path: '/dashboard/team',
  role: 'settings',
  load: (app, { account }): Promise<ListedMember[]> => listMembers(app, account.id),
  view({ language, loaded: members, visit, refusal, given, fieldErrors: errors }) {
    const say = settingsTexts[language]
    const options = roles.map(role => [role, say.roles[role]] as const)
    const labels = { username: say.username, display_name: say.displayName }
    return {
      title: say.team,
      body: html`<h1>${say.team}</h1><p>${say.teamText}</p>
${refusal?.code === 'refused_transition' ? banner('stop', say.lastOwner) : refusedBanner({ language, refusal, labels })}
<section class="card"><ul class="rows">${members.map(
        ({ userId, username, displayName, role }) =>
          html`<li><span><b>${displayName}</b><small>${username}${userId === visit.session.userId && ` (${say.you})`}</small></span><form class="inline" method="post"><input type="hidden" name="user" value="${userId}"><select name="role" aria-label="${say.role}: ${displayName}">${options.map(([value, text]) => html`<option value="${value}"${value === role && html` selected`}>${text}</option>`)}</select>${actButton('change', say.change, 'quiet')}${actButton('remove', say.removeMember, 'link')}</form></li>`,
      )}</ul></section>
<section class="card"><h2>${say.invite}</h2><form method="post">${field({ name: 'username', label: say.username, value: given.username, maxlength: 39, autocomplete: 'off', errors })}${field({ name: 'display_name', label: say.displayName, value: given.display_name, maxlength: 100, autocomplete: 'off', errors })}${choice({ name: 'role', label: say.role, value: given.role ?? 'support', options })}${actButton('add', say.invite)}</form></section>`,
    }
  },
  act: {
    add: {
      isSecret: true,
      fields: z.object({
        username: z.string().trim().max(100),
        display_name: z.string().trim().min(1).max(100),
        role: z.enum(roles),
      }),
      async run(app, visit, { username, display_name: displayName, role }) {
        const { account, language } = visit
        const password = makePassword()
        const member = { accountId: account.id, role }
        const made = await createUser(app, { username, displayName, password, member, by: actingOf(visit) })
        const say = settingsTexts[language]
        return {
          view: {
            title: say.madeTitle,
            body: html`<section class="card narrow"><h1>${say.madeTitle}</h1><p>${say.madeText}</p><dl><div><dt>${say.username}</dt><dd><code>${made.username}</code></dd></div><div><dt>${say.password}</dt><dd id="password"><code>${password}</code></dd></div></dl><p class="choices">${copyButton(language, 'password')}<a class="button" href="${pathTo(app.config, '/dashboard/team')}">${say.team}</a></p></section>`,
            script: 'dashboard.js',
          },
        }
      },
    },
    change: {
      isSecret: true,
      fields: Member.extend({ role: z.enum(roles) }),
      async run(app, visit, { user: userId, role }) {
        await changeMember(app, visit.account.id, { userId, role }, actingOf(visit))
        return { ...whereTo(visit, userId), done: 'saved' }
      },
    },
    remove: {
      isSecret: true,
      fields: Member,
      async confirm(app, { account, language }, { user: userId }) {
        const member = (await listMembers(app, account.id)).find(one => one.userId === userId)
        if (!member) throw new Refusal('not_found', 'There is no such member')
        const say = settingsTexts[language]
        const title = say.sureRemove(member.displayName)
        return { title, text: say.sureRemoveText, button: say.removeMember, isDangerous: true }
      },
      async run(app, visit, { user: userId }) {
        await changeMember(app, visit.account.id, { userId, role: null }, actingOf(visit))
        return { ...whereTo(visit, userId), done: 'removed' }
      },
    },
  },
})

// Somebody who gave up a part of their own role may not see the team any more.
function whereTo({ session }: Visit, userId: number): { to?: string } {
  return userId === session.userId ? { to: '/dashboard' } : {}
}
