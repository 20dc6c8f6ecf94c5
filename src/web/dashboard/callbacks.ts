import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import type { DeliveryAttempt } from '../../callbacks/delivery-attempt.ts'
import { enableEndpoint } from '../../callbacks/enable-endpoint.ts'
import { type ListedCallback, listCallbacks } from '../../callbacks/list-callbacks.ts'
import { type FailingEndpoint, listEndpoints } from '../../callbacks/list-endpoints.ts'
import { redeliver } from '../../callbacks/redeliver.ts'
import { sendTestCallback } from '../../callbacks/send-test-callback.ts'
import { setCallbackUrl } from '../../callbacks/set-callback-url.ts'
import { type Html, html } from '../../lib/html.ts'
import { mayDo } from '../../people/membership.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, factList, field, refusedBanner } from '../parts/forms.ts'
import { page, type Shown } from '../parts/page.ts'
import { actingOf, type Visit } from '../parts/visit.ts'
import { callbackTexts } from './callback-texts.ts'

const Input = z.object({
  failed: z.literal('1').optional().catch(undefined),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
})

interface Loaded {
  url: string | null
  callbacks: ListedCallback[]
  endpoints: FailingEndpoint[]
}

const shownAtOnce = 20
const by = ({ session }: Pick<Visit, 'session'>) => `dashboard: ${session.displayName}`.slice(0, 100)

/** Where callbacks go, what became of the last ones, and sending them again. */
export const callbacksPage = page({
  path: '/dashboard/callbacks',
  role: 'read',
  input: Input,
  async load(app, { account, scope }, { failed, before: beforeId }): Promise<Loaded> {
    const { defaultCallbackUrl: url } = await app.em({ accountId: account.id }).findOneOrFail(Account, account.id)
    const callbacks = await listCallbacks(app, scope, { failed: failed === '1', beforeId })
    return { url, callbacks, endpoints: await listEndpoints(app, account.id) }
  },
  view(shown) {
    const { language, loaded, refusal } = shown
    const say = callbackTexts[language]
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1><p>${say.intro}</p>${refusedBanner({ language, refusal, labels: { url: say.address } })}
${mayChange(shown) ? settings(shown) : html`<section class="card">${factList([[say.address, loaded.url ?? '-']])}</section>`}
${failing(shown)}${list(shown)}`,
    }
  },
  act: {
    address: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ url: z.string().max(4000) }),
      async run(app, visit, { url }) {
        await setCallbackUrl(app, visit.account.id, url.trim() || null, actingOf(visit))
        return { done: 'saved' }
      },
    },
    test: {
      role: 'settings',
      async run(app, visit) {
        await sendTestCallback(app, visit.scope, { by: by(visit) })
        return { done: 'sent' }
      },
    },
    again: {
      role: 'settings',
      fields: z.object({ invoice: z.string().max(40) }),
      async run(app, visit, { invoice }) {
        await redeliver(app, { owner: visit.scope, which: { invoiceId: invoice }, by: by(visit) })
        return { done: 'sent' }
      },
    },
    all: {
      role: 'settings',
      async run(app, visit) {
        await redeliver(app, { owner: visit.scope, which: { failed: true }, by: by(visit) })
        return { done: 'sent' }
      },
    },
    enable: {
      role: 'settings',
      fields: z.object({ origin: z.string().max(2048) }),
      async run(app, { account }, { origin }) {
        await enableEndpoint(app, account.id, origin)
        return { done: 'saved' }
      },
    },
  },
})

type All = Shown<Visit, z.infer<typeof Input>, Loaded>

const mayChange = ({ visit }: All) => mayDo(visit.account.role, 'settings')

function settings({ language, loaded: { url }, given, fieldErrors: errors, to }: All): Html {
  const say = callbackTexts[language]
  return html`<div class="pair"><section class="card"><form method="post">${field({ name: 'url', label: say.address, hint: say.addressHint, type: 'url', value: given.url ?? url, isOptional: true, maxlength: 2048, errors })}${actButton('address', say.save)}</form>
${url !== null && html`<form method="post">${actButton('test', say.sendTest, 'quiet')}</form>`}</section>
<section class="card"><h2>${say.secret}</h2><p>${say.secretText}</p><p><a class="button quiet" href="${to('/dashboard/callbacks/secret')}">${say.showSecret}</a></p></section></div>`
}

function failing(shown: All): Html | null {
  const { app, language, loaded } = shown
  const { endpoints } = loaded
  const say = callbackTexts[language]
  if (endpoints.length === 0) return null
  return html`<section class="card"><h2>${say.failing}</h2><ul class="rows">${endpoints.map(
    ({ origin, failingSince, disabledAt }) =>
      html`<li><span><b>${origin}</b><small>${say.failingSince(app.calendar.format(failingSince))} ${disabledAt && say.disabled}</small></span>${mayChange(shown) && html`<form class="inline" method="post"><input type="hidden" name="origin" value="${origin}">${actButton('enable', say.enable, 'quiet')}</form>`}</li>`,
  )}</ul></section>`
}

function list(shown: All): Html {
  const { app, language, loaded, input, to } = shown
  const { callbacks } = loaded
  const maySend = mayChange(shown)
  const say = callbackTexts[language]
  const isFiltered = input.failed === '1'
  const last = callbacks.length === shownAtOnce ? callbacks.at(-1) : undefined
  const filter = isFiltered
    ? html`<a href="${to('/dashboard/callbacks')}">${say.all}</a>`
    : html`<a href="${to('/dashboard/callbacks', { failed: '1' })}">${say.failedOnly}</a>`
  const rows = callbacks.map(
    one =>
      html`<li><span><b>${one.invoiceId}</b><small>${app.calendar.format(one.createdAt)} · ${one.url}</small>${attemptsOf(one)}</span><span class="inline"><span class="status ${looks[one.state]}">${say.states[one.state]}</span>${maySend && !one.isTest && html`<form class="inline" method="post"><input type="hidden" name="invoice" value="${one.invoiceId}">${actButton('again', say.redeliver, 'link')}</form>`}</span></li>`,
  )
  return html`<section class="card"><h2>${say.last}</h2><p class="beside">${filter}${maySend && isFiltered && html`<form class="inline" method="post">${actButton('all', say.redeliverFailed, 'link')}</form>`}</p>
${rows.length === 0 ? html`<p>${commonTexts[language].nothing}</p>` : html`<ul class="rows">${rows}</ul>`}
${last && html`<p><a href="${to('/dashboard/callbacks', { failed: input.failed, before: String(last.id) })}">${say.older}</a></p>`}</section>`

  function attemptsOf({ attempts, nextAt, isTest }: ListedCallback): Html {
    const newest = attempts[0]
    const told = [
      isTest && say.isTest,
      newest && statusOf(newest),
      say.attempts(attempts.length),
      nextAt && say.next(app.calendar.format(nextAt)),
    ]
    return html`<details><summary>${told.filter(Boolean).join(' · ')}</summary><ol class="attempts">${attempts.map(
      attempt =>
        html`<li>${app.calendar.format(attempt.attemptedAt)} · ${statusOf(attempt)} · ${attempt.durationMs} ms${attempt.response && html`<br><code>${attempt.response.slice(0, 300)}</code>`}</li>`,
    )}</ol></details>`
  }

  function statusOf({ status, error }: DeliveryAttempt): string {
    return status === null ? (error ?? say.noAnswer) : `HTTP ${status}`
  }
}

const looks: Record<ListedCallback['state'], string> = {
  pending: 'wait',
  delivered: 'good',
  exhausted: 'bad',
  blocked: 'bad',
  stopped: 'bad',
  paused: 'wait',
}
