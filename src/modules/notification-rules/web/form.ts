import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { openUnread } from '../../../money/unread/open-unread.ts'
import type { App } from '../../../needs.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, banner, hiddenField, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { table } from '../../../web/parts/table.ts'
import { makeMemberActor, makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { answerForm, questionAnswers } from '../answer-form.ts'
import { findAppName } from '../app-name.ts'
import { type ExaminedForm, examineForm, type ShadowReading } from '../examine-form.ts'
import { fingerprintSentence, makeRule } from '../make-rule.ts'
import { rulePageTexts } from '../texts/rule-page-texts.ts'
import { markPlaces, ruleTexts } from '../texts/rule-texts.ts'

const Input = z.object({ form: RowId })
const Answered = z.object({ answer: z.enum(questionAnswers) })
const Making = z.object({ seen: z.string().max(40) })
type ShownForm = ViewContext<Visit, z.infer<typeof Input>, ExaminedForm>

/** A form of unreadable notifications: its wording, and the rule that one press creates from it. */
export const formPage = definePage({
  path: '/dashboard/notification-rules/forms/:form',
  role: 'money',
  input: Input,
  async load(app, visit, { form: formId }) {
    const looked = await examineForm(app, visit.scope, formId)
    const { connection, example } = looked
    const accountId = visit.account.id
    if (example) {
      await openUnread(
        app,
        { accountId, connectionId: connection.id, unreadId: example.unreadId },
        makeUserActor(visit),
      )
    }
    return looked
  },
  view(view: ShownForm) {
    const { app, language, loaded, refusal, to } = view
    const say = ruleTexts[language]
    const { title } = rulePageTexts[language]
    const name = findAppName(app, loaded.form)
    return {
      title: say.asks(name),
      body: html`${backLink(to('/dashboard/notification-rules'), title)}
        <h1>${say.asks(name)}</h1>
        ${refusedBanner({ language, refusal })}
        ${card(null, exampleView(view))}
        ${ruleView(view)}
        ${card(null, answersView(view))}`,
    }
  },
  act: {
    answer: {
      role: 'money',
      fields: Answered,
      async run(app, visit, { answer }, { form: formId }) {
        await answerForm(app, makeMemberActor(visit), { formId, answer })
        return { to: '/dashboard/notification-rules', done: 'decided' as const }
      },
    },
    make: {
      role: 'money',
      isSecret: true,
      fields: Making,
      async confirm(app: App, visit: Visit, _fields, { form: formId }) {
        const say = ruleTexts[visit.language]
        const looked = await examineForm(app, visit.scope, formId)
        return {
          title: say.makeTitle,
          text: html`${lessonView(looked, visit.language)}<p>${say.makeSure}</p>`,
          button: say.make,
        }
      },
      async run(app, visit, { seen }, { form: formId }) {
        const ruleId = await makeRule(app, makeMemberActor(visit), { formId, seen })
        return { to: `/dashboard/notification-rules/${ruleId}`, done: 'saved' as const }
      },
    },
  },
})

function exampleView({ app, language, loaded, to }: ShownForm): Html {
  const say = ruleTexts[language]
  const page = rulePageTexts[language]
  const { example, open, form } = loaded
  if (!example) return html`<p>${say.gone}</p>`
  const waited = open.map(({ invoiceId, finalAmount }, index) => {
    const link = html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${invoiceId}</a>`
    return html`${index > 0 && ', '}${link} (${formatRupiah(finalAmount)})`
  })
  return html`<blockquote>${example.title && html`<b>${example.title}</b><br>`}${example.text}</blockquote>
    ${factList([
      [
        page.app,
        findAppName(app, form) === form.packageName
          ? form.packageName
          : `${findAppName(app, form)} · ${form.packageName}`,
      ],
      [page.came, html`${formatMoment(app, language, example.receivedAt, 'exact')} · ${page.times(form.times)}`],
    ])}
    <p>${open.length > 0 ? html`${say.waited('')}${waited}` : say.waitedNone}</p>
    <p><small>${page.audited}</small></p>`
}

function lessonView({ rule }: ExaminedForm, language: 'id' | 'en'): Html {
  const say = ruleTexts[language]
  const lesson = rule?.drawn.lesson
  if (!lesson) return html``
  const marked = (sentence: string) => markPlaces(sentence, say, name => html`<mark>${name}</mark>`)
  return html`<blockquote data-testid="sentence">${lesson.title && html`<b>${marked(lesson.title)}</b><br>`}${marked(
    lesson.sentence,
  )}</blockquote>`
}

function ruleView({ app, language, loaded, to }: ShownForm): Html | null {
  const say = ruleTexts[language]
  const { rule } = loaded
  if (!rule) return null
  const { drawn, trial, shadow, isContradicted } = rule
  if (drawn.refused !== null) {
    return card(say.refusedTitle, html`<p>${say.refusals[drawn.refused](drawn.word ?? '')}</p>`)
  }
  if (isContradicted) return card(say.refusedTitle, html`<p>${say.contradicted}</p>`)
  const { amount, payerName } = drawn.reading
  const waiting = shadow.filter(({ invoiceId }) => invoiceId !== null).length
  const rows = table<ShadowReading>(
    [
      {
        title: rulePageTexts[language].when,
        place: 'lead',
        leads: true,
        cell: ({ receivedAt }) => formatMoment(app, language, receivedAt, 'exact'),
      },
      { title: rulePageTexts[language].amount, isMoney: true, place: 'side', cell: read => formatRupiah(read.amount) },
      {
        title: rulePageTexts[language].payment,
        place: 'note',
        cell: ({ invoiceId }) =>
          invoiceId && html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${invoiceId}</a>`,
      },
    ],
    shadow,
    { name: rulePageTexts[language].shadowTitle },
  )
  return card(
    say.question,
    html`<p>${say.ruleIs}</p>
      ${lessonView(loaded, language)}
      <p>${say.reads(formatRupiah(amount), payerName)}</p>
      <p>${trial && say.tried(trial.known, trial.hostile)}</p>
      <p>${say.shadow(shadow.length, waiting)}</p>
      ${shadow.length > 0 && rows}
      ${banner('warn', say.limits)}
      <form method="post">${hiddenField('seen', fingerprintSentence(drawn.lesson))}
        ${actButton('make', say.yes)}</form>`,
  )
}

function answersView({ language, loaded, to }: ShownForm): Html {
  const say = ruleTexts[language]
  const buttons = questionAnswers.map(answer =>
    inlineForm({ answer }, actButton('answer', say.answers[answer], 'quiet')),
  )
  const unread = loaded.example && `/dashboard/connections/${loaded.connection.id}/unread/${loaded.example.unreadId}`
  const newest = unread && linkButton(to(unread), rulePageTexts[language].newest, 'quiet')
  return html`<div class="choices">${buttons}${newest}</div>`
}
