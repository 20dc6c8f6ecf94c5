import { z } from 'zod'
import { MethodMaintenance } from '../../accounts/method-maintenance.ts'
import type { Html } from '../../lib/html.ts'
import { html } from '../../lib/html.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import { setMaintenance } from '../../methods/set-maintenance.ts'
import { card, chip } from '../parts/card.ts'
import { actButton, field, hiddenField, inlineForm, refusedBanner } from '../parts/forms.ts'
import { methodNames } from '../parts/method-names.ts'
import { formatMoment } from '../parts/moment.ts'
import type { ViewContext } from '../parts/page.ts'
import { definePage } from '../parts/page.ts'
import type { Person } from '../parts/visit.ts'
import { makeUserActor } from '../parts/visit.ts'
import { operatorTexts } from './operator-texts.ts'

const Method = z.object({ method: z.enum(paymentMethodIds) })

/** Payment methods, each of which the operator can disable for all accounts. */
export const operatorMethodsPage = definePage({
  path: '/operator/methods',
  role: 'operator',
  load: app => app.em('shared').find(MethodMaintenance, {}),
  view(view: ShownMethods) {
    const { language, refusal } = view
    const say = operatorTexts[language]
    return {
      title: say.methods,
      body: html`
        <h1>${say.methods}</h1>
        <p>${say.methodsText}</p>
        ${refusedBanner({ language, refusal, labels: { reason: say.reason } })}
        ${paymentMethodIds.map(id => methodCard(view, id))}`,
    }
  },
  act: {
    off: {
      fields: Method.extend({ reason: z.string().trim().min(1).max(200) }),
      async run(app, visit, { method, reason }) {
        await setMaintenance(app, method, reason, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    on: {
      fields: Method,
      async run(app, visit, { method }) {
        await setMaintenance(app, method, null, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

type ShownMethods = ViewContext<Person, object, MethodMaintenance[]>

function methodCard({ app, language, loaded, given }: ShownMethods, id: PaymentMethodId): Html {
  const say = operatorTexts[language]
  const name = html`${methodNames[language][id]} <small>${id}</small>`
  const off = loaded.find(({ method }) => method === id)
  if (off) {
    const turnOn = html`<form method="post" novalidate>${hiddenField('method', id)}${actButton('on', say.on)}</form>`
    const state = chip('bad', say.offSince(formatMoment(app, language, off.since)))
    return card(html`${name} ${state}`, html`<p>${off.reason}</p>${turnOn}`)
  }
  const reason = field({ name: 'reason', id: `reason-${id}`, label: say.reason, maxlength: 200 })
  const form = inlineForm({ method: id }, [reason, actButton('off', say.off, 'danger')])
  const isOpen = given.method === id
  const turnOff = html`<details${isOpen && html` open`}><summary>${say.off}</summary>${form}</details>`
  return card(html`${name} ${chip('good', say.active)}`, turnOff)
}
