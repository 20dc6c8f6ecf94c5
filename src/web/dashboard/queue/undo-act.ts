import { type Html, html } from '../../../lib/html.ts'
import { findOrder } from '../../../orders/find-order.ts'
import { undoMove } from '../../../orders/undo-move.ts'
import { actButton, inlineForm } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import type { PageAct } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { queueTexts } from './queue-texts.ts'

/** Undoes the last step of the page's order, as in the chat. */
export const undoAct: PageAct<Visit, { order: string }, object> = {
  role: 'orders',
  async run(app, { scope }, _fields, { order }) {
    await findOrder(app, scope, order)
    await undoMove(app, scope.accountId, order)
    return { done: 'saved' }
  },
}

/** Renders the button for the minute in which undoing is possible. */
export function undoForm(language: Language): Html {
  const say = queueTexts[language]
  return inlineForm({}, html`${actButton('undo', say.undo, 'quiet')}<span>${say.undoHint}</span>`)
}
