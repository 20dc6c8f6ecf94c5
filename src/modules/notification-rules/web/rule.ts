import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card, chip } from '../../../web/parts/card.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, banner, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList, table } from '../../../web/parts/table.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { findAppName } from '../app-name.ts'
import { confirmPayment } from '../confirm-payment.ts'
import type { NotificationRule, RulePayment } from '../entities.ts'
import { type FoundRule, findRule } from '../list-rules.ts'
import { revokeRule } from '../revoke-rule.ts'
import { rulePageTexts } from '../texts/rule-page-texts.ts'
import { markPlaces, ruleTexts } from '../texts/rule-texts.ts'

const Input = z.object({ rule: RowId })
type ShownRule = ViewContext<Visit, z.infer<typeof Input>, FoundRule>

/** A rule with its versions and the payments that they settled. */
export const rulePage = definePage({
  path: '/dashboard/notification-rules/:rule',
  role: 'money',
  input: Input,
  load: (app, { scope }, { rule }) => findRule(app, scope, rule),
  view(view: ShownRule) {
    const { app, language, loaded, refusal, to } = view
    const say = rulePageTexts[language]
    const { rule, versions, paid, lacks } = loaded
    const title = findAppName(app, rule)
    const isInForce = rule.endedAt === null
    const texts = ruleTexts[language]
    const limits = lacks > 0 ? html`${texts.limits} ${say.lacks(lacks)}` : texts.unlimited
    return {
      title,
      body: html`${backLink(to('/dashboard/notification-rules'), say.title)}
        <h1>${title}</h1>
        ${refusedBanner({ language, refusal })}
        ${card(null, ruleFacts(view))}
        ${isInForce && banner('warn', limits)}
        ${card(say.paid, paid.length === 0 ? html`<p>${say.nothingPaid}</p>` : paidTable(view))}
        ${card(
          say.versions,
          rowList(
            versions.map(version => versionRow(view, version)),
            '',
          ),
        )}
        ${isInForce && html`<form method="post">${actButton('take_back', say.takeBack, 'danger')}</form>`}`,
    }
  },
  act: {
    confirm: {
      // The owner decides, as about settings.
      role: 'settings',
      fields: z.object({ paid: RowId }),
      async run(app, visit, { paid }) {
        await confirmPayment(app, makeMemberActor(visit), paid)
        return { done: 'saved' as const }
      },
    },
    take_back: {
      role: 'money',
      isSecret: true,
      async confirm(app, { scope, language }, _fields, { rule }) {
        await findRule(app, scope, rule)
        const say = rulePageTexts[language]
        return { title: say.takeBackTitle, text: say.takeBackText, button: say.takeBack, isDangerous: true }
      },
      async run(app, visit, _fields, { rule }) {
        await revokeRule(app, makeMemberActor(visit), rule)
        return { done: 'saved' as const }
      },
    },
  },
})

function markSentence({ language }: ShownRule, sentence: string): Html[] {
  return markPlaces(sentence, ruleTexts[language], name => html`<mark>${name}</mark>`)
}

function ruleFacts(view: ShownRule): Html {
  const { app, language, loaded } = view
  const say = rulePageTexts[language]
  const { rule } = loaded
  const title = rule.title && html`<b>${markSentence(view, rule.title)}</b><br>`
  return html`<blockquote>${title}${markSentence(view, rule.sentence)}</blockquote>
    ${factList([
      [say.app, rule.packageName],
      [say.madeBy, html`${formatMoment(app, language, rule.madeAt, 'exact')} · ${rule.madeBy}`],
      [say.ended, rule.endedAt && html`${formatMoment(app, language, rule.endedAt, 'exact')} · ${rule.endedBy}`],
    ])}`
}

function paidTable({ app, language, visit, loaded, to }: ShownRule): Html {
  const say = rulePageTexts[language]
  const mayConfirm = mayDo(visit.account.role, 'settings')
  const versionOf = new Map(loaded.versions.map(({ id, version }) => [id, version]))
  return html`${table<RulePayment>(
    [
      { title: say.when, place: 'when', cell: ({ paidAt }) => formatMoment(app, language, paidAt, 'exact') },
      {
        title: say.payment,
        leads: true,
        place: 'lead',
        cell: ({ payment: { invoiceId } }) =>
          html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${invoiceId}</a>`,
      },
      { title: say.amount, isMoney: true, place: 'side', cell: ({ amount }) => formatRupiah(amount) },
      { title: say.versions, place: 'note', cell: ({ rule }) => say.version(versionOf.get(rule.id) ?? 1) },
      {
        title: '',
        place: 'acts',
        cell: ({ id, confirmedAt }) =>
          confirmedAt
            ? chip('good', say.confirmed)
            : mayConfirm && inlineForm({ paid: id }, actButton('confirm', say.confirm, 'quiet')),
      },
    ],
    loaded.paid,
    { name: say.paid },
  )}${!mayConfirm && html`<p><small>${say.ownerOnly}</small></p>`}`
}

function versionRow(view: ShownRule, { version, title, sentence, endedAt }: NotificationRule): Html {
  const { language } = view
  const say = rulePageTexts[language]
  const before = title && html`${markSentence(view, title)}: `
  return html`<li>${rowEntry(say.version(version), html`${before}${markSentence(view, sentence)}`)}
    ${chip(endedAt ? '' : 'good', endedAt ? say.ended : say.inForce)}</li>`
}
