import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { notifyReady } from '../../../notices/notify-ready.ts'
import { findOrder } from '../../../orders/find-order.ts'
import { Order } from '../../../orders/order.ts'
import { undoMove } from '../../../orders/undo-move.ts'
import { updateOrderStatus } from '../../../orders/update-order-status.ts'
import { actButton, banner, hiddenField } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import type { PageAct } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { ordersAtOnceMax } from './order-papers.ts'
import { paperKinds } from './papers-card.ts'
import { queueTexts } from './queue-texts.ts'

const number = z.string().regex(/^ORD-\d{6}-[0-9A-Z]{6}$/)

const Picked = z.object({
  orders: z.preprocess(value => [value ?? []].flat(), z.array(number).min(1).max(ordersAtOnceMax)),
})
type Picked = z.infer<typeof Picked>

interface Place {
  status?: string | undefined
  search?: string | undefined
}

/** Acts on one order of the list, or on several at once. */
export const queueActs = {
  take: moveEachAct((app, { scope }, orderNumber) =>
    updateOrderStatus(app, scope, { orderNumber, status: 'processing', notify: true }),
  ),
  ready: moveEachAct(async (app, { scope }, orderNumber) => {
    await findOrder(app, scope, orderNumber)
    await notifyReady(app, scope.accountId, orderNumber)
  }),
  complete: moveEachAct((app, { scope }, orderNumber) =>
    updateOrderStatus(app, scope, { orderNumber, status: 'completed', notify: true }),
  ),
  undo: moveEachAct(async (app, { scope }, orderNumber) => {
    await findOrder(app, scope, orderNumber)
    await undoMove(app, scope.accountId, orderNumber)
  }),
  ship: redirectAct(orders => `/dashboard/order-shipping?orders=${orders}`),
  ...Object.fromEntries(
    paperKinds.map(as => [as, redirectAct(orders => `/dashboard/order-papers?orders=${orders}&as=${as}`)]),
  ),
}

/**
 * Returns the act that changes each order separately: an order that another person has changed in the meantime is
 * skipped and counted.
 */
function moveEachAct(
  move: (app: App, visit: Visit, orderNumber: string) => Promise<unknown>,
): PageAct<Visit, Place, Picked> {
  return {
    role: 'orders',
    fields: Picked,
    async run(app, visit, { orders }, { status = '', search = '' }) {
      const moved: string[] = []
      let refused: Refusal | undefined
      for (const orderNumber of new Set(orders)) {
        try {
          await move(app, visit, orderNumber)
          moved.push(orderNumber)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          refused = error
        }
      }
      if (moved.length === 0) throw refused!
      const left = String(new Set(orders).size - moved.length)
      const query = new URLSearchParams({ status, search, moved: moved.join('.'), left })
      return { to: `/dashboard/orders?${query}` }
    },
  }
}

/** Returns the act that redirects to a page about all of them. */
function redirectAct(address: (orders: string) => string): PageAct<Visit, Place, Picked> {
  return { fields: Picked, run: async (_app, _visit, { orders }) => ({ to: address(orders.join('.')) }) }
}

/** Returns those of the orders just moved whose step can be undone now. */
export async function findUndoable(app: App, { scope }: Visit, orderNumbers: readonly string[]): Promise<string[]> {
  if (orderNumbers.length === 0) return []
  const orders = await app.em(scope).find(Order, { orderNumber: { $in: [...orderNumbers] } })
  return orders.filter(order => order.isUndoableAt(app.now())).map(({ orderNumber }) => orderNumber)
}

export interface MoveResult {
  moved: readonly string[]
  left: number
  undoable: readonly string[]
}

/** Renders the result of an act, with a button to undo it. */
export function moveResultBanner({ moved, left, undoable }: MoveResult, language: Language): Html | null {
  if (moved.length === 0) return null
  const say = queueTexts[language]
  const undo =
    undoable.length > 0 &&
    html`<form method="post" novalidate class="inline">
      ${undoable.map(order => hiddenField('orders', order))}
      ${actButton('undo', say.undo, 'quiet')}
      <span>${say.undoHint}</span>
    </form>`
  return html`
    ${banner('done', say.moved(moved.length))}
    ${undo}
    ${left > 0 && banner('warn', say.left(left))}`
}
