import { z } from 'zod'
import { type Standing, standingOfAccount } from '../../accounts/standing.ts'
import { html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { createPayment } from '../../payments/create-payment.ts'
import { actButton, banner, field, refusedBanner } from '../forms.ts'
import { page } from '../page.ts'
import { typedRupiah } from '../typed-rupiah.ts'
import type { Visit } from '../visit.ts'
import { paymentTexts } from './payment-texts.ts'

const NewPayment = z.object({
  amount: typedRupiah,
  description: z.string().trim().max(500),
  customer_name: z.string().trim().max(100),
})

/** An invoice by hand, for a link in a chat, and for a first try of everything. */
export const newPaymentPage = page({
  path: '/dashboard/new-payment',
  role: 'orders',
  async load(app, visit): Promise<string[]> {
    const standing = await standingOf(app, visit)
    const method = app.edition.defaultMethod(standing)
    if (method && app.edition.requirements(standing, method).length === 0) return []
    return [...new Set(app.edition.methods.flatMap(one => app.edition.requirements(standing, one)))]
  },
  view({ language, loaded: missing, refusal, given, fieldErrors: errors }) {
    const say = paymentTexts[language]
    const labels = { amount: say.amount, description: say.description, customer_name: say.customer }
    return {
      title: say.newTitle,
      body: html`<section class="card narrow"><h1>${say.newTitle}</h1><p>${say.newText}</p>
${missing.length > 0 && banner('warn', html`${say.unavailable} ${missing.join('; ')}`)}
${refusedBanner({ language, refusal, labels })}
<form method="post">${field({ name: 'amount', label: say.amount, hint: say.amountHint, value: given.amount, inputmode: 'numeric', maxlength: 20, isFocused: true, errors })}
${field({ name: 'description', label: say.description, hint: say.optional, value: given.description, maxlength: 500, isOptional: true, errors })}
${field({ name: 'customer_name', label: say.customer, hint: say.optional, value: given.customer_name, maxlength: 100, isOptional: true, errors })}
${actButton('create', say.create)}</form></section>`,
    }
  },
  act: {
    create: {
      fields: NewPayment,
      async run(app, visit, { amount, description, customer_name: customerName }) {
        const standing = await standingOf(app, visit)
        const payment = await createPayment(app, standing, {
          amount,
          description: description || undefined,
          customerName: customerName || undefined,
        })
        return { to: `/dashboard/payments/${payment.invoiceId}` }
      },
    },
  },
})

async function standingOf(app: Needs<'sql' | 'now'>, { scope }: Visit): Promise<Standing> {
  const standing = await standingOfAccount(app, scope.accountId, scope.mode)
  if (!standing) throw new Refusal('not_found', 'There is no such account')
  return standing
}
