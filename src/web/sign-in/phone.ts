import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { setPhone } from '../../people/set-phone.ts'
import { narrowCard } from '../parts/card.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import { safeBack } from '../parts/gate.ts'
import { page } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

/** Spec 5.5: a user who signs in by a provider gives a phone number the first time; no other page is open before. */
export const phonePage = page({
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
        return { to: safeBack(back, '/dashboard') }
      },
    },
  },
})
