import { z } from 'zod'
import { changeShopRules } from '../../../catalog/rules/change-shop-rules.ts'
import { mergeAreas, readAreas } from '../../../catalog/rules/read-areas.ts'
import { type Html, html } from '../../../lib/html.ts'
import { card } from '../../parts/card.ts'
import { actButton, textArea } from '../../parts/forms.ts'
import type { PageAct, ViewContext } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { rulesTexts } from './rules-texts.ts'

const textMax = 60_000

const Listed = z.object({ areas: z.string().trim().min(1).max(textMax) })

/** Adds delivery areas from a list of districts and fees, updating areas of the same name. */
export const importAreas: PageAct<Visit, object, z.infer<typeof Listed>> = {
  role: 'orders',
  textBytesMax: 4 * textMax,
  fields: Listed,
  async run(app, visit, { areas }) {
    const imported = readAreas(areas)
    await changeShopRules(app, makeMemberActor(visit), ({ zones }) => ({ zones: mergeAreas(zones, imported) }))
    return { done: 'saved' }
  },
}

export function importCard({
  language,
  given,
  fieldErrors: errors,
}: Pick<ViewContext<Visit, object, object>, 'language' | 'given' | 'fieldErrors'>): Html {
  const say = rulesTexts[language]
  const value = given.act === 'import' ? given.areas : undefined
  const list = textArea({
    name: 'areas',
    label: say.areas,
    hint: say.areasHint,
    rows: 5,
    maxlength: textMax,
    value,
    errors,
  })
  const isOpen = value !== undefined
  return card(
    null,
    html`<details${isOpen && html` open`}><summary>${say.importAreas}</summary>
      <form method="post" novalidate>${list}${actButton('import', say.importNow, 'quiet')}</form></details>`,
  )
}
