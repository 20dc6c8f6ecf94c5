import type { MemberActing } from '../../../accounts/audit.ts'
import { firstAmount } from '../../../doctor/find-guide.ts'
import { findMoneyLacks, type MoneyLack } from '../../../doctor/find-money-lacks.ts'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { addedTo } from '../../../slots.ts'
import { card, linkButton, trail } from '../../parts/card.ts'
import { actButton, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { page, type ViewContext } from '../../parts/page.ts'
import { actingMember, type Visit } from '../../parts/visit.ts'
import { lackLines, stepForms } from './guide-card.ts'
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
  open(app: App, acting: MemberActing): Promise<void>
}

interface Loaded {
  /** Why live money would not be seen; empty once it would be. */
  lacks: MoneyLack[]
  /** The menu page; null without one. */
  menu: { url: string; isLive: boolean } | null
}
type ShownLive = ViewContext<Visit, object, Loaded>

/** The final step that opens a shop for real money: what changes, and the button that does it. */
export const goLivePage = page({
  path: '/dashboard/guide/live',
  role: 'settings',
  async load(app, { account: { id: accountId } }): Promise<Loaded> {
    const lacks = await findMoneyLacks(app, accountId, firstAmount)
    const menus = await Promise.all(addedTo(app, 'livePages').map(page => page.find(app, accountId)))
    return { lacks, menu: menus.find(menu => menu !== null) ?? null }
  },
  view(view: ShownLive) {
    const { language, refusal, to } = view
    const { title } = guidePageTexts[language].live
    return {
      title,
      body: html`
        ${trail(to('/dashboard/guide'), guidePageTexts[language].title)}
        <h1>${title}</h1>
        ${refusedBanner({ language, refusal })}
        ${changesCard(view)}
        ${openingCard(view)}`,
    }
  },
  act: {
    open: {
      role: 'settings',
      async run(app, visit) {
        const lacks = await findMoneyLacks(app, visit.account.id, firstAmount)
        if (lacks.length > 0) throw new Refusal('method_unavailable', 'No live money can be seen yet')
        const livePages = addedTo(app, 'livePages')
        for (const livePage of livePages) await livePage.open(app, actingMember(visit))
        const to = livePages[0]?.path ?? '/dashboard/guide'
        return { place: { accountId: visit.account.id, mode: 'live' }, to, done: 'saved' }
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

function openingCard({ app, language, loaded: { lacks, menu }, to }: ShownLive): Html {
  const { live: say } = guidePageTexts[language]
  const others = listShopDoors(app).slice(menu === null ? 0 : 1)
  if (lacks.length > 0) {
    const account = { id: 'account', lacks } as const
    const forms = stepForms(app, language, { step: account, action: to('/dashboard/guide'), isMain: true })
    return card(say.missing, html`${lackLines(language, account)}<div class="inline">${forms}</div>`)
  }
  return html`<div class="inline">
    ${menu && !menu.isLive && inlineForm({}, actButton('open', say.open))}
    ${others.map(({ path, label }) => linkButton(to(path), label[language], 'quiet'))}
  </div>`
}
