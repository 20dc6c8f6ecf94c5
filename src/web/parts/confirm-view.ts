import type { Fields } from '../../http/read-fields.ts'
import { html } from '../../lib/html.ts'
import { linkButton, narrowCard } from './card.ts'
import { commonTexts } from './common-texts.ts'
import { actButton, hidden } from './forms.ts'
import type { Confirmation, View } from './page.ts'
import { carriedFields } from './password-view.ts'
import type { Guest } from './visit.ts'

/** The field that marks a form as confirmed. */
export const confirmedField = 'confirmed'

export interface AskedOnceMore {
  /** The address of the interrupted form. */
  action: string
  kept: Fields
  confirmation: Confirmation
}

/** Renders a confirmation that carries the interrupted form along. */
export function confirmView(visit: Guest, { action, kept, confirmation }: AskedOnceMore): View {
  const { title, text, button, isDangerous } = confirmation
  const say = commonTexts[visit.language]
  const form = html`<p>${text}</p>
    <form method="post" novalidate action="${action}">
      ${carriedFields(kept)}${hidden(confirmedField, '1')}
      <div class="choices">
        ${actButton(String(kept.act ?? ''), button, isDangerous ? 'danger' : 'main')}
        ${linkButton(action, say.notNow, 'quiet')}
      </div>
    </form>`
  return { title, body: narrowCard(title, form) }
}
