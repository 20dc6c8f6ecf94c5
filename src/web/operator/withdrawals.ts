import { z } from 'zod'
import { readDisplayNames } from '../../accounts/read-display-names.ts'
import { decideWithdrawal, type WithdrawalDecision } from '../../books/decide-withdrawal.ts'
import { listWithdrawals } from '../../books/list-withdrawals.ts'
import type { WithdrawalStatus } from '../../books/withdrawal.ts'
import { Withdrawal, withdrawalStatuses } from '../../books/withdrawal.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { notFound } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { type ChipLook, card, chip } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, field, inlineForm, refusedBanner, tabs } from '../parts/forms.ts'
import { formatMoment } from '../parts/moment.ts'
import { definePage, type ViewContext } from '../parts/page.ts'
import { olderLink } from '../parts/pager.ts'
import { rowList } from '../parts/table.ts'
import { makeUserActor, type Person } from '../parts/visit.ts'
import { workTexts } from './work-texts.ts'

const Input = z.object({
  status: z.enum(withdrawalStatuses).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
})
const Decision = z.object({ id: z.string().max(40), note: z.string().trim().max(200).optional() })
const shownAtOnce = 50

/** The queue of withdrawals: the operator advances each, and every step is recorded in the account's audit log. */
export const operatorWithdrawalsPage = definePage({
  path: '/operator/withdrawals',
  role: 'operator',
  input: Input,
  async load(app, _visit, { status, page: number = 1 }) {
    const listed = await listWithdrawals(app, 'installation', { page: number, limit: shownAtOnce, status })
    return { ...listed, names: await readDisplayNames(app, listed.withdrawals) }
  },
  view(view) {
    const { language, loaded, refusal, input, to } = view
    const say = workTexts[language]
    const { page: number = 1, status } = input
    const links = [undefined, ...withdrawalStatuses].map(one => ({
      address: to('/operator/withdrawals', { status: one }),
      text: one ? say.states[one] : say.all,
      isHere: one === status,
    }))
    const hasMore = loaded.total > number * shownAtOnce
    const rows = loaded.withdrawals.map(one => withdrawalRow(view, one))
    const next = hasMore && to('/operator/withdrawals', { status, page: String(number + 1) })
    return {
      title: say.withdrawals,
      body: html`
        <h1>${say.withdrawals}</h1>
        <p>${say.withdrawalsText}</p>
        ${refusedBanner({ language, refusal, labels: { note: say.note } })}
        ${tabs(say.withdrawals, links)}
        ${card(null, html`${rowList(rows, commonTexts[language].nothing)}${olderLink(next, say.older)}`)}`,
    }
  },
  act: {
    approve: decisionAct('approved'),
    reject: decisionAct('rejected'),
    sent: decisionAct('sent'),
    failed: decisionAct('failed'),
  },
})

interface Loaded {
  withdrawals: Withdrawal[]
  total: number
  /** Names of accounts by their ids. */
  names: ReadonlyMap<number, string>
}
type All = ViewContext<Person, z.infer<typeof Input>, Loaded>

function withdrawalRow({ app, language, loaded: { names }, to }: All, one: Withdrawal): Html {
  const say = workTexts[language]
  const format = (at: Date) => formatMoment(app, language, at)
  const { id, status, amount, bank, number, holder, note, createdAt, waitsUntil, account } = one
  const waits = status === 'requested' && waitsUntil !== null && waitsUntil > app.now()
  const acts = {
    requested: [!waits && actButton('approve', say.approve), actButton('reject', say.reject, 'danger')],
    approved: [actButton('sent', say.sent), actButton('failed', say.failed, 'danger')],
  }
  const buttons = status === 'requested' || status === 'approved' ? acts[status] : null
  const merchant = html`<a href="${to(`/operator/accounts/${account.id}`)}">${names.get(account.id)}</a>`
  const noteField = field({ name: 'note', id: `note-${id}`, label: say.note, isOptional: true, maxlength: 200 })
  return html`<li>
    <span>
      <b>${formatRupiah(amount)}</b> ${chip(looks[status], say.states[status])}
      <small>${merchant} · ${id} · ${format(createdAt)}</small>
      <small>${bank} · ${number} · ${holder}</small>
      ${note && html`<small>${note}</small>`}
      ${waits && html`<small>${say.waits(format(waitsUntil))}</small>`}
    </span>
    ${buttons && inlineForm({ id }, [noteField, ...buttons])}
  </li>`
}

const looks: Record<WithdrawalStatus, ChipLook> = {
  requested: 'wait',
  approved: 'wait',
  sent: 'good',
  rejected: 'bad',
  failed: 'bad',
}

/** Asks for confirmation, because sent or returned money cannot be called back. */
function confirmDecision(to: Exclude<WithdrawalDecision['to'], 'approved'>) {
  return async (app: App, { language }: Person, { id }: z.infer<typeof Decision>) => {
    const withdrawal = await app.em('installation').findOne(Withdrawal, { id })
    if (!withdrawal) throw notFound('withdrawal')
    const say = workTexts[language]
    const where = `${withdrawal.bank} ${withdrawal.number}, ${withdrawal.holder}`
    const text = say.sure[to](formatRupiah(withdrawal.amount), where)
    const button = { sent: say.sent, rejected: say.reject, failed: say.failed }[to]
    return { title: button, text, button, isDangerous: to !== 'sent' }
  }
}

function decisionAct(to: WithdrawalDecision['to']) {
  return {
    isSecret: true,
    fields: Decision,
    ...(to === 'approved' ? {} : { confirm: confirmDecision(to) }),
    async run(app: App, visit: Person, { id, note }: z.infer<typeof Decision>) {
      await decideWithdrawal(app, { id, to, note: note || undefined, by: makeUserActor(visit) })
      return { done: 'saved' as const }
    },
  }
}
