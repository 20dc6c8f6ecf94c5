import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import type { App } from '../../../needs.ts'
import { roles } from '../../../people/membership.ts'
import { settingsTexts } from '../../../web/dashboard/settings/settings-texts.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, linkButton, narrowCard } from '../../../web/parts/card.ts'
import { actButton, copyButton, field, inlineForm, refusedBanner, selectField } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry } from '../../../web/parts/table.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import type { Invitation } from '../invitation.ts'
import { inviteMember, listInvitations, revokeInvitation } from '../invite.ts'
import { teamTexts } from '../texts/team-texts.ts'

const path = '/dashboard/team/invitations'

/** Creates links by which people join the team; each token is shown only once. */
export const invitationsPage = definePage({
  path,
  role: 'settings',
  load: (app, { account }): Promise<Invitation[]> => listInvitations(app, account.id),
  view(page: ViewContext<Visit, object, Invitation[]>) {
    const { app, language, loaded, refusal, given, fieldErrors: errors, to } = page
    const say = teamTexts[language]
    const names = settingsTexts[language].roles
    const options = roles.map(role => [role, names[role]] as const)
    const rows = loaded.map(({ id, name, role, expiresAt }) => {
      const until = say.until(formatMoment(app, language, expiresAt))
      return html`<li>${rowEntry(name, names[role], until)}
        ${inlineForm({ invitation: id }, actButton('withdraw', say.withdraw, 'link'))}</li>`
    })
    return {
      title: say.links,
      body: html`${backLink(to('/dashboard/team'), say.team)}
        <h1>${say.links}</h1>
        <p class="lead">${say.linksText}</p>
        ${refusedBanner({ language, refusal, labels: { name: say.name } })}
        ${card(
          null,
          html`<form method="post" novalidate>
            ${field({ name: 'name', label: say.name, value: given.name, maxlength: 100, autocomplete: 'off', errors })}
            ${selectField({ name: 'role', label: say.role, value: given.role ?? 'support', options })}
            ${actButton('make', say.make)}
          </form>`,
        )}
        ${loaded.length > 0 && card(null, html`<ul class="rows">${rows}</ul>`)}`,
    }
  },
  act: {
    make: {
      isSecret: true,
      fields: z.object({ name: z.string().trim().max(400), role: z.enum(roles) }),
      async run(app, visit, { name, role }) {
        const { account, session, language } = visit
        const token = await inviteMember(app, account.id, { name, role, userId: session.userId }, makeUserActor(visit))
        return { view: madeView(app, language, account.name, makePath(app.config, `/join/${token}`)) }
      },
    },
    withdraw: {
      fields: z.object({ invitation: RowId }),
      async run(app, visit, { invitation }) {
        await revokeInvitation(app, visit.account.id, invitation, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

function madeView(app: App, language: Language, shop: string, link: string): View {
  const say = teamTexts[language]
  const address = link.startsWith('/') ? `${app.config.baseUrl}${link}` : link
  const body: Html = html`<p>${say.madeText}</p>
    <p class="field"><label for="invitation">${say.link}</label>
      <input id="invitation" type="text" readonly value="${address}"></p>
    <p class="choices">
      <a class="button" href="${makeWhatsAppLink(null, say.sent(shop, address))}">${say.send}</a>
      ${copyButton(language, 'invitation')}
      ${linkButton(makePath(app.config, path), say.links, 'quiet')}
    </p>`
  return { title: say.madeTitle, body: narrowCard(say.madeTitle, body), script: 'dashboard.js' }
}
