import { type Html, html } from '../../lib/html.ts'
import { listAdditions } from '../../slots.ts'
import { linkButton } from '../parts/card.ts'
import { actButton, banner } from '../parts/forms.ts'
import { pageIcons } from '../parts/icons.ts'
import type { Language } from '../parts/language.ts'
import { chapterPath } from '../parts/navigation.ts'
import { type AnyPage, definePage, type ViewContext } from '../parts/page.ts'
import type { Guest } from '../parts/visit.ts'
import { renderHomePictures } from './home-pictures.ts'
import { type HomePageTexts, homePageTexts } from './home-texts.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Places where a shop can sell besides its chat, shown to visitors of the installation. */
    sellingPlaces: SellingPlace
  }
}

interface SellingPlace {
  order: number
  icon: Html
  name: Record<Language, string>
  text: Record<Language, string>
  /** The slug of its chapter of the manual. */
  chapter: string
}

/** The links into the demo on this machine, without disabled ones. */
export interface DemoDoors {
  chatUrl?: string | undefined
  /** Starts a session of the demo's merchant, and returns its token. */
  enter?: (visitor: { address: string; userAgent: string }) => Promise<string>
  /** Creates a payment to try, and returns its invoice id. */
  createPayment?: () => Promise<string>
}

type ShownHome = ViewContext<Guest, object, object>

/** The page at `/`: what Warung is, on one screen, with links into it. Production has no demo. */
export function createHomePage(doors: DemoDoors): AnyPage {
  return definePage({
    path: '/',
    role: 'anybody',
    load: async () => ({}),
    view(view: ShownHome) {
      const { language, refusal } = view
      const say = homePageTexts[language]
      const steps = say.steps.map(([name, text]) => html`<li><b>${name}</b><p>${text}</p></li>`)
      return {
        title: 'Warung',
        summary: say.summary,
        sheet: 'home.css',
        body: html`<div class="landing">
          ${refusal && banner('warn', say.secondStep)}
          <section class="hero">
            <div class="stack">
              <h1>${say.title}</h1>
              <p class="lead">${say.lead}</p>
              ${entranceLinks(view, say)}
              <p><small>${say.paying}</small></p>
            </div>
            ${renderHomePictures(view.app.config, say)}
          </section>
          ${demoSection(say, doors)}
          ${sellingPlaces(view, say)}
          <section class="stack"><h2>${say.howTitle}</h2><ol class="how">${steps}</ol></section>
          ${aboutSection(view, say)}
          ${documentLinks(view, say)}
        </div>`,
      }
    },
    act: {
      ...(doors.enter
        ? {
            merchant: {
              async run(_app, { address, userAgent }: Guest) {
                return { session: await doors.enter!({ address, userAgent }), to: '/dashboard' }
              },
            },
          }
        : {}),
      ...(doors.createPayment
        ? {
            payment: {
              run: async () => ({ to: `/pay?invoice=${await doors.createPayment!()}` }),
            },
          }
        : {}),
    },
  })
}

function entranceLinks({ app, visit, to }: ShownHome, say: HomePageTexts): Html {
  if (visit.session?.isConfirmed) {
    return html`<p class="choices"><a class="button" href="${to('/dashboard')}">${say.dashboard}</a></p>`
  }
  const signUp = app.config.signUpIsOpen && html`<a class="button" href="${to('/sign-up')}">${say.open}</a>`
  return html`<p class="choices">${signUp}<a class="button quiet" href="${to('/sign-in')}">${say.signIn}</a></p>`
}

function sellingPlaces({ app, language, to }: ShownHome, say: HomePageTexts): Html {
  const added = listAdditions(app, 'sellingPlaces').toSorted((one, other) => one.order - other.order)
  const more = (chapter: string) => {
    const path = chapterPath(app, chapter)
    return path === null ? null : linkButton(to(path), say.howItWorks, 'quiet')
  }
  const cards = added.map(({ icon, name, text, chapter }) => {
    return doorCard(icon, name[language], text[language], more(chapter))
  })
  return html`<section class="stack">
    <h2>${say.placesTitle}</h2>
    <div class="three">${doorCard(pageIcons.bots, say.chat, say.chatText, more('open-a-shop'))}${cards}</div>
  </section>`
}

/** Renders the price and who runs the shop: the operator's texts, or facts that apply to every installation. */
function aboutSection({ app: { config, edition } }: ShownHome, say: HomePageTexts): Html {
  const free = config.signUpIsOpen && say.freeDays
  const terms = edition.subscriptionRequired ? [free, say.priceByOperator] : [say.noSubscription]
  const price = config.about.price ?? terms.filter(Boolean).join(' ')
  const operator = config.about.operator ?? say.runBy(new URL(config.baseUrl).host)
  const cards = [
    [say.price, price],
    [say.behind, operator],
    [say.software, say.softwareText],
  ].map(([name, text]) => html`<article class="card"><h3>${name}</h3><p>${text}</p></article>`)
  return html`<section class="stack"><h2>${say.aboutTitle}</h2><div class="three">${cards}</div></section>`
}

function demoSection(say: HomePageTexts, { chatUrl, enter, createPayment }: DemoDoors): Html | null {
  const offered = [
    chatUrl !== undefined && doorCard(pageIcons.bots, say.shop, say.shopText, linkButton(chatUrl, say.shopButton)),
    enter && doorCard(pageIcons.home, say.work, say.workText, actForm('merchant', say.workButton)),
    createPayment && doorCard(pageIcons.payments, say.pay, say.payText, actForm('payment', say.payButton)),
  ].filter(Boolean)
  if (offered.length === 0) return null
  return html`<section class="stack" id="try">
    <div><h2>${say.tryTitle}</h2><p class="lead">${say.tryText}</p></div>
    <div class="three">${offered}</div>
  </section>`
}

function doorCard(icon: Html, name: string, text: string, action: Html | null): Html {
  return html`<article class="card"><span class="badge">${icon}</span><h3>${name}</h3><p>${text}</p>${action}</article>`
}

function actForm(act: string, text: string): Html {
  return html`<form method="post">${actButton(act, text)}</form>`
}

function documentLinks({ app, to }: ShownHome, say: HomePageTexts): Html {
  const link = (path: string, name: string, text: string) =>
    html`<li><a href="${to(path)}"><b>${name}</b><small>${text}</small></a></li>`
  return html`<section class="stack">
    <h2>${say.documents}</h2>
    <ul class="doors">
      ${listAdditions(app, 'manual').map(({ chapters, reference, errors, document }) => [
        link(`${chapters}/open-a-shop`, say.manual, say.manualText),
        link(reference, say.docs, say.docsText),
        link(errors, say.errors, say.errorsText),
        link(document, say.openapi, say.openapiText),
      ])}
      ${link('/operator', say.operator, '/operator')}
    </ul>
  </section>`
}
