import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { setPhone } from '../../people/set-phone.ts'
import { narrowCard } from '../parts/card.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import { toSafePath } from '../parts/gate.ts'
import { definePage } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

/**
 * Asks for a phone number after a user's first sign-in by a provider (specification 5.5); no other page is accessible
 * before.
 */
export const phonePage = definePage({
  path: '/sign-in/phone',
  role: 'newcomer',
  input: z.object({ back: z.string().max(500).optional().catch(undefined) }),
  load: async () => ({}),
  view({ language, refusal, given, fieldErrors: errors, visit }) {
    const say = signInTexts[language]
    const phone = { name: 'phone', label: say.phone, hint: say.phoneHint, value: given.phone, autocomplete: 'tel' }
    return {
      title: say.phoneTitle,
      body: narrowCard(
        say.phoneTitle,
        html`<p>${say.phoneText(visit.session.username)}</p>
          ${refusedBanner({ language, refusal, labels: { phone: say.phone } })}
          <form method="post" novalidate>
            ${field({ ...phone, type: 'tel', maxlength: 32, isFocused: true, errors })}
            ${actButton('save', say.confirm)}
          </form>`,
      ),
    }
  },
  act: {
    save: {
      fields: z.object({ phone: z.string().max(64) }),
      async run(app, { session }, { phone }, { back }) {
        await setPhone(app, session.userId, phone)
        return { to: toSafePath(back, '/dashboard') }
      },
    },
  },
})
