import { z } from 'zod'
import { Account } from '../../../accounts/account.ts'
import { takeAttempt } from '../../../accounts/take-attempt.ts'
import { html } from '../../../lib/html.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import { refuseTogether } from '../../../lib/refusals/refuse-together.ts'
import { checkDisplayName, readUsername } from '../../../people/create-user.ts'
import { enterInTurn } from '../../../people/entrance-turns.ts'
import { checkPassword } from '../../../people/password.ts'
import { startSession } from '../../../people/start-session.ts'
import { settingsTexts } from '../../../web/dashboard/settings/settings-texts.ts'
import { narrowCard } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { actButton, field, refusedBanner } from '../../../web/parts/forms.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import type { Guest } from '../../../web/parts/visit.ts'
import type { Invitation } from '../invitation.ts'
import { findInvitation, joinAsNewcomer, joinTeam } from '../invite.ts'
import { teamTexts } from '../texts/team-texts.ts'

const Input = z.object({ token: z.string().max(100) })
const attempts = { max: 20, windowS: 3600 }

interface Loaded {
  invitation: Invitation
  shop: string
}

/** The page of an invitation link: the visitor joins with their account, or with a new one. */
export const joinPage = definePage({
  path: '/join/:token',
  role: 'anybody',
  input: Input,
  async load(app, _visit, { token }): Promise<Loaded> {
    const invitation = await findInvitation(app, token)
    if (!invitation) throw notFound('invitation')
    const accountId = invitation.account.id
    const { displayName } = await app.em({ accountId }).findOneOrFail(Account, accountId)
    return { invitation, shop: displayName }
  },
  view(page: ViewContext<Guest, z.infer<typeof Input>, Loaded>) {
    const { language, loaded, refusal, visit, input, to } = page
    const say = teamTexts[language]
    const { invitation, shop } = loaded
    const title = say.joinTitle(shop)
    const labels = { username: say.username, display_name: say.displayName, password: say.password }
    const back = `/join/${input.token}`
    const isSignedIn = visit.session?.isConfirmed === true && !visit.session.isOperator
    return {
      title,
      script: 'password.js',
      body: narrowCard(
        title,
        html`<p>${say.joinText(settingsTexts[language].roles[invitation.role])}</p>
          ${refusedBanner({ language, refusal, labels })}
          ${
            isSignedIn
              ? html`<form method="post" novalidate>${actButton('join', say.joinNow)}</form>`
              : html`${newcomerForm(page, invitation.name)}
                  <p class="beside"><a href="${to('/sign-in', { back })}">${say.signIn}</a></p>`
          }`,
      ),
    }
  },
  missing(language) {
    const { goneTitle, goneText } = teamTexts[language]
    return { title: goneTitle, body: narrowCard(goneTitle, html`<p>${goneText}</p>`) }
  },
  act: {
    join: {
      async run(app, { session }, _fields, { token }) {
        if (!session?.isConfirmed || session.isOperator) throw new Refusal('forbidden', 'Nobody is signed in')
        const accountId = await joinTeam(app, token, session.userId)
        return { to: '/dashboard', done: 'added', place: { accountId, mode: 'test' } }
      },
    },
    create: {
      fields: z.object({
        username: z.string().trim().max(100),
        display_name: z.string().trim().max(400),
        password: z.string().max(1000),
      }),
      async run(app, visit, { username, display_name: displayName, password }, { token }) {
        const { address, userAgent, language } = visit
        refuseTogether(
          () => checkDisplayName(displayName),
          () => readUsername({ username }),
          () => checkPassword(password),
        )
        await takeAttempt(app, { key: `join address ${address}`, ...attempts })
        const newcomer = { username, displayName, password, language }
        const userId = await enterInTurn(address, () => joinAsNewcomer(app, token, newcomer))
        const session = await startSession(app, { userId, isConfirmed: true, address, userAgent })
        return { to: '/dashboard', session }
      },
    },
  },
})

function newcomerForm(
  { language, given, fieldErrors: errors }: ViewContext<Guest, z.infer<typeof Input>, Loaded>,
  invited: string,
) {
  const say = teamTexts[language]
  const name = { name: 'display_name', label: say.displayName, value: given.display_name ?? invited, maxlength: 100 }
  const username = { name: 'username', label: say.username, value: given.username, maxlength: 39 }
  const password = { name: 'password', label: say.password, type: 'password', autocomplete: 'new-password' } as const
  return html`<form method="post" novalidate>
    ${field({ ...name, autocomplete: 'name', errors })}
    ${field({ ...username, autocomplete: 'username', errors })}
    ${field({ ...password, showing: commonTexts[language].showingPassword, errors })}
    ${actButton('create', say.joinNow)}
  </form>`
}
