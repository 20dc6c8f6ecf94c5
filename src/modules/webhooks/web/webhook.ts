import { z } from 'zod'
import { deliveryStates } from '../../../callbacks/retry-schedule.ts'
import type { OutwardType } from '../../../events/outward.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, type ChipLook, card, chip, titleRow } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { factList } from '../../../web/parts/facts.ts'
import {
  actButton,
  field,
  hiddenField,
  inlineForm,
  refusedBanner,
  selectField,
  tabs,
} from '../../../web/parts/forms.ts'
import { OptionalRowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { olderLink } from '../../../web/parts/pager.ts'
import { rowList } from '../../../web/parts/table.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { deleteWebhook } from '../delete-webhook.ts'
import { eraseDelivery } from '../erase-delivery.ts'
import { type ListedDeliveries, type ListedDelivery, listDeliveries } from '../list-deliveries.ts'
import { findWebhook } from '../list-webhooks.ts'
import { resendDeliveries } from '../resend-deliveries.ts'
import { replaceWebhookSecret } from '../roll-webhook-secret.ts'
import { sendExample } from '../send-example.ts'
import { webhookTexts } from '../texts/webhook-texts.ts'
import { updateWebhook } from '../update-webhook.ts'
import type { WebhookEndpoint } from '../webhook.ts'
import type { DeliveryState } from '../webhook-delivery.ts'
import { readWebhookStatistics, type WebhookStatistics } from '../webhook-statistics.ts'
import { readTypes, renderShownSecret, renderTypeCheckboxes, typesField } from './webhooks.ts'

const Input = z.object({
  endpoint: z.string().max(64),
  state: z.enum(deliveryStates).optional().catch(undefined),
  type: z.string().max(60).optional().catch(undefined),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  before: OptionalRowId,
})
type EndpointInput = z.infer<typeof Input>

interface Loaded extends ListedDeliveries {
  endpoint: WebhookEndpoint
  today: WebhookStatistics
}

const Delivery = z.object({ delivery: z.coerce.number().int().positive() })
const weekMs = 7 * 86_400_000
const shownAtOnce = 20

/** One webhook: its event types, the health of its receiver, and its deliveries. */
export const webhookPage = definePage({
  path: '/dashboard/endpoints/one',
  role: 'read',
  input: Input,
  async load(app, { scope }, { endpoint: endpointId, state, type, before: beforeId, ...asked }): Promise<Loaded> {
    const endpoint = await findWebhook(app, scope, endpointId)
    const from = app.calendar.startOfDay(app.calendar.format(app.now()).slice(0, 10))!
    const today = await readWebhookStatistics(app, scope, { endpointId, from, to: app.now() })
    const time = { from: readFormMoment(app, 'from', asked.from), to: readFormMoment(app, 'to', asked.to) }
    const filter = { endpointId, state, type: findType(app, type), beforeId, limit: shownAtOnce, ...time }
    const listed = await listDeliveries(app, scope, filter)
    return { endpoint, today, ...listed }
  },
  view(view) {
    const { language, loaded, refusal, to, visit } = view
    const say = webhookTexts[language]
    const { endpoint } = loaded
    const state = endpoint.isEnabled() ? chip('good', say.isOn) : chip('bad', say.isOff)
    const labels = { url: say.url, types: say.types, failed_since: say.failedSince }
    return {
      title: endpoint.name(),
      body: html`
        ${backLink(to('/dashboard/endpoints'), say.title)}
        ${titleRow(endpoint.name(), state)}
        ${refusedBanner({ language, refusal, labels })}
        ${aboutCard(view)}
        ${mayDo(visit.account.role, 'settings') && settingsCard(view)}
        ${deliveryList(view)}`,
    }
  },
  act: {
    change: {
      role: 'settings',
      fields: z.object({ description: z.string().max(1000).optional(), types: typesField }),
      async run(app, visit, { description, types }, { endpoint: endpointId }) {
        const change = { description: description?.trim() || null, types: readTypes(types) }
        await updateWebhook(app, visit.scope, { endpointId, change, by: makeUserActor(visit) })
        return { done: 'saved' }
      },
    },
    switch: {
      role: 'settings',
      fields: z.object({ on: z.enum(['1', '0']) }),
      async run(app, visit, { on }, { endpoint: endpointId }) {
        await updateWebhook(app, visit.scope, { endpointId, change: { enabled: on === '1' }, by: makeUserActor(visit) })
        return { done: 'saved' }
      },
    },
    roll: {
      role: 'settings',
      isSecret: true,
      async run(app, visit, _, { endpoint: endpointId }) {
        const { secret } = await replaceWebhookSecret(app, visit.scope, { endpointId }, makeUserActor(visit))
        return { view: renderShownSecret(app, visit, endpointId, secret) }
      },
    },
    remove: {
      role: 'settings',
      async confirm(_app, { language }) {
        const say = webhookTexts[language]
        return { title: say.sureRemove, text: say.sureRemoveText, button: say.remove, isDangerous: true }
      },
      async run(app, visit, _, { endpoint: endpointId }) {
        await deleteWebhook(app, visit.scope, endpointId, makeUserActor(visit))
        return { done: 'removed', to: '/dashboard/endpoints' }
      },
    },
    example: {
      role: 'settings',
      fields: z.object({ type: z.string().max(60) }),
      async run(app, visit, { type }, { endpoint: endpointId }) {
        const by = makeUserActor(visit)
        await sendExample(app, visit.scope, { endpointId, type, by: by.name ?? by.actor })
        return { done: 'sent' }
      },
    },
    resend: {
      role: 'settings',
      fields: Delivery,
      async run(app, visit, { delivery: deliveryId }) {
        await resendDeliveries(app, visit.scope, { deliveryId }, makeUserActor(visit))
        return { done: 'sent' }
      },
    },
    failed: {
      role: 'settings',
      fields: z.object({ failed_since: z.string().max(40) }),
      async run(app, visit, { failed_since }, { endpoint: endpointId }) {
        const failedSince = readFormMoment(app, 'failed_since', failed_since)
        if (!failedSince) throw refuseField('failed_since', 'is given', 'missing')
        const count = await resendDeliveries(app, visit.scope, { endpointId, failedSince }, makeUserActor(visit))
        return { done: count > 0 ? 'sent' : 'none_failed' }
      },
    },
    erase: {
      role: 'settings',
      fields: Delivery,
      async confirm(_app, { language }) {
        const say = webhookTexts[language]
        return { title: say.sureErase, text: say.sureEraseText, button: say.erase, isDangerous: true }
      },
      async run(app, visit, { delivery }) {
        await eraseDelivery(app, visit.scope, delivery, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

/** Returns the type by which deliveries are filtered, possibly of a disabled module; undefined for an unknown one. */
function findType({ outward }: App, type: string | undefined): OutwardType | undefined {
  return type !== undefined && outward.isKnown(type) ? type : undefined
}

/** Reads a moment of a form; an empty field is undefined. Refuses an invalid one. */
function readFormMoment({ calendar }: App, path: string, text: string | undefined): Date | undefined {
  if (!text) return undefined
  const moment = calendar.readMoment(text)
  if (moment === null) throw refuseField(path, 'is a day that exists, with or without a time', 'not_a_moment')
  return moment
}

type All = ViewContext<Visit, EndpointInput, Loaded>

function aboutCard({ app, language, loaded: { endpoint, today } }: All): Html {
  const say = webhookTexts[language]
  const { disabledReason, disabledBy, failingSince, types } = endpoint
  const why =
    disabledReason && [say.reasons[disabledReason], disabledBy && say.by(disabledBy)].filter(Boolean).join(' ')
  const took = today.p50 !== null && today.p99 !== null ? `, ${say.took(today.p50, today.p99)}` : ''
  return card(
    null,
    html`
      ${why && html`<p>${why}</p>`}
      ${failingSince && html`<p>${say.failingSince(formatMoment(app, language, failingSince))}</p>`}
      ${factList([
        [say.url, endpoint.shownAddress],
        [say.types, types === null ? say.allTypes : types.join(', ')],
        [say.today, `${say.counted(today.delivered, today.failed)}${took}`],
        [say.publicKey, html`<code>${endpoint.publicKey}</code>`],
      ])}`,
  )
}

function settingsCard({ app, language, loaded: { endpoint }, fieldErrors: errors }: All): Html {
  const say = webhookTexts[language]
  const on = endpoint.isEnabled() ? '0' : '1'
  const toggle = inlineForm({ on }, actButton('switch', endpoint.isEnabled() ? say.pause : say.enable, 'quiet'))
  const name = { name: 'description', label: say.description, hint: say.descriptionHint, value: endpoint.description }
  const options = app.outward.types.map(type => [type, type] as const)
  return card(
    null,
    html`
      <form method="post" novalidate>
        ${field({ ...name, maxlength: 200, isOptional: true, errors })}
        ${renderTypeCheckboxes(app, language, endpoint.types ?? [])}
        ${actButton('change', say.save)}
      </form>
      <form method="post" novalidate>
        ${selectField({ name: 'type', label: say.example, options })}
        ${actButton('example', say.example, 'quiet')}
      </form>
      <div class="choices">
        ${toggle}
        ${inlineForm({}, actButton('roll', say.roll, 'quiet'))}
        ${inlineForm({}, actButton('remove', say.remove, 'danger'))}
      </div>
      <p><small>${say.rollText}</small></p>`,
  )
}

function deliveryList(view: All): Html {
  const { language, loaded, input, to } = view
  const say = webhookTexts[language]
  const before = loaded.nextId === null ? undefined : String(loaded.nextId)
  const next = before && to('/dashboard/endpoints/one', { ...input, before })
  return card(
    say.deliveries,
    html`
      ${deliveryFilters(view)}
      ${rowList(
        loaded.deliveries.map(delivery => deliveryRow(view, delivery)),
        commonTexts[language].nothing,
      )}
      ${olderLink(next || undefined, say.older)}
      ${resendFailed(view)}`,
  )
}

function deliveryFilters({ app, language, input, to }: All): Html {
  const say = webhookTexts[language]
  const { endpoint, state, from, to: until } = input
  const type = findType(app, input.type)
  const tab = (one: DeliveryState | undefined) => ({
    address: to('/dashboard/endpoints/one', { endpoint, type, from, to: until, state: one }),
    text: one ? say.states[one] : say.all,
    isHere: state === one,
  })
  const listed = [...app.outward.types, ...(type && !app.outward.isListed(type) ? [type] : [])]
  const types = [['', say.allTypes] as const, ...listed.map(one => [one, one] as const)]
  const moments = { type: 'datetime-local', isOptional: true } as const
  return html`${tabs(say.state, [undefined, ...deliveryStates].map(tab))}
    <form method="get" action="${to('/dashboard/endpoints/one')}">
      ${hiddenField('endpoint', endpoint)}
      ${state && hiddenField('state', state)}
      <details${(type || from || until) && html` open`}>
        <summary>${say.filter}</summary>
        ${selectField({ name: 'type', id: 'only', label: say.type, value: type, options: types })}
        <div class="inline">
          ${field({ ...moments, name: 'from', label: say.from, value: from })}
          ${field({ ...moments, name: 'to', label: say.until, value: until })}
          <button class="button quiet">${say.show}</button>
        </div>
      </details>
    </form>`
}

/** Sends all deliveries again that ran out of attempts since a moment, by default a week ago. */
function resendFailed({ app, language, visit, given, fieldErrors: errors }: All): Html | false {
  if (!mayDo(visit.account.role, 'settings')) return false
  const say = webhookTexts[language]
  const weekAgo = app.calendar.format(new Date(app.now().getTime() - weekMs))
  const value = given.failed_since ?? weekAgo.slice(0, 16).replace(' ', 'T')
  const since = { name: 'failed_since', label: say.failedSince, type: 'datetime-local', value, errors } as const
  const button = actButton('failed', say.resendFailed, 'quiet')
  return html`<form method="post" novalidate class="inline">${field(since)} ${button}</form>`
}

function deliveryRow(view: All, delivery: ListedDelivery): Html {
  const { app, language, visit } = view
  const say = webhookTexts[language]
  const { id, type, state, createdAt, nextAt, isErased } = delivery
  const mayChange = mayDo(visit.account.role, 'settings') && !isErased
  const isOver = state !== 'pending' && state !== 'paused'
  const acts = [
    mayChange && inlineForm({ delivery: id }, actButton('resend', say.resend, 'link')),
    mayChange && isOver && inlineForm({ delivery: id }, actButton('erase', say.erase, 'link')),
  ]
  const next = nextAt && ` · ${say.next(formatMoment(app, language, nextAt))}`
  return html`<li>
    <span>
      <b>${type satisfies OutwardType}</b>
      <small>${formatMoment(app, language, createdAt)}${next}</small>
      ${deliveryContent(view, delivery)}
    </span>
    <span class="inline">${chip(looks[state], say.states[state])}${acts}</span>
  </li>`
}

function deliveryContent({ app, language }: All, { body, attempts, isErased }: ListedDelivery): Html {
  const say = webhookTexts[language]
  if (isErased) return html`<small>${say.erased}</small>`
  const sent = attempts[0]?.request ?? body
  const tries = attempts.map(({ attemptedAt, status, error, durationMs, response }) => {
    const outcome = status === null ? (error ?? say.noAnswer) : `HTTP ${status}`
    const answer = response && html`<span>${say.answered}: <code>${response.slice(0, 1024)}</code></span>`
    const when = html`<span>${formatMoment(app, language, attemptedAt)} · ${outcome} · ${durationMs} ms</span>`
    return html`<li><span>${when}${answer}</span></li>`
  })
  return html`<details>
    <summary>${say.sent}</summary>
    ${sent && html`<p><code>${sent}</code></p>`}
    <ol class="attempts">${tries}</ol>
  </details>`
}

const looks: Record<DeliveryState, ChipLook> = {
  pending: 'wait',
  delivered: 'good',
  exhausted: 'bad',
  blocked: 'bad',
  stopped: 'bad',
  paused: 'wait',
}
