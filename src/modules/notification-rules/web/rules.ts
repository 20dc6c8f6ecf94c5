import { html } from '../../../lib/html.ts'
import { card, chip } from '../../../web/parts/card.ts'
import { definePage } from '../../../web/parts/page.ts'
import { rowEntry, rowLink, rowList } from '../../../web/parts/table.ts'
import { findAppName } from '../app-name.ts'
import { type ListedForm, type ListedRule, listRules } from '../list-rules.ts'
import { formatSentence } from '../make-rule.ts'
import { rulePageTexts } from '../texts/rule-page-texts.ts'
import { markPlaces, ruleTexts } from '../texts/rule-texts.ts'

/** Lists unknown wordings, and the rules created from such wordings. */
export const rulesPage = definePage({
  path: '/dashboard/notification-rules',
  role: 'money',
  load: (app, { scope }) => listRules(app, scope),
  view({ app, language, loaded, to }) {
    const say = rulePageTexts[language]
    const marked = (sentence: string) => markPlaces(sentence, ruleTexts[language], name => html`<mark>${name}</mark>`)
    const formRow = ({ form, words }: ListedForm) => html`<li>
      ${rowEntry(
        rowLink(to(`/dashboard/notification-rules/forms/${form.id}`), findAppName(app, form)),
        html`${marked(words)}`,
      )}
      ${form.state === 'open' ? chip('wait', say.times(form.times)) : chip('', say.states[form.state])}
    </li>`
    const ruleRow = ({ rule, paid, confirmed }: ListedRule) => html`<li>
      ${rowEntry(
        rowLink(to(`/dashboard/notification-rules/${rule.id}`), findAppName(app, rule)),
        html`${marked(formatSentence(rule))}`,
      )}
      ${chip('', say.paidCount(paid, confirmed))}
    </li>`
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${card(say.questions, rowList(loaded.forms.map(formRow), say.noQuestions))}
        ${card(say.rules, rowList(loaded.rules.map(ruleRow), say.noRules))}`,
    }
  },
})
