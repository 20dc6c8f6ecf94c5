import { z } from 'zod'
import { Account } from '../../../accounts/account.ts'
import type { DeliveryAttempt } from '../../../callbacks/delivery-attempt.ts'
import { enableEndpoint } from '../../../callbacks/enable-endpoint.ts'
import { type ListedCallback, listCallbacks } from '../../../callbacks/list-callbacks.ts'
import { type FailingEndpoint, listEndpoints } from '../../../callbacks/list-endpoints.ts'
import { redeliverCallbacks } from '../../../callbacks/redeliver.ts'
import { sendTestCallback } from '../../../callbacks/send-test-callback.ts'
import { setCallbackUrl } from '../../../callbacks/set-callback-url.ts'
import { type Html, html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { type ChipLook, card, chip, linkButton } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { factList } from '../../parts/facts.ts'
import { actButton, field, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { Mark, OptionalRowId } from '../../parts/inputs.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { olderLink } from '../../parts/pager.ts'
import { rowEntry, rowList } from '../../parts/table.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { callbackTexts } from './callback-texts.ts'

const Input = z.object({
  failed: Mark,
  before: OptionalRowId,
})

interface Loaded {
  url: string | null
  callbacks: ListedCallback[]
  endpoints: FailingEndpoint[]
}

const shownAtOnce = 20
const by = ({ session }: Pick<Visit, 'session'>) => `dashboard: ${session.displayName}`.slice(0, 100)

/** The callback address, the last deliveries, and forms to send them again. */
export const callbacksPage = definePage({
  path: '/dashboard/callbacks',
  role: 'read',
  input: Input,
  async load(app, { account, scope }, { failed, before: beforeId }): Promise<Loaded> {
    const { defaultCallbackUrl: url } = await app.em({ accountId: account.id }).findOneOrFail(Account, account.id)
    const callbacks = await listCallbacks(app, scope, { failed: failed === '1', beforeId })
    return { url, callbacks, endpoints: await listEndpoints(app, account.id) }
  },
  view(view) {
    const { language, loaded, refusal } = view
    const say = callbackTexts[language]
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        ${refusedBanner({ language, refusal, labels: { url: say.address } })}
        ${mayChange(view) ? settingsCard(view) : card(null, factList([[say.address, loaded.url ?? '-']]))}
        ${failingEndpoints(view)}
        ${callbackList(view)}`,
    }
  },
  act: {
    address: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ url: z.string().max(4000) }),
      async run(app, visit, { url }) {
        await setCallbackUrl(app, visit.account.id, url.trim() || null, makeUserActor(visit))
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
        await redeliverCallbacks(app, { owner: visit.scope, which: { invoiceId: invoice }, by: by(visit) })
        return { done: 'sent' }
      },
    },
    all: {
      role: 'settings',
      async run(app, visit) {
        await redeliverCallbacks(app, { owner: visit.scope, which: { failed: true }, by: by(visit) })
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

type All = ViewContext<Visit, z.infer<typeof Input>, Loaded>

const mayChange = ({ visit }: All) => mayDo(visit.account.role, 'settings')

function settingsCard({ language, loaded: { url }, given, fieldErrors: errors, to }: All): Html {
  const say = callbackTexts[language]
  const address = field({
    name: 'url',
    label: say.address,
    hint: say.addressHint,
    type: 'url',
    value: given.url ?? url,
    isOptional: true,
    maxlength: 2048,
    errors,
  })
  const test = html`<form method="post" novalidate>${actButton('test', say.sendTest, 'quiet')}</form>`
  const showSecret = linkButton(to('/dashboard/callbacks/secret'), say.showSecret, 'quiet')
  return html`<div class="pair">
    ${card(
      null,
      html`<form method="post" novalidate>${address}${actButton('address', say.save)}</form>${url !== null && test}`,
    )}
    ${card(say.secret, html`<p>${say.secretText}</p><p>${showSecret}</p>`)}
  </div>`
}

function failingEndpoints(view: All): Html | null {
  const { app, language, loaded } = view
  const { endpoints } = loaded
  const say = callbackTexts[language]
  if (endpoints.length === 0) return null
  const rows = endpoints.map(({ origin, failingSince, disabledAt }) => {
    const since = html`${say.failingSince(formatMoment(app, language, failingSince))} ${disabledAt && say.disabled}`
    const enable = mayChange(view) && inlineForm({ origin }, actButton('enable', say.enable, 'quiet'))
    return html`<li>${rowEntry(origin, since)}${enable}</li>`
  })
  return card(say.failing, html`<ul class="rows">${rows}</ul>`)
}

function callbackList(view: All): Html {
  const { language, loaded, input, to } = view
  const { callbacks } = loaded
  const say = callbackTexts[language]
  const isFiltered = input.failed === '1'
  const last = callbacks.length === shownAtOnce ? callbacks.at(-1) : undefined
  const filter = isFiltered
    ? html`<a href="${to('/dashboard/callbacks')}">${say.all}</a>`
    : html`<a href="${to('/dashboard/callbacks', { failed: '1' })}">${say.failedOnly}</a>`
  const again = inlineForm({}, actButton('all', say.redeliverFailed, 'link'))
  const rows = callbacks.map(one => callbackRow(view, one))
  const next = last && to('/dashboard/callbacks', { failed: input.failed, before: String(last.id) })
  return card(
    say.last,
    html`
      <p class="beside">${filter}${mayChange(view) && isFiltered && again}</p>
      ${rowList(rows, commonTexts[language].nothing)}
      ${olderLink(next, say.older)}`,
  )
}

function callbackRow(view: All, callback: ListedCallback): Html {
  const { app, language } = view
  const say = callbackTexts[language]
  const { invoiceId, createdAt, url, state, isTest } = callback
  const again =
    mayChange(view) && !isTest && inlineForm({ invoice: invoiceId }, actButton('again', say.redeliver, 'link'))
  return html`<li>
    <span>
      <b>${invoiceId}</b>
      <small>${formatMoment(app, language, createdAt)} · ${url}</small>
      ${formatAttempts(view, callback)}
    </span>
    <span class="inline">${chip(looks[state], say.states[state])}${again}</span>
  </li>`
}

function formatAttempts({ app, language }: All, { attempts, nextAt, isTest }: ListedCallback): Html {
  const say = callbackTexts[language]
  const statusOf = ({ status, error }: DeliveryAttempt) =>
    status === null ? (error ?? say.noAnswer) : `HTTP ${status}`
  const newest = attempts[0]
  const summary = [
    isTest && say.isTest,
    newest && statusOf(newest),
    say.attempts(attempts.length),
    nextAt && say.next(formatMoment(app, language, nextAt)),
  ]
  const entries = attempts.map(attempt => {
    const { attemptedAt, durationMs, response } = attempt
    const answer = response && html`<br><code>${response.slice(0, 300)}</code>`
    return html`<li>${formatMoment(app, language, attemptedAt)} · ${statusOf(attempt)} · ${durationMs} ms${answer}</li>`
  })
  return html`<details>
    <summary>${summary.filter(Boolean).join(' · ')}</summary>
    <ol class="attempts">${entries}</ol>
  </details>`
}

const looks: Record<ListedCallback['state'], ChipLook> = {
  pending: 'wait',
  delivered: 'good',
  exhausted: 'bad',
  blocked: 'bad',
  stopped: 'bad',
  paused: 'wait',
}
