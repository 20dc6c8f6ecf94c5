import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { makePath } from '../../../web/parts/address.ts'
import { linkButton, narrowCard } from '../../../web/parts/card.ts'
import { actButton, field, refusedBanner } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import type { Guest } from '../../../web/parts/visit.ts'
import type { Payer } from '../../../web/pay/payer-cards.ts'
import { findWishedPayment, storeMailWish } from '../store-mail-wish.ts'
import { mailPageTexts } from '../texts/mail-texts.ts'

const Input = z.object({ invoice: z.string().regex(/^INV-[0-9A-Z]{20}$/) })
type ShownPage = ViewContext<Guest, z.infer<typeof Input>, object>

/** The page on which a customer enters the address for news about an order or payment. */
export const orderMailPage = definePage({
  path: '/order-mail',
  role: 'anybody',
  input: Input,
  async load(app, _visit, { invoice }) {
    await findWishedPayment(app, invoice)
    return {}
  },
  view({ language, refusal, given, fieldErrors, to, input }: ShownPage) {
    const say = mailPageTexts[language]
    const back = to('/pay', { invoice: input.invoice })
    return {
      title: say.title,
      body: narrowCard(
        say.title,
        html`<p>${say.lead}</p>
          ${refusedBanner({ language, refusal, labels: { email: say.email } })}
          <form method="post" novalidate>
            ${field({ ...emailField(language), value: given.email, errors: fieldErrors })}
            ${actButton('wish', say.ask)}
          </form>
          <p class="beside"><a href="${back}">${say.back}</a></p>`,
      ),
    }
  },
  missing(language) {
    const { gone } = mailPageTexts[language]
    return { title: gone, body: narrowCard(gone, html``) }
  },
  act: {
    wish: {
      fields: z.object({ email: z.string().max(300) }),
      async run(app, { language, address }, { email: typed }, { invoice }) {
        const email = await storeMailWish(app, { invoiceId: invoice, email: typed, language, address })
        const say = mailPageTexts[language]
        const back = linkButton(makePath(app.config, '/pay', { invoice }), say.back, 'quiet')
        return {
          view: { title: say.title, body: narrowCard(say.title, html`<p>${say.saved(email)}</p><p>${back}</p>`) },
        }
      },
    },
  },
})

const emailField = (language: Language) => {
  const { email: label } = mailPageTexts[language]
  return { name: 'email', label, type: 'email', autocomplete: 'email', maxlength: 254 } as const
}

/** Renders the form below a payment page; null if the installation sends no e-mail. */
export async function drawMailForm(
  app: { config: Parameters<typeof makePath>[0]; mailer: unknown },
  { invoiceId, language }: Payer,
): Promise<Html | null> {
  if (!app.mailer) return null
  const say = mailPageTexts[language]
  const action = makePath(app.config, '/order-mail', { invoice: invoiceId })
  return html`<details class="card payer-mail unprinted">
    <summary>${say.title}</summary>
    <p>${say.lead}</p>
    <form method="post" action="${action}" novalidate>${field(emailField(language))}${actButton('wish', say.ask)}</form>
  </details>`
}
