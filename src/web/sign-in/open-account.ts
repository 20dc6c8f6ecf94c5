import { z } from 'zod'
import { openAccount } from '../../accounts/open-account.ts'
import { html } from '../../lib/html.ts'
import { actButton, field, refusedBanner } from '../forms.ts'
import { page } from '../page.ts'
import { signInTexts } from './texts.ts'

/** For somebody who is signed in and belongs to no account yet. */
export const openAccountPage = page({
  path: '/open-account',
  role: 'user',
  load: async () => ({}),
  view({ language, refusal, given, fieldErrors: errors }) {
    const say = signInTexts[language]
    return {
      title: say.openTitle,
      body: html`<section class="card narrow"><h1>${say.openTitle}</h1><p>${say.openText}</p>
${refusedBanner({ language, refusal, labels: { shop: say.shop } })}
<form method="post">${field({ name: 'shop', label: say.shop, value: given.shop, autocomplete: 'organization', maxlength: 100, isFocused: true, errors })}
${actButton('open', say.signUp)}</form></section>`,
    }
  },
  act: {
    open: {
      fields: z.object({ shop: z.string().max(400) }),
      async run(app, { session }, { shop }) {
        const { id } = await openAccount(app, { userId: session.userId, shopName: shop })
        return { to: '/dashboard', place: { accountId: id, mode: 'test' } }
      },
    },
  },
})
