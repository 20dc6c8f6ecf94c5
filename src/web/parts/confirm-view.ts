import type { Fields } from '../../http/read-fields.ts'
import { html } from '../../lib/html.ts'
import { linkButton, narrowCard } from './card.ts'
import { commonTexts } from './common-texts.ts'
import { actButton, hiddenField } from './forms.ts'
import type { Confirmation, View } from './page.ts'
import { renderCarriedFields } from './password-view.ts'
import type { Guest } from './visit.ts'

/** The field that marks a form as confirmed. */
export const confirmedField = 'confirmed'

export interface InterruptedForm {
  /** The address of the interrupted form. */
  action: string
  kept: Fields
  confirmation: Confirmation
}

/** Renders a confirmation that carries the interrupted form along. */
export function confirmView(visit: Guest, { action, kept, confirmation }: InterruptedForm): View {
  const { title, text, button, isDangerous } = confirmation
  const say = commonTexts[visit.language]
  const form = html`<p>${text}</p>
    <form method="post" novalidate action="${action}">
      ${renderCarriedFields(kept)}${hiddenField(confirmedField, '1')}
      <div class="choices">
        ${actButton(String(kept.act ?? ''), button, isDangerous ? 'danger' : 'main')}
        ${linkButton(action, say.notNow, 'quiet')}
      </div>
    </form>`
  return { title, body: narrowCard(title, form) }
}
