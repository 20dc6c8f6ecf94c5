import { z } from 'zod'
import { Account } from '../../../accounts/account.ts'
import type { Config } from '../../../config.ts'
import { type Html, html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card } from '../../../web/parts/card.ts'
import { actButton, refusedBanner, textArea } from '../../../web/parts/forms.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import type { Bill } from '../bill.ts'
import { billUrl } from '../bill-kinds.ts'
import { embedOriginsMax, setEmbedOrigins } from '../set-embed-origins.ts'
import { type BillTexts, billTexts } from '../texts/bill-texts.ts'

interface Loaded {
  origins: string[]
}
type ShownSites = ViewContext<Visit, object, Loaded>

/** The sites that may embed bills, and the code that embeds one. */
export const billButtonPage = definePage({
  path: '/dashboard/bill-button',
  role: 'read',
  async load(app, { account }): Promise<Loaded> {
    const { embedOrigins } = await app.em({ accountId: account.id }).findOneOrFail(Account, account.id)
    return { origins: embedOrigins }
  },
  view(view: ShownSites) {
    const { language, refusal, given, to } = view
    const say = billTexts[language]
    const typed = readOrigins(given.origins ?? '')
    const labels = {
      origins: say.sites,
      ...Object.fromEntries(typed.map((line, at) => [`origins.${at}`, say.site(line)])),
    }
    const steps = say.howSteps.map(step => html`<li>${step}</li>`)
    return {
      title: say.button,
      body: html`
        ${backLink(to('/dashboard/bills'), say.title)}
        <h1>${say.button}</h1>
        <p class="lead">${say.buttonLead}</p>
        ${refusedBanner({ language, refusal, labels })}
        <div class="pair">
          ${card(null, originsForm(view, say))}
          ${card(say.howTitle, html`<ol class="steps">${steps}</ol><p>${say.howTrust}</p>`)}
        </div>`,
    }
  },
  act: {
    sites: {
      role: 'settings',
      fields: z.object({ origins: z.string().max(4000) }),
      async run(app, visit, { origins }) {
        await setEmbedOrigins(app, visit.account.id, readOrigins(origins), makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

/** Returns the link and script that embed a bill on a page; without the script the link leads to the bill. */
export function makeButtonCode(
  { config }: { config: Pick<Config, 'baseUrl'> },
  bill: Pick<Bill, 'slug'>,
  text: string,
): string {
  return [
    `<a href="${billUrl(config, bill)}">${text}</a>`,
    `<script async src="${config.baseUrl}/embed.js" data-bill="${bill.slug}"></script>`,
  ].join('\n')
}

function readOrigins(typed: string): string[] {
  const lines = typed.split(/\r?\n/).map(line => line.trim())
  return lines.filter(line => line !== '').slice(0, embedOriginsMax + 1)
}

function originsForm({ visit, given, refusal, fieldErrors, loaded }: ShownSites, say: BillTexts): Html {
  const value = refusal ? (given.origins ?? '') : loaded.origins.join('\n')
  const errors = fieldErrors.map(wrong => ({ ...wrong, path: 'origins' }))
  const sites = textArea({
    name: 'origins',
    label: say.sites,
    hint: say.sitesHint,
    value,
    rows: 5,
    isOptional: true,
    errors,
  })
  return mayDo(visit.account.role, 'settings')
    ? html`<form method="post" novalidate>${sites}${actButton('sites', say.save)}</form>`
    : html`<fieldset class="fixed" disabled>${sites}</fieldset>`
}
