import { z } from 'zod'
import { noteRefund } from '../../../books/note-refund.ts'
import { type Explanation, explainPayment } from '../../../doctor/explain-payment.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { confirmByHand } from '../../../money/confirm-by-hand.ts'
import { simulatePayment } from '../../../money/simulate-payment.ts'
import { cancelPayment } from '../../../payments/cancel-payment.ts'
import { findPayment } from '../../../payments/find-payment.ts'
import { findReplacement } from '../../../payments/find-replacement.ts'
import type { Payment } from '../../../payments/payment.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import { type Fact, factList } from '../../parts/facts.ts'
import { actButton, field, inlineForm, refusedBanner } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { findMethodName } from '../../parts/method-names.ts'
import { timeElement } from '../../parts/moment.ts'
import { renderCopyableNumber, renderUnbrokenNumbers } from '../../parts/numbers.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { reviewTexts } from '../review/review-texts.ts'
import { explanationView } from './explanation-view.ts'
import { type PaymentTexts, paymentTexts } from './payment-texts.ts'
import { renderPaymentStatus } from './payments.ts'
import { renderPaymentSharing } from './render-payment-sharing.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Pages about the money of one payment, for members who may move money. */
    paymentLinks: {
      path(invoiceId: string): string
      text: Record<Language, string>
      isShown(payment: Readonly<Payment>): boolean
    }
  }
}

const Confirming = z.object({ note: z.string().trim().min(1).max(500), replaced_by: z.string().max(30).optional() })

const Input = z.object({ invoice: z.string().regex(/^INV-[0-9A-Z]{20}$/) })
type Input = z.infer<typeof Input>

type ShownPayment = ViewContext<Visit, Input, Explanation>

