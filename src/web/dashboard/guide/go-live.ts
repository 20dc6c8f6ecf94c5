import { findGuide, type StepState } from '../../../doctor/find-guide.ts'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { MenuPage } from '../../../menu/menu-page.ts'
import { menuUrl } from '../../../menu/menu-url.ts'
import { openLiveMenu } from '../../../menu/open-live-menu.ts'
import { card, linkButton, trail } from '../../parts/card.ts'
import { actButton, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { page, type Shown } from '../../parts/page.ts'
import { memberActingOf, type Visit } from '../../parts/visit.ts'
import { lackLines, stepForms } from './guide-card.ts'
import { guidePageTexts } from './guide-page-texts.ts'

interface Loaded {
  account: StepState
  /** The address customers use now, that of live mode first; null without a menu page. */
  menu: MenuPage | null
}
type ShownLive = Shown<Visit, object, Loaded>

/** The one step that opens a shop for real money: what changes, and the button that does it. */
export const goLivePage = page({
  path: '/dashboard/guide/live',
  role: 'settings',
  async load(app, { account: { id: accountId } }): Promise<Loaded> {
    const { steps } = await findGuide(app, accountId)
    const em = app.em({ accountId, mode: 'both' })
    const menus = await em.find(MenuPage, { $or: [{ mode: 'live' }, { isOn: true }] }, { orderBy: { mode: 'asc' } })
    return { account: accountStep(steps), menu: menus[0] ?? null }
  },
  view(shown: ShownLive) {
    const { language, refusal, to } = shown
    const { title } = guidePageTexts[language].live
    return {
      title,
      body: html`
        ${trail(to('/dashboard/guide'), guidePageTexts[language].title)}
        <h1>${title}</h1>
        ${refusedBanner({ language, refusal })}
        ${changes(shown)}
        ${opening(shown)}`,
    }
  },
  act: {
    open: {
      role: 'settings',
      async run(app, visit) {
        const { steps } = await findGuide(app, visit.account.id)
        if (!accountStep(steps).isDone) throw new Refusal('method_unavailable', 'No live money can be seen yet')
        await openLiveMenu(app, memberActingOf(visit))
        return { place: { accountId: visit.account.id, mode: 'live' }, to: '/dashboard/menu', done: 'saved' }
      },
    },
  },
})

function accountStep(steps: readonly StepState[]): StepState {
  return steps.find(({ id }) => id === 'account')!
}

function changes({ app, language, loaded: { menu } }: ShownLive): Html {
  const say = guidePageTexts[language].live
  const address = menu && menuUrl(app.config, menu)
  const ofMenu = isOpen(menu) ? say.menuIsLive(address!) : address ? say.menu(address) : say.noMenu
  const lines = [ofMenu, say.data, say.stock, say.devices, say.back]
  return card(say.changes, html`<ul>${lines.map(line => html`<li>${line}</li>`)}</ul>`)
}

function isOpen(menu: MenuPage | null): boolean {
  return menu !== null && menu.mode === 'live' && menu.isOn
}

function opening({ language, loaded: { account, menu }, to }: ShownLive): Html {
  const { live: say, doors } = guidePageTexts[language]
  if (!account.isDone) {
    const forms = stepForms(language, { step: account, action: to('/dashboard/guide'), isMain: true })
    return card(say.missing, html`${lackLines(language, account)}<div class="inline">${forms}</div>`)
  }
  return html`<div class="inline">
    ${menu && !isOpen(menu) && inlineForm({}, actButton('open', say.open))}
    ${linkButton(to('/dashboard/counter'), doors.counter, 'quiet')}
    ${linkButton(to('/dashboard/bots/add'), doors.bot, 'quiet')}
  </div>`
}
