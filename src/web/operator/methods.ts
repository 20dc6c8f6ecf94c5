import { z } from 'zod'
import { MethodMaintenance } from '../../accounts/method-maintenance.ts'
import { html } from '../../lib/html.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import { setMaintenance } from '../../methods/set-maintenance.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import { methodNames } from '../parts/method-names.ts'
import { page } from '../parts/page.ts'
import { actingOf } from '../parts/visit.ts'
import { operatorTexts } from './operator-texts.ts'

const Method = z.object({ method: z.enum(paymentMethodIds) })

/** Payment methods, each of which the operator can switch off for everybody. */
export const operatorMethodsPage = page({
  path: '/operator/methods',
  role: 'operator',
  load: app => app.em('installation').find(MethodMaintenance, {}),
  view({ app, language, loaded, refusal }) {
    const say = operatorTexts[language]
    return {
      title: say.methods,
      body: html`<h1>${say.methods}</h1><p>${say.methodsText}</p>${refusedBanner({ language, refusal, labels: { reason: say.reason } })}
${paymentMethodIds.map(id => {
  const off = loaded.find(({ method }) => method === id)
  const form = off
    ? html`<p>${off.reason}</p><form method="post"><input type="hidden" name="method" value="${id}">${actButton('on', say.on)}</form>`
    : html`<form class="inline" method="post"><input type="hidden" name="method" value="${id}">${field({ name: 'reason', id: `reason-${id}`, label: say.reason, maxlength: 200 })}${actButton('off', say.off, 'danger')}</form>`
  const state = off
    ? html`<span class="status bad">${say.offSince(app.calendar.format(off.since))}</span>`
    : html`<span class="status good">${say.active}</span>`
  return html`<section class="card"><h2>${methodNames[language][id]} <small>${id}</small> ${state}</h2>${form}</section>`
})}`,
    }
  },
  act: {
    off: {
      fields: Method.extend({ reason: z.string().trim().min(1).max(200) }),
      async run(app, visit, { method, reason }) {
        await setMaintenance(app, method, reason, actingOf(visit))
        return { done: 'saved' }
      },
    },
    on: {
      fields: Method,
      async run(app, visit, { method }) {
        await setMaintenance(app, method, null, actingOf(visit))
        return { done: 'saved' }
      },
    },
  },
})
