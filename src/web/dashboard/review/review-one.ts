import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { findNearPayments } from '../../../money/find-near-payments.ts'
import { findTransfer, type TransferView } from '../../../money/list-transfers.ts'
import { type ReviewAction, reviewTransfer } from '../../../money/review-transfer.ts'
import { findUnreadOfTransfer } from '../../../money/unread/find-transfer-of-unread.ts'
import type { UnreadRow } from '../../../money/unread/unread-row.ts'
import type { App } from '../../../needs.ts'
import { findOrderOfPayment } from '../../../orders/find-order.ts'
import { isPaidByAnother } from '../../../orders/paid-by-another.ts'
import { findPayment, seekPayment } from '../../../payments/find-payment.ts'
import { findReplacement } from '../../../payments/find-replacement.ts'
import type { Payment } from '../../../payments/payment.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card, titleRow } from '../../parts/card.ts'
import { factList } from '../../parts/facts.ts'
import { actButton, banner, field, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage, type PageAct, type SensitiveAct, type ViewContext } from '../../parts/page.ts'
import { rowEntry, rowList } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { paymentTexts } from '../payments/payment-texts.ts'
import { renderPaymentStatus } from '../payments/payments.ts'
import { renderTransferReason, renderTransferStatus } from './review.ts'
import { type ReviewTexts, reviewTexts } from './review-texts.ts'

const Input = z.object({ transfer: RowId })
type Input = z.infer<typeof Input>

const invoiceId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^INV-[0-9A-Z]{20}$/)

const Decision = z.object({
  note: z.string().trim().max(500).optional(),
  invoice: invoiceId.optional(),
  replaced_by: invoiceId.optional(),
})
type Decision = z.infer<typeof Decision>

interface Loaded {
  transfer: TransferView
  /** The payment that it belongs to, or is probably for. */
  payment: Payment | null
  /** Whether its order is still active and was paid by another invoice. */
  isOrderPaid: boolean
  /** Other payments that it may have been meant for, nearest first. */
  near: Payment[]
  /** The unreadable notification that reported it. */
  unread: UnreadRow | null
}
type ShownTransfer = ViewContext<Visit, Input, Loaded>

const refunding: SensitiveAct<Visit, Input, Decision> = {
  kindsOf: () => ['refund'],
  amountOf: async (_fields, { app, visit, input }) => (await findTransfer(app, visit.scope, input.transfer)).amount,
}

/** Money in review: its source, the payment that it is probably for, and the four possible decisions. */
export const reviewOnePage = definePage({
  path: '/dashboard/review/:transfer',
  role: 'read',
  input: Input,
  async load(app, { scope }, { transfer: id }): Promise<Loaded> {
    const transfer = await findTransfer(app, scope, id)
    const invoice = transfer.invoiceId ?? transfer.likelyInvoiceId
    const all = transfer.state === 'review' ? await findNearPayments(app, scope, transfer.amount) : []
    const near = all.filter(({ invoiceId }) => invoiceId !== invoice)
    const unread = await findUnreadOfTransfer(app, scope.accountId, id)
    if (invoice === null) return { transfer, payment: null, isOrderPaid: false, near, unread }
    const payment = await findPayment(app, scope, invoice)
    const order = await findOrderOfPayment(app, payment)
    return { transfer, payment, isOrderPaid: order !== null && isPaidByAnother(order, invoice), near, unread }
  },
  view(view: ShownTransfer) {
    const { language, loaded, refusal, to, visit } = view
    const { transfer } = loaded
    const say = reviewTexts[language]
    const mayDecide = transfer.state === 'review' && mayDo(visit.account.role, 'money')
    const labels = { invoice: say.invoice, note: say.note }
    const reason = transfer.reason !== null && html`<p class="reason">${renderTransferReason(transfer, say)}</p>`
    const surplus = loaded.isOrderPaid && transfer.state === 'review' && banner('warn', say.orderIsPaid)
    return {
      title: formatRupiah(transfer.amount),
      body: html`
        ${backLink(to('/dashboard/review'), say.title)}
        ${titleRow(formatRupiah(transfer.amount), renderTransferStatus(transfer, say))}
        ${refusedBanner({ language, refusal, labels })}
        <div class="pair">
          ${card(null, html`${reason}${surplus}${detailsCard(view, say)}`)}
          <div class="stack">
            ${guessCard(view, say)}
            ${mayDecide && candidatesCard(view, say)}
            ${mayDecide && choiceForms(view, say)}
          </div>
        </div>`,
    }
  },
  act: {
    accept: decisionAct('accept'),
    assign: decisionAct('assign'),
    refund: decisionAct('refund'),
    ignore: decisionAct('ignore'),
  },
})

