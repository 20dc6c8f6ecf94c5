import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import { findMemberships } from '../../people/find-memberships.ts'
import { openAccount } from '../../people/open-account.ts'
import { narrowCard } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import { definePage } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

/**
 * Creates an account for a signed-in user without one. A user whose account is suspended is informed, and cannot create
 * another one.
 */
export const openAccountPage = definePage({
  path: '/open-account',
  role: 'user',
  load: (app, { session }) => findMemberships(app, session.userId, 'suspended'),
  view({ language, refusal, given, fieldErrors: errors, loaded: suspended, to }) {
    const say = signInTexts[language]
    if (suspended.length > 0) {
      const signOut = actButton('out', commonTexts[language].signOut, 'quiet')
      return {
        title: say.suspendedTitle,
        body: narrowCard(
          say.suspendedTitle,
          html`<p>${say.suspendedText(suspended.map(({ accountName }) => accountName).join(', '))}</p>
            <form method="post" novalidate action="${to('/sign-out')}">${signOut}</form>`,
        ),
      }
    }
    const shop = { name: 'shop', label: say.shop, value: given.shop, autocomplete: 'organization' }
    return {
      title: say.openTitle,
      body: narrowCard(
        say.openTitle,
        html`<p>${say.openText}</p>
          ${refusedBanner({ language, refusal, labels: { shop: say.shop } })}
          <form method="post" novalidate>
            ${field({ ...shop, maxlength: 100, isFocused: true, errors })}
            ${actButton('open', say.signUp)}
          </form>`,
      ),
    }
  },
  act: {
    open: {
      fields: z.object({ shop: z.string().max(400) }),
      async run(app, { session }, { shop }) {
        if ((await findMemberships(app, session.userId, 'suspended')).length > 0) {
          throw new Refusal('forbidden', 'The account is suspended: only the operator opens it again')
        }
        const { id } = await openAccount(app, { userId: session.userId, shopName: shop })
        return { to: '/dashboard', place: { accountId: id, mode: 'test' } }
      },
    },
  },
})
