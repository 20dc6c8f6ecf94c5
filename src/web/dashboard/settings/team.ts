import { z } from 'zod'
import type { Html } from '../../../lib/html.ts'
import { html } from '../../../lib/html.ts'
import { notFound } from '../../../lib/refusal.ts'
import { refuseTogether } from '../../../lib/refusals/refuse-together.ts'
import type { App } from '../../../needs.ts'
import { changeMember } from '../../../people/change-member.ts'
import { checkDisplayName, createUser, readUsername } from '../../../people/create-user.ts'
import { type ListedMember, listMembers } from '../../../people/list-members.ts'
import { roles } from '../../../people/membership.ts'
import { makePassword } from '../../../people/password.ts'
import { listAdditions } from '../../../slots.ts'
import { makePath } from '../../parts/address.ts'
import { card, linkButton, narrowCard } from '../../parts/card.ts'
import {
  actButton,
  banner,
  copyButton,
  field,
  inlineForm,
  refusedBanner,
  selectField,
  selectOptions,
} from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import type { View, ViewContext } from '../../parts/page.ts'
import { definePage } from '../../parts/page.ts'
import { rowEntry } from '../../parts/table.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { settingsTexts } from './settings-texts.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** A card below the members of the team. */
    teamCards(app: App, visit: Visit): Promise<Html>
  }
}

interface Loaded {
  members: ListedMember[]
  cards: Html[]
}

const Member = z.object({ user: RowId })

/** The members of the account and their roles. */
export const teamPage = definePage({
  path: '/dashboard/team',
  role: 'settings',
  async load(app, visit): Promise<Loaded> {
    const cards = await Promise.all(listAdditions(app, 'teamCards').map(draw => draw(app, visit)))
    return { members: await listMembers(app, visit.account.id), cards }
  },
  view(view: ShownTeam) {
    const { language, loaded, refusal } = view
    const { members, cards } = loaded
    const say = settingsTexts[language]
    const isLastOwner = refusal?.code === 'refused_transition'
    const labels = { username: say.username, display_name: say.displayName }
    return {
      title: say.team,
      body: html`
        <h1>${say.team}</h1>
        <p>${say.teamText}</p>
        ${isLastOwner ? banner('stop', say.lastOwner) : refusedBanner({ language, refusal, labels })}
        ${card(null, html`<ul class="rows">${members.map(member => memberRow(view, member))}</ul>`)}
        ${cards}
        ${card(
          null,
          html`<details${refusal && html` open`}><summary>${say.invite}</summary>${inviteForm(view)}</details>`,
        )}`,
    }
  },
  act: {
    add: {
      isSecret: true,
      fields: z.object({
        username: z.string().trim().max(100),
        display_name: z.string().trim().max(400),
        role: z.enum(roles),
      }),
      async run(app, visit, { username, display_name: displayName, role }) {
        const { account, language } = visit
        refuseTogether(
          () => readUsername({ username }),
          () => checkDisplayName(displayName),
        )
        const password = makePassword()
        const member = { accountId: account.id, role }
        const newUser = await createUser(app, { username, displayName, password, member, by: makeUserActor(visit) })
        return { view: madeView(app, language, { username: newUser.username, password }) }
      },
    },
    change: {
      isSecret: true,
      fields: Member.extend({ role: z.enum(roles) }),
      async run(app, visit, { user: userId, role }) {
        await changeMember(app, visit.account.id, { userId, role }, makeUserActor(visit))
        return { ...whereTo(visit, userId), done: 'saved' }
      },
    },
    remove: {
      isSecret: true,
      fields: Member,
      async confirm(app, { account, language }, { user: userId }) {
        const member = (await listMembers(app, account.id)).find(one => one.userId === userId)
        if (!member) throw notFound('member')
        const say = settingsTexts[language]
        const title = say.sureRemove(member.displayName)
        return { title, text: say.sureRemoveText, button: say.removeMember, isDangerous: true }
      },
      async run(app, visit, { user: userId }) {
        await changeMember(app, visit.account.id, { userId, role: null }, makeUserActor(visit))
        return { ...whereTo(visit, userId), done: 'removed' }
      },
    },
  },
})

// Members who reduced their own role may no longer be allowed to see the team.
function whereTo({ session }: Visit, userId: number): { to?: string } {
  return userId === session.userId ? { to: '/dashboard' } : {}
}

type ShownTeam = ViewContext<Visit, object, Loaded>

function memberRow({ language, visit }: ShownTeam, { userId, username, displayName, role }: ListedMember): Html {
  const say = settingsTexts[language]
  const name = html`${username}${userId === visit.session.userId && ` (${say.you})`}`
  const options = selectOptions(
    roles.map(one => [one, say.roles[one]]),
    role,
  )
  const choose = html`<select name="role" aria-label="${say.role}: ${displayName}">${options}</select>`
  const change = actButton('change', say.change, 'quiet')
  const remove = actButton('remove', say.removeMember, 'link')
  return html`<li>${rowEntry(displayName, name)}${inlineForm({ user: userId }, [choose, change, remove])}</li>`
}

function inviteForm({ language, given, fieldErrors: errors }: ShownTeam): Html {
  const say = settingsTexts[language]
  const username = { name: 'username', label: say.username, value: given.username, maxlength: 39 }
  const displayName = { name: 'display_name', label: say.displayName, value: given.display_name, maxlength: 100 }
  const options = roles.map(role => [role, say.roles[role]] as const)
  return html`<form method="post" novalidate>
    ${field({ ...username, autocomplete: 'off', errors })}
    ${field({ ...displayName, autocomplete: 'off', errors })}
    ${selectField({ name: 'role', label: say.role, value: given.role ?? 'support', options })}
    ${actButton('add', say.invite)}
  </form>`
}

/** Renders the password of a new member, shown only once. */
function madeView(app: App, language: Language, { username, password }: { username: string; password: string }): View {
  const say = settingsTexts[language]
  const body = html`<p>${say.madeText}</p>
    <dl>
      <div><dt>${say.username}</dt><dd><code>${username}</code></dd></div>
      <div><dt>${say.password}</dt><dd id="password"><code>${password}</code></dd></div>
    </dl>
    <p class="choices">
      ${copyButton(language, 'password')}
      ${linkButton(makePath(app.config, '/dashboard/team'), say.team)}
    </p>`
  return { title: say.madeTitle, body: narrowCard(say.madeTitle, body), script: 'dashboard.js' }
}