/** A payment: its money, its history, and the possible actions. */
export const paymentDetailPage = definePage({
  path: '/dashboard/payments/:invoice',
  role: 'read',
  input: Input,
  load: (app, { scope }, { invoice }): Promise<Explanation> => explainPayment(app, scope, invoice),
  view(view: ShownPayment) {
    const { language, loaded, refusal, to } = view
    const { payment } = loaded
    const say = paymentTexts[language]
    const events = to('/pay/events', { invoice: payment.invoiceId })
    const live = payment.status === 'pending' && html` data-live="${events}"`
    return {
      title: payment.invoiceId,
      body: html`
        ${backLink(to('/dashboard/payments'), say.title)}
        <div class="head"${live}>
          <h1>${formatRupiah(payment.finalAmount)}</h1>
          ${renderPaymentStatus(payment, say)}
        </div>
        ${refusedBanner({ language, refusal, labels: { note: say.handNote } })}
        ${payment.isForeign && html`<p class="warning" data-testid="foreign-code">${say.foreign}</p>`}
        <div class="pair">${inOrder(view, say)}</div>`,
      script: 'dashboard.js',
    }
  },
  act: {
    cancel: {
      role: 'orders',
      async confirm(app, { scope, language }, _fields, { invoice }) {
        const say = paymentTexts[language]
        const { invoiceId } = await findPayment(app, scope, invoice)
        return { title: say.sureCancel, text: say.sureText(invoiceId), button: say.cancel, isDangerous: true }
      },
      async run(app, { scope }, _fields, { invoice }) {
        await cancelPayment(app, scope, invoice, 'merchant')
        return { done: 'cancelled' }
      },
    },
    refund: {
      role: 'money',
      sensitive: {
        kindsOf: () => ['refund'],
        amountOf: async (_fields, { app, visit, input }) =>
          (await findPayment(app, visit.scope, input.invoice)).refundable(),
      },
      async confirm(app, { scope, language }, _fields, { invoice }) {
        const say = paymentTexts[language]
        const payment = await findPayment(app, scope, invoice)
        const { payerName, payerApp, customerPhone } = payment
        const payer = [payerName, payerApp].filter(Boolean).join(', ')
        return {
          title: say.sureRefund,
          text: say.sureRefundText(formatRupiah(payment.refundable()), payer, customerPhone ?? ''),
          button: say.yesRefund,
        }
      },
      async run(app, visit, _fields, { invoice }) {
        await noteRefund(app, visit.scope, invoice, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    confirm_by_hand: {
      role: 'money',
      isSecret: true,
      fields: Confirming,
      async confirm(app, { scope, language }, _fields, { invoice }) {
        const say = paymentTexts[language]
        const payment = await findPayment(app, scope, invoice)
        const other = await findReplacement(app, payment)
        const { replaced } = reviewTexts[language]
        const text = say.sureHandText(formatRupiah(payment.finalAmount))
        return {
          title: say.sureHand,
          text: other ? `${replaced(invoice, other.invoiceId, say.statuses[other.status])} ${text}` : text,
          button: say.yesHand,
          isDangerous: true,
          ...(other ? { fields: { replaced_by: other.invoiceId } } : {}),
        }
      },
      async run(app, visit, { note, replaced_by: replacedBy }, { invoice: invoiceId }) {
        await confirmByHand(app, visit.scope, { invoiceId, note, replacedBy, ...makeUserActor(visit) })
        return { done: 'saved' }
      },
    },
    simulate: {
      role: 'orders',
      async run(app, { scope }, _fields, { invoice }) {
        const payment = await findPayment(app, scope, invoice)
        if (!canSimulate(payment)) {
          throw new Refusal('refused_transition', 'Only an open payment of the test mode is paid with play money')
        }
        await simulatePayment(app, scope, { invoiceId: invoice, simulation: 'exact' })
        return { done: 'sent' }
      },
    },
  },
})

/** Orders the cards: possible actions first, then, for an unpaid payment, why it is unpaid. */
function inOrder(view: ShownPayment, say: PaymentTexts): Html {
  const acts = card(null, html`${shareCard(view)}${actionButtons(view, say)}${byHand(view, say)}`)
  const why = card(null, explanationView(view))
  const what = card(null, detailsCard(view, say))
  return view.loaded.payment.status === 'paid'
    ? html`<div class="stack">${acts}${what}</div>${why}`
    : html`<div class="stack">${acts}${why}</div>${what}`
}

/** Returns whether a payment can be paid with play money. */
export function canSimulate({ mode, status, isForeign }: Payment): boolean {
  return mode === 'test' && status === 'pending' && !isForeign
}

function detailsCard({ app, language, loaded: { payment } }: ShownPayment, say: PaymentTexts): Html {
  const time = (date: Date | null) => date && timeElement(app, language, date, 'whole')
  const entries: Fact[] = [
    [say.customer, payment.customerName],
    [say.description, renderUnbrokenNumbers(payment.description)],
    [say.price, formatRupiah(payment.amount)],
    [say.uniqueCode, payment.uniqueCode === 0 ? null : payment.uniqueCode],
    [say.fee, payment.onTop() === 0 ? null : formatRupiah(payment.onTop())],
    [say.finalAmount, formatRupiah(payment.finalAmount)],
    [say.method, findMethodName(language, payment.paymentMethod)],
    [say.createdAt, time(payment.createdAt)],
    [say.expiresAt, time(payment.expiresAt)],
    [say.paidAmount, payment.paidAmount === null ? null : formatRupiah(payment.paidAmount)],
    [say.paidAt, time(payment.paidAt)],
    [say.paidVia, payment.paidVia && findMethodName(language, payment.paidVia)],
    [say.refundedAt, time(payment.refundedAt)],
    [say.refundedAmount, payment.refundedAmount && formatRupiah(payment.refundedAmount)],
    [say.reference, payment.paidReffNum],
    [say.payer, [payment.payerName, payment.payerApp].filter(Boolean).join(', ') || null],
    [say.email, payment.customerEmail],
    [say.phone, payment.customerPhone],
    [say.ownReference, payment.reference],
    [say.invoice, renderCopyableNumber(language, payment.invoiceId, 'whole')],
    ...Object.entries(payment.metadata),
  ]
  return factList(entries)
}

function shareCard({ app, language, visit, loaded: { payment } }: ShownPayment): Html | null {
  return renderPaymentSharing({ config: app.config, language, payment, merchant: visit.account.name })
}

function actionButtons({ app, language, loaded: { payment }, visit, to }: ShownPayment, say: PaymentTexts): Html {
  const { invoiceId, status } = payment
  const address = to('/pay', { invoice: invoiceId })
  const payPage = html`<a class="button quiet" href="${address}" target="_blank" rel="noopener">${say.payPage}</a>`
  if (status === 'paid' && mayDo(visit.account.role, 'money')) {
    const links = listAdditions(app, 'paymentLinks')
      .filter(({ isShown }) => isShown(payment))
      .map(({ path, text }) => linkButton(to(path(invoiceId)), text[language], 'quiet'))
    const whole = payment.mayBeRefunded() && actButton('refund', say.refund, 'quiet')
    return inlineForm({}, [payPage, whole, ...links])
  }
  if (status !== 'pending' || !mayDo(visit.account.role, 'orders')) return payPage
  return inlineForm({}, [
    canSimulate(payment) && actButton('simulate', say.simulate),
    payPage,
    actButton('cancel', say.cancel, 'danger'),
  ])
}

/**
 * Renders the confirmation by hand: a member who saw the money at the other merchant can confirm it, even after the
 * deadline.
 */
function byHand(view: ShownPayment, say: PaymentTexts): Html | null {
  const { loaded, visit, given, fieldErrors: errors } = view
  const { payment } = loaded
  const isOpen = payment.isForeign && payment.mayStillBePaid()
  if (!isOpen || !mayDo(visit.account.role, 'money')) return null
  const note = field({
    name: 'note',
    label: say.handNote,
    hint: say.handNoteHint,
    maxlength: 500,
    value: given.note,
    errors,
  })
  return html`<form method="post" novalidate>
    <h3>${say.hand}</h3>
    ${note}${actButton('confirm_by_hand', say.hand, 'danger')}
  </form>`
}
