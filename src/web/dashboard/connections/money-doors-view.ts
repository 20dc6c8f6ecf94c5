import { listMoneyDoors, type MoneyDoor } from '../../../connections/money-doors.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { card } from '../../parts/card.ts'
import type { ViewContext } from '../../parts/page.ts'

/** Renders "Where does your money arrive?": one tile for each name, and the technical connectors folded. */
export function moneyDoorsCard(
  app: Pick<App, 'connectors'>,
  { language, to }: Pick<ViewContext<object, object, object>, 'language' | 'to'>,
): Html {
  const say = wizardTexts[language]
  const { byKey, byPhone, technical } = listMoneyDoors(app.connectors)
  const tile = ({ id, connector, name }: MoneyDoor) => {
    const door = id === connector ? {} : { door: id }
    return html`<li><a href="${to(`/dashboard/connections/add/${connector}`, door)}"><b>${name[language]}</b></a></li>`
  }
  const others = technical.map(({ id, texts }) => {
    const { name, about } = texts[language]
    return html`<li>
      <a href="${to(`/dashboard/connections/add/${id}`)}"><b>${name}</b><small>${about}</small></a>
    </li>`
  })
  return card(
    say.question,
    html`<p>${say.questionText}</p>
      <h3>${say.byKey}</h3>
      <ul class="doors tiles">${byKey.map(tile)}</ul>
      <h3>${say.byPhone}</h3>
      <ul class="doors tiles">${byPhone.map(tile)}</ul>
      <details>
        <summary>${say.technical}</summary>
        <p>${say.technicalText}</p>
        <ul class="doors">${others}</ul>
      </details>`,
  )
}
