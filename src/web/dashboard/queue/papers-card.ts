import type { Html } from '../../../lib/html.ts'
import { html } from '../../../lib/html.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import { card, linkButton } from '../../parts/card.ts'
import type { Language } from '../../parts/language.ts'
import type { ViewContext } from '../../parts/page.ts'
import { queueTexts } from './queue-texts.ts'

export const paperKinds = ['slip', 'label', 'kitchen'] as const
export type PaperKind = (typeof paperKinds)[number]

/** Renders the printable papers of an order. */
export function papersCard(to: ViewContext<object, object, object>['to'], order: WholeOrder, language: Language): Html {
  const say = queueTexts[language]
  const links = paperKinds.map(as =>
    linkButton(to('/dashboard/order-papers', { orders: order.orderNumber, as }), say.papers[as], 'quiet'),
  )
  return card(say.print, html`<p class="choices">${links}</p>`)
}
