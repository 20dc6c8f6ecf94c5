import { type Html, html } from '../../../lib/html.ts'
import type { QueueCounts } from '../../../orders/count-queues.ts'
import type { ListedOrder } from '../../../orders/list-orders.ts'
import { isHandedOverHere } from '../../../orders/receiving/is-handed-over-here.ts'
import { isOnItsWay, isShippable } from '../../../orders/shipping/shipment.ts'
import { actButton, hiddenField, tabs } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import type { ViewContext } from '../../parts/page.ts'
import { paperKinds } from './papers-card.ts'
import { queueTexts } from './queue-texts.ts'

/** Renders the tabs (to do, shipped, to refund, done, all), each with its count. */
export function queueTabs(
  { language, to }: Pick<ViewContext<object, object, object>, 'language' | 'to'>,
  counts: QueueCounts,
  current: string | undefined,
): Html {
  const say = queueTexts[language]
  // Few shops owe refunds, so that tab appears only if this one does.
  const names = (Object.keys(say.tabs) as (keyof QueueCounts)[]).filter(
    name => name !== 'refund' || counts.refund > 0 || current === 'refund',
  )
  return tabs(
    say.label,
    names.map(status => ({
      address: to('/dashboard/orders', { status }),
      text: `${say.tabs[status]} (${counts[status]})`,
      isHere: status === current,
    })),
  )
}

const picks = 'picks'

/** Renders the checkbox that selects an order of the list for the form below it. */
export function pickCheckbox({ orderNumber }: ListedOrder, language: Language): Html {
  const label = queueTexts[language].pick(orderNumber)
  return html`<input type="checkbox" class="pick" name="orders" value="${orderNumber}" form="${picks}"
    aria-label="${label}">`
}

/** Renders the acts of one order, beside it. `toldReady`: the orders that are ready already. */
export function renderRowActs(order: ListedOrder, language: Language, toldReady: ReadonlySet<string>): Html | null {
  if (!order.mayBeCompleted()) return null
  const say = queueTexts[language]
  return html`<form method="post" novalidate class="inline row-acts">
    ${hiddenField('orders', order.orderNumber)}
    ${order.status === 'paid' && actButton('take', say.take, 'quiet')}
    ${isHandedOverHere(order) && !toldReady.has(order.orderNumber) && actButton('ready', say.ready, 'quiet')}
    ${isShippable(order, order.items) && !isOnItsWay(order) && actButton('ship', say.ship, 'quiet')}
    ${actButton('complete', say.complete, 'quiet')}
  </form>`
}

/** Renders the acts for all selected orders. */
export function pickedForm(language: Language): Html {
  const say = queueTexts[language]
  return html`<form method="post" novalidate id="${picks}" class="inline picked">
    <label class="tick" hidden><input type="checkbox" data-ticks="orders"><span>${say.pickAll}</span></label>
    <span>${say.picked}</span>
    ${actButton('take', say.take, 'quiet')}
    ${actButton('ship', say.ship, 'quiet')}
    ${actButton('complete', say.complete, 'quiet')}
    ${paperKinds.map(paper => actButton(paper, say.papers[paper], 'quiet'))}
  </form>`
}
