import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card, chip, linkButton, narrowCard } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { actButton, checkbox, copyButton, field, refusedBanner } from '../../../web/parts/forms.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { createWebhook } from '../create-webhook.ts'
import { listWebhooks } from '../list-webhooks.ts'
import { findTeamChatAddress, type TeamChatAddress } from '../team-chat-address.ts'
import { webhookTexts } from '../texts/webhook-texts.ts'
import type { WebhookEndpoint } from '../webhook.ts'

interface Loaded {
  endpoints: WebhookEndpoint[]
  team: TeamChatAddress | null
}

export const typesField = z.union([z.array(z.string().max(60)), z.string().max(60)]).optional()

/** The webhooks that receive events, and the form for another one. */
export const webhooksPage = definePage({
  path: '/dashboard/endpoints',
  role: 'read',
  async load(app, { scope }): Promise<Loaded> {
    return { endpoints: await listWebhooks(app, scope), team: await findTeamChatAddress(app) }
  },
  view(view) {
    const { language, refusal, visit } = view
    const say = webhookTexts[language]
    const labels = { url: say.url, types: say.types, description: say.description }
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${endpointList(view)}
        ${mayDo(visit.account.role, 'settings') && html`${endpointForm(view)}${teamCard(view)}`}`,
    }
  },
  act: {
    create: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ url: z.string().max(4000), description: z.string().max(1000).optional(), types: typesField }),
      async run(app, visit, { url, description, types }) {
        const asked = { url, description: description?.trim() || null, types: readTypes(types) }
        const { endpoint, secret } = await createWebhook(app, visit.scope, asked, makeUserActor(visit))
        return { view: renderShownSecret(app, visit, endpoint.id, secret) }
      },
    },
  },
})

/** Reads the checked types; none means all of them. */
export function readTypes(types: z.infer<typeof typesField>): string[] | null {
  const named = [types ?? []].flat()
  return named.length === 0 ? null : named
}

/** Renders the page that shows a secret, which is the only one. */
export function renderShownSecret(app: App, { language }: Visit, endpointId: string, secret: string): View {
  const say = webhookTexts[language]
  const back = `${makePath(app.config, '/dashboard/endpoints/one')}?endpoint=${endpointId}`
  return {
    title: say.madeTitle,
    body: narrowCard(
      say.madeTitle,
      html`
        <p>${say.madeText}</p>
        <p class="made" id="made"><code>${secret}</code></p>
        <p class="choices">${copyButton(language, 'made')} ${linkButton(back, say.done)}</p>`,
    ),
    script: 'dashboard.js',
  }
}

type All = ViewContext<Visit, object, Loaded>

function endpointList({ language, loaded: { endpoints }, to }: All): Html {
  const say = webhookTexts[language]
  const rows = endpoints.map(endpoint => {
    const address = to('/dashboard/endpoints/one', { endpoint: endpoint.id })
    const types = endpoint.types === null ? say.allTypes : say.someTypes(endpoint.types.length)
    const about = html`${endpoint.description && html`${endpoint.shownAddress} · `}${types}`
    const state = endpoint.isEnabled() ? chip('good', say.isOn) : chip('bad', say.isOff)
    return html`<li>${rowEntry(html`<a href="${address}">${endpoint.name()}</a>`, about)}${state}</li>`
  })
  return card(null, rowList(rows, commonTexts[language].nothing))
}

function endpointForm({ app, language, given, fieldErrors: errors }: All): Html {
  const say = webhookTexts[language]
  const url = { name: 'url', label: say.url, hint: say.urlHint, value: given.url, type: 'url' as const }
  const description = { name: 'description', label: say.description, hint: say.descriptionHint }
  return card(
    say.add,
    html`<form method="post" novalidate>
      ${field({ ...url, maxlength: 2048, errors })}
      ${field({ ...description, value: given.description, maxlength: 200, isOptional: true, errors })}
      ${renderTypeCheckboxes(app, language, [])}
      ${actButton('create', say.add)}
    </form>`,
  )
}

/** Renders how to add a team chat in Telegram, which asks the person who adds the bot. */
function teamCard({ language, loaded: { team } }: All): Html {
  const say = webhookTexts[language]
  if (!team) return html``
  return card(
    say.team,
    html`
      <p>${say.teamText(team.username)}</p>
      <p class="choices">
        ${linkButton(team.group, say.teamGroup, 'quiet')}
        ${linkButton(team.channel, say.teamChannel, 'quiet')}
      </p>`,
  )
}

/** Renders a checkbox for each type, and for each selected one whose module is disabled: unticking it removes it. */
export function renderTypeCheckboxes(
  { outward }: App,
  language: Visit['language'],
  selection: readonly string[],
): Html {
  const say = webhookTexts[language]
  const others = selection.filter(type => !outward.isListed(type))
  const boxes = [
    ...outward.types.map(type => checkbox({ name: 'types', value: type, label: type, isOn: selection.includes(type) })),
    ...others.map(type => checkbox({ name: 'types', value: type, label: say.offType(type), isOn: true })),
  ]
  return html`<details${selection.length > 0 && html` open`}>
    <summary>${say.types}: ${say.typesHint}</summary>
    <fieldset class="ticks"><legend>${say.types}</legend>${boxes}</fieldset>
  </details>`
}
