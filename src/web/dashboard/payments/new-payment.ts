import { z } from 'zod'
import { findStandingByAccount, type Standing } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound } from '../../../lib/refusal.ts'
import { listMethods, type MethodStatus } from '../../../methods/list-methods.ts'
import { type PaymentMethodId, paymentMethodIds } from '../../../methods/method.ts'
import type { Needs } from '../../../needs.ts'
import { isPaidByOwnCode } from '../../../orders/request-payment.ts'
import { createPayment } from '../../../payments/create-payment.ts'
import { mayDo } from '../../../people/membership.ts'
import { linkButton, narrowCard } from '../../parts/card.ts'
import { actButton, banner, field, hiddenField, refusedBanner, selectField } from '../../parts/forms.ts'
import { methodNames } from '../../parts/method-names.ts'
import { makeIdempotencyKey, Once, renderOnceField } from '../../parts/once.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { rowEntry } from '../../parts/table.ts'
import { rupiahSchema } from '../../parts/typed-rupiah.ts'
import type { Visit } from '../../parts/visit.ts'
import { paymentTexts } from './payment-texts.ts'

const NewPayment = z.object({
  amount: rupiahSchema,
  description: z.string().trim().max(500),
  customer_name: z.string().trim().max(100),
  method: z.enum(['', ...paymentMethodIds]).default(''),
  once: Once.optional(),
})

interface Loaded {
  methods: MethodStatus[]
  /** The default method; null if it cannot be used. */
  usual: PaymentMethodId | null
}
const Input = z.object({ amount: z.string().max(20).optional().catch(undefined) })
type Input = z.infer<typeof Input>

type ShownForm = ViewContext<Visit, Input, Loaded>

/** Creates an invoice by hand, for a link in a chat, or for a first try. */
export const newPaymentPage = definePage({
  path: '/dashboard/new-payment',
  role: 'orders',
  input: Input,
  async load(app, visit): Promise<Loaded> {
    const standing = await findStanding(app, visit)
    const { methods } = await listMethods(app, standing)
    const usual = app.edition.defaultMethod(standing)
    return { methods, usual: usableOf(methods).some(({ id }) => id === usual) ? usual : null }
  },
  view(view: ShownForm) {
    const { language, loaded } = view
    const say = paymentTexts[language]
    const isPossible = usableOf(loaded.methods).length > 0
    return {
      title: say.newTitle,
      body: narrowCard(say.newTitle, isPossible ? paymentForm(view) : missingRequirements(view)),
    }
  },
  act: {
    create: {
      fields: NewPayment,
      async run(app, visit, { amount, description, customer_name: customerName, method, once }) {
        const request = {
          amount,
          paymentMethod: method || undefined,
          description: description || undefined,
          customerName: customerName || undefined,
        }
        const standing = await findStanding(app, visit)
        // If a code can contain the amount, the payer need not type it.
        const useQrisConverter = isPaidByOwnCode(
          app,
          standing,
          request.paymentMethod ?? app.edition.defaultMethod(standing) ?? undefined,
        )
        const idempotencyKey = once === undefined ? undefined : makeIdempotencyKey(once, request)
        const payment = await createPayment(app, standing, { ...request, useQrisConverter, idempotencyKey })
        return { to: `/dashboard/payments/${payment.invoiceId}` }
      },
    },
  },
})

const usableOf = (methods: MethodStatus[]) => methods.filter(({ requirements }) => requirements.length === 0)

function paymentForm({ language, input, loaded, refusal, given, fieldErrors: errors }: ShownForm): Html {
  const { methods, usual } = loaded
  const say = paymentTexts[language]
  const labels = { amount: say.amount, description: say.description, customer_name: say.customer }
  const usable = usableOf(methods).map(({ id, maxAmount }) => {
    const name = methodNames[language][id]
    return [id, maxAmount === null ? name : say.methodUpTo(name, formatRupiah(maxAmount))] as const
  })
  const options = usual === null ? usable : ([['', say.anyMethod], ...usable] as const)
  const value = given.amount ?? input.amount
  const amount = { name: 'amount', label: say.amount, hint: say.amountHint, value, maxlength: 20 }
  const description = { name: 'description', label: say.description, value: given.description, maxlength: 500 }
  const customer = { name: 'customer_name', label: say.customer, value: given.customer_name, maxlength: 100 }
  const method =
    usable.length > 1
      ? selectField({ name: 'method', label: say.method, value: given.method, options })
      : hiddenField('method', usual === null ? (usable[0]?.[0] ?? '') : '')
  const unreported = usableOf(methods).filter(({ warning }) => warning === 'never_reported')
  const warning = say.neverReported(unreported.map(({ id }) => methodNames[language][id]).join(', '))
  return html`<p>${say.newText}</p>
    ${unreported.length > 0 && banner('warn', warning)}
    ${refusedBanner({ language, refusal, labels })}
    <form method="post" novalidate>
      ${field({ ...amount, inputmode: 'numeric', isFocused: true, errors })}
      ${method}
      ${field({ ...description, hint: say.optional, isOptional: true, errors })}
      ${field({ ...customer, hint: say.optional, isOptional: true, errors })}
      ${renderOnceField(given)}${actButton('create', say.create)}
    </form>`
}

/** Renders the missing requirements of each method, if no method can be used. */
function missingRequirements({ language, loaded: { methods }, visit, to }: ShownForm): Html {
  const say = paymentTexts[language]
  const rows = methods.map(({ id, requirements }) => {
    const missing = requirements.map(({ code }) => say.requirements[code])
    return html`<li>${rowEntry(methodNames[language][id], ...missing)}</li>`
  })
  const connect = linkButton(to('/dashboard/connections'), say.toConnections)
  return html`${banner('warn', say.unavailable)}
    <ul class="rows">${rows}</ul>
    ${mayDo(visit.account.role, 'settings') && html`<p>${connect}</p>`}`
}

async function findStanding(app: Needs<'sql' | 'now'>, { scope }: Visit): Promise<Standing> {
  const standing = await findStandingByAccount(app, scope.accountId, scope.mode)
  if (!standing) throw notFound('account')
  return standing
}