function decisionAct(action: ReviewAction): PageAct<Visit, Input, Decision> {
  return {
    role: 'money',
    isSecret: true,
    ...(action === 'refund' && { sensitive: refunding }),
    fields: action === 'assign' ? Decision.required({ invoice: true }) : Decision,
    async confirm(app, { scope, language }, { invoice }, { transfer: id }) {
      const { amount, invoiceId, likelyInvoiceId } = await findTransfer(app, scope, id)
      const say = reviewTexts[language]
      const pays = invoice ?? invoiceId ?? likelyInvoiceId ?? ''
      const isPaying = action === 'accept' || action === 'assign'
      const payment = isPaying ? await seekPayment(app, scope, pays) : null
      const other = payment && (await findReplacement(app, payment))
      const text = say.ask[action](formatRupiah(amount), pays)
      return {
        title: say.askTitle[action],
        text: other
          ? `${say.replaced(pays, other.invoiceId, paymentTexts[language].statuses[other.status])} ${text}`
          : text,
        button: say.sure[action],
        isDangerous: action === 'refund' || action === 'ignore' || other !== null,
        ...(other ? { fields: { replaced_by: other.invoiceId } } : {}),
      }
    },
    async run(app: App, { scope, session }, { note, invoice, replaced_by }, { transfer: transferId }) {
      await reviewTransfer(app, scope, {
        transferId,
        action,
        invoiceId: action === 'assign' ? invoice : undefined,
        note: note || undefined,
        replacedBy: replaced_by,
        actor: `user ${session.userId}`,
      })
      return { to: '/dashboard/review', done: 'decided' }
    },
  }
}

function detailsCard(
  { app, language, loaded: { transfer, unread }, to, visit }: ShownTransfer,
  say: ReviewTexts,
): Html {
  const { occurredAt, receivedAt, payerName, payerApp, reference, repeatsId, connectionLabel } = transfer
  return factList([
    [say.arrived, formatMoment(app, language, occurredAt ?? receivedAt)],
    [say.payer, [payerName, payerApp].filter(Boolean).join(', ') || null],
    [say.where, connectionLabel],
    [say.notification, unread && notificationLink(unread, { to, visit }, say)],
    [say.reference, html`<code class="whole-number">${reference}</code>`],
    [say.repeats, repeatsId && html`<a href="${to(`/dashboard/review/${repeatsId}`)}">${say.earlier}</a>`],
    [say.by, transfer.resolvedBy],
    [say.at, transfer.resolvedAt && formatMoment(app, language, transfer.resolvedAt)],
    [say.note, transfer.note],
  ])
}

/** Renders the app that showed it; owner and finance can open its text. */
function notificationLink(
  unread: UnreadRow,
  { to, visit }: Pick<ShownTransfer, 'to' | 'visit'>,
  say: ReviewTexts,
): Html {
  const address = to(`/dashboard/connections/${unread.connection.id}/unread/${unread.id}`)
  const link = mayDo(visit.account.role, 'money') && html`<a href="${address}">${say.openNotification}</a>`
  return html`${unread.packageName} ${link}`
}

function guessCard({ language, loaded: { transfer, payment }, to }: ShownTransfer, say: ReviewTexts): Html | null {
  if (!payment) return null
  const { invoiceId, customerName, description, finalAmount } = payment
  const apart = Math.abs(transfer.amount - finalAmount)
  const due = [say.due(formatRupiah(finalAmount)), apart > 0 && say.off(formatRupiah(apart))]
  return card(
    transfer.invoiceId === null ? say.likely : say.belongs,
    html`<a class="row" href="${to(`/dashboard/payments/${invoiceId}`)}">
      ${rowEntry(customerName ?? description ?? invoiceId, invoiceId, due.filter(Boolean).join(' · '))}
      ${renderPaymentStatus(payment, paymentTexts[language])}
    </a>`,
  )
}

/** Renders payments of a similar amount, each assigned with one press. */
function candidatesCard({ app, language, loaded: { transfer, near } }: ShownTransfer, say: ReviewTexts): Html | null {
  if (near.length === 0) return null
  const rows = near.map(({ invoiceId, customerName, description, finalAmount, createdAt }) => {
    const apart = Math.abs(transfer.amount - finalAmount)
    const due = [say.due(formatRupiah(finalAmount)), apart > 0 && say.off(formatRupiah(apart))]
    const details = [...due, formatMoment(app, language, createdAt)].filter(Boolean).join(' · ')
    return html`<li>
      ${rowEntry(customerName ?? description ?? invoiceId, invoiceId, details)}
      ${inlineForm({ invoice: invoiceId }, actButton('assign', say.acts.assign, 'quiet'))}
    </li>`
  })
  return card(say.near, rowList(rows, ''))
}

/** Renders the forms; money for a paid or cancelled invoice, and money without one, cannot simply be accepted. */
function choiceForms(
  { loaded: { transfer, payment }, given, fieldErrors: errors }: ShownTransfer,
  say: ReviewTexts,
): Html {
  const isPayable = payment?.mayStillBePaid() ?? false
  const note = (id: string) =>
    field({
      name: 'note',
      id,
      label: say.note,
      hint: say.recordHint,
      maxlength: 500,
      isOptional: true,
      value: given.note,
    })
  const one = (action: ReviewAction, fields: Html) => {
    const isOpen = given.invoice !== undefined && action === 'assign'
    return html`<details class="choice"${isOpen && html` open`}>
      <summary><b>${say.acts[action]}</b><small>${say.texts[action]}</small></summary>
      <form method="post" novalidate>
        ${fields}
        ${actButton(action, say.acts[action], action === 'accept' ? 'main' : 'quiet')}
      </form>
    </details>`
  }
  const invoice = field({
    name: 'invoice',
    label: say.invoice,
    hint: say.invoiceHint,
    value: given.invoice ?? transfer.likelyInvoiceId,
    maxlength: 30,
    errors,
  })
  return card(
    say.choose,
    html`
      ${isPayable && one('accept', note('note-accept'))}
      ${one('assign', html`${invoice}${note('note-assign')}`)}
      ${one('refund', note('note-refund'))}
      ${one('ignore', note('note-ignore'))}`,
  )
}
