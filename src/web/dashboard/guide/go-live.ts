import { z } from 'zod'
import type { MemberActor } from '../../../accounts/audit.ts'
import { requireContact } from '../../../catalog/rules/require-contact.ts'
import { firstPaymentAmount } from '../../../doctor/find-guide.ts'
import { findMoneyLacks, type MoneyLack } from '../../../doctor/find-money-lacks.ts'
import { guideLackTexts } from '../../../doctor/guide-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { listAdditions } from '../../../slots.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import {
  type ContactLack,
  contactField,
  contactTexts,
  findContactLack,
  saveContact,
} from '../../parts/contact-field.ts'
import { actButton, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { renderLacks, renderStepForms } from './guide-card.ts'
import { guidePageTexts } from './guide-page-texts.ts'
import { listShopDoors } from './step-place.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** A shop page that customers use without Telegram, and that goes live at one address. */
    livePages: LivePage
  }
}

export interface LivePage {
  /** The dashboard page that configures it. */
  path: string
  /** Returns its address for customers, and whether they pay with real money there; null without one. */
  find(app: App, accountId: number): Promise<{ url: string; isLive: boolean } | null>
  open(app: App, acting: MemberActor): Promise<void>
}

interface Loaded {
  /** Why live money would not be seen; empty once it would be. */
  lacks: MoneyLack[]
  /** Null if the shop has a contact for its payers. */
  contact: ContactLack | null
  /** Null without a menu page. */
  menu: { url: string; isLive: boolean } | null
}
const Contact = z.object({ whatsapp: z.string().max(200).default('') })
type ShownLive = ViewContext<Visit, object, Loaded>

/** The final step that opens a shop for real money: what changes, and the button that does it. */
export const goLivePage = definePage({
  path: '/dashboard/guide/live',
  role: 'settings',
  async load(app, visit): Promise<Loaded> {
    const accountId = visit.account.id
    const contact = await findContactLack(app, visit)
    const lacks = await findMoneyLacks(app, accountId, firstPaymentAmount)
    const menus = await Promise.all(listAdditions(app, 'livePages').map(page => page.find(app, accountId)))
    return { lacks, contact, menu: menus.find(menu => menu !== null) ?? null }
  },
  view(view: ShownLive) {
    const { language, refusal, to } = view
    const { title } = guidePageTexts[language].live
    return {
      title,
      body: html`
        ${backLink(to('/dashboard/guide'), guidePageTexts[language].title)}
        <h1>${title}</h1>
        ${refusedBanner({ language, refusal, labels: { whatsapp: contactTexts[language].label } })}
        ${changesCard(view)}
        ${contactCard(view)}
        ${openingCard(view)}`,
    }
  },
  act: {
    open: {
      role: 'settings',
      fields: Contact,
      async run(app, visit, { whatsapp }) {
        const lacks = await findMoneyLacks(app, visit.account.id, firstPaymentAmount)
        await saveContact(app, visit, whatsapp)
        await requireContact(app.em({ accountId: visit.account.id }), visit.account.id)
        if (lacks.length > 0) throw new Refusal('method_unavailable', 'No live money can be seen yet')
        const livePages = listAdditions(app, 'livePages')
        for (const livePage of livePages) await livePage.open(app, makeMemberActor(visit))
        const to = livePages[0]?.path ?? '/dashboard/guide'
        return { place: { accountId: visit.account.id, mode: 'live' }, to, done: 'saved' }
      },
    },
    contact: {
      role: 'settings',
      fields: Contact,
      async run(app, visit, { whatsapp }) {
        await saveContact(app, visit, whatsapp)
        await requireContact(app.em({ accountId: visit.account.id }), visit.account.id)
        return { done: 'saved' }
      },
    },
  },
})

function changesCard({ language, loaded: { menu } }: ShownLive): Html {
  const say = guidePageTexts[language].live
  const ofMenu = menu === null ? say.noMenu : (menu.isLive ? say.menuIsLive : say.menu)(menu.url)
  const lines = [ofMenu, say.data, say.stock, say.devices, say.back]
  return card(say.changes, html`<ul>${lines.map(line => html`<li>${line}</li>`)}</ul>`)
}

/** The field of a missing contact. The button that opens the shop saves it, if nothing else is missing. */
function contactCard(view: ShownLive): Html | null {
  const { contact, lacks, menu } = view.loaded
  if (contact === null) return null
  const { live: say } = guidePageTexts[view.language]
  const isLast = lacks.length === 0 && menu !== null && !menu.isLive
  return card(
    say.contact,
    html`<p>${guideLackTexts[view.language].contact}</p>
      <form method="post" novalidate>
        ${contactField(view, contact)}
        ${isLast ? actButton('open', say.open) : actButton('contact', say.saveContact)}
      </form>`,
  )
}

function openingCard({ app, language, loaded: { lacks, contact, menu }, to }: ShownLive): Html | null {
  const { live: say } = guidePageTexts[language]
  const others = listShopDoors(app).slice(menu === null ? 0 : 1)
  if (lacks.length > 0) {
    const account = { id: 'account', lacks } as const
    const forms = renderStepForms(app, language, { step: account, action: to('/dashboard/guide'), isMain: true })
    return card(say.missing, html`${renderLacks(language, account)}<div class="inline">${forms}</div>`)
  }
  if (contact !== null) return null
  return html`<div class="inline">
    ${menu && !menu.isLive && inlineForm({}, actButton('open', say.open))}
    ${others.map(({ path, label }) => linkButton(to(path), label[language], 'quiet'))}
  </div>`
}
