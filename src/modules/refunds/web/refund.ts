import { z } from 'zod'
import { Refund, refundReasonMax } from '../../../books/refund.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { findOrderOfPayment, type WholeOrder } from '../../../orders/find-order.ts'
import { findPayment } from '../../../payments/find-payment.ts'
import type { Payment, PaymentRefund } from '../../../payments/payment.ts'
import { card, trail } from '../../../web/parts/card.ts'
import { actButton, field, hidden, refusedBanner, tick } from '../../../web/parts/forms.ts'
import { timeOf } from '../../../web/parts/moment.ts'
import { Once, onceField } from '../../../web/parts/once.ts'
import { page, type Shown } from '../../../web/parts/page.ts'
import { optionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { actingOf, type Visit } from '../../../web/parts/visit.ts'
import { changeRefund, isChangeable, takeBackRefund } from '../correct-refund.ts'
import { findSender } from '../find-sender.ts'
import { amountOfRefund, refundPayment } from '../refund-payment.ts'
import { restockable } from '../restock.ts'
import { type RefundTexts, refundTexts } from './refund-texts.ts'

const Input = z.object({ invoice: z.string().regex(/^INV-[0-9A-Z]{20}$/) })
type Input = z.infer<typeof Input>

const reason = z.string().trim().max(refundReasonMax).default('')
const on = z.literal('on').optional()

// And `line_4`: how many units of the item of that id.
const Refunding = z
  .object({ amount: z.string().max(30).default(''), reason, restock: on, noted: on, once: Once })
  .catchall(z.string().max(10))
type Refunding = z.infer<typeof Refunding>

const Correcting = z.object({ refund: z.uuid(), reason })

interface Loaded {
  payment: Readonly<Payment>
  order: WholeOrder | null
  /** The name of the connection whose provider sends the money; null if the merchant does. */
  sender: string | null
  /** The keys of refunds that were taken back. */
  takenBack: ReadonlySet<string>
}

type ShownRefund = Shown<Visit, Input, Loaded>

/** Returns money of one payment: an amount or lines, with a reason; and undoes a record. */
export const refundPage = page({
  path: '/dashboard/payments/:invoice/refund',
  role: 'money',
  input: Input,
  load: (app, { scope }, { invoice }) => loadRefunds(app, scope, invoice),
  view(shown: ShownRefund) {
    const { language, refusal, to, loaded } = shown
    const { invoiceId, refunds } = loaded.payment
    const say = refundTexts[language]
    const labels = { amount: say.amount, reason: say.reason, restock: say.restock, lines: say.lines }
    const earlier = refunds?.map(one => refundRow(shown, say, one))
    return {
      title: say.title,
      body: html`
        ${trail(to(`/dashboard/payments/${invoiceId}`), say.payment)}
        <h1>${say.title}</h1>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, loaded.payment.mayBeRefunded() ? refundForm(shown, say) : html`<p>${say.nothingLeft}</p>`)}
        ${earlier && card(say.earlier, html`<ul class="stack">${earlier}</ul>`)}`,
    }
  },
  act: {
    refund: {
      role: 'money',
      isSecret: true,
      fields: Refunding,
      async confirm(app, { language, scope }, fields, { invoice }) {
        const say = refundTexts[language]
        const { payment, order, sender } = await loadRefunds(app, scope, invoice)
        const request = { amount: amountOf(fields), lines: linesOf(fields) }
        const amount = formatRupiah(amountOfRefund(payment, order?.items.$.getItems() ?? [], request))
        const how = sender && fields.noted !== 'on' ? say.sureSent(sender, amount) : say.sureNoted(amount)
        return { title: say.sure, text: order ? `${how} ${say.isTold}` : how, button: say.yes, isDangerous: true }
      },
      async run(app, visit, fields, { invoice: invoiceId }) {
        const request = {
          invoiceId,
          amount: amountOf(fields),
          lines: linesOf(fields),
          reason: fields.reason || undefined,
          restock: fields.restock === 'on',
          isNoted: fields.noted === 'on',
          key: fields.once,
        }
        await refundPayment(app, visit.scope, request, actingOf(visit))
        return { done: 'saved' }
      },
    },
    take_back: {
      role: 'money',
      isSecret: true,
      fields: Correcting,
      async confirm(app, { language, scope }, { refund: key }, { invoice }) {
        const say = refundTexts[language]
        const { refunds } = await findPayment(app, scope, invoice)
        const refund = refunds?.find(one => one.key === key)
        if (!refund) throw notFound('refund')
        const text = say.sureTakeBackText(formatRupiah(refund.amount))
        return { title: say.sureTakeBack, text, button: say.takeBack, isDangerous: true }
      },
      async run(app, visit, { refund: key, reason: why }, { invoice: invoiceId }) {
        await takeBackRefund(app, visit.scope, { invoiceId, key, reason: why || undefined }, actingOf(visit))
        return { done: 'saved' }
      },
    },
    change: {
      role: 'money',
      fields: Correcting,
      async run(app, visit, { refund: key, reason: why }, { invoice: invoiceId }) {
        await changeRefund(app, visit.scope, { invoiceId, key, reason: why || null }, actingOf(visit))
        return { done: 'saved' }
      },
    },
  },
})

async function loadRefunds(app: App, scope: Visit['scope'], invoiceId: string): Promise<Loaded> {
  const payment = await findPayment(app, scope, invoiceId)
  const order = await findOrderOfPayment(app, { accountId: scope.accountId, invoiceId })
  const em = app.em(scope)
  const sender = await findSender(app, em, payment)
  const corrections = await em.find(Refund, { payment: invoiceId, corrects: { $ne: null } }, { populate: ['corrects'] })
  const takenBack = new Set(corrections.map(({ corrects }) => corrects!.key))
  return { payment, order, sender: sender?.connection.label ?? null, takenBack }
}

function amountOf({ amount }: Refunding): number | undefined {
  const typed = optionalRupiah(amount)
  if (typed === null) return undefined
  if (!Number.isSafeInteger(typed)) throw refuseField('amount', 'is whole rupiah', 'not_whole')
  return typed
}

function linesOf(fields: Refunding): { itemId: number; quantity: number }[] | undefined {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const itemId = /^line_(\d{1,15})$/.exec(name)?.[1]
    const quantity = Number(value)
    return itemId && value !== '' && quantity !== 0 ? [{ itemId: Number(itemId), quantity }] : []
  })
  if (lines.some(({ quantity }) => !Number.isSafeInteger(quantity))) {
    throw refuseField('lines', 'are whole numbers', 'not_whole')
  }
  return lines.length === 0 ? undefined : lines
}

function refundForm({ loaded, given, fieldErrors: errors }: ShownRefund, say: RefundTexts): Html {
  const { payment, order, sender } = loaded
  const canRestock = order?.items.$.exists(item => restockable(order, item) > 0)
  return html`<form method="post" novalidate>
    <p>${say.left(formatRupiah(payment.refundable()))}</p>
    <p>${sender ? say.byProvider(sender) : say.byYou}</p>
    ${field({
      name: 'amount',
      label: say.amount,
      hint: order ? say.amountOrLinesHint : say.amountHint,
      inputmode: 'numeric',
      maxlength: 30,
      value: given.amount,
      isOptional: true,
      errors,
    })}
    ${order && lineFields(order, given, say)}
    ${field({
      name: 'reason',
      label: say.reason,
      hint: say.reasonHint,
      maxlength: refundReasonMax,
      value: given.refund ? '' : given.reason,
      isOptional: true,
      errors,
    })}
    ${canRestock && tick({ name: 'restock', label: say.restock, isOn: given.restock === 'on' })}
    ${sender && tick({ name: 'noted', label: say.isNoted, isOn: given.noted === 'on' })}
    ${onceField(given)}${actButton('refund', say.submit)}
  </form>`
}

function lineFields(order: WholeOrder, given: Record<string, string>, say: RefundTexts): Html {
  const fields = order.items.$.map(item => {
    const name = `line_${item.id}`
    const label = say.quantity(item.name(), item.quantity)
    return field({ name, label, inputmode: 'numeric', maxlength: 3, value: given[name], isOptional: true })
  })
  return html`<fieldset><legend>${say.lines}</legend><p>${say.linesHint}</p>${fields}</fieldset>`
}

function refundRow({ app, language, loaded }: ShownRefund, say: RefundTexts, refund: PaymentRefund): Html {
  const { key, amount, state, reason: why, isByProvider, isCorrection, createdAt } = refund
  const how = isCorrection ? say.correction : say.states[state]
  const isOpen = !isByProvider && !isCorrection && !loaded.takenBack.has(key)
  const at = new Date(createdAt)
  return html`<li data-testid="refund">
    <b>${formatRupiah(amount)}</b> · ${how} · ${timeOf(app, language, at, 'whole')}
    ${why && html`<br>${why}`}
    ${isOpen && correctionForms(say, refund, isChangeable({ createdAt: at }, app.now()))}
  </li>`
}

function correctionForms(say: RefundTexts, { key, reason: why }: PaymentRefund, mayChange: boolean): Html {
  const typed = { name: 'reason', maxlength: refundReasonMax }
  return html`<details><summary>${say.correct}</summary>
    ${
      mayChange &&
      html`<form method="post" novalidate>${hidden('refund', key)}
        ${field({ ...typed, id: `reason-${key}`, label: say.reason, value: why, isOptional: true })}
        ${actButton('change', say.change, 'quiet')}</form>`
    }
    <form method="post" novalidate>${hidden('refund', key)}
      ${field({ ...typed, id: `back-${key}`, label: say.takeBackReason, isOptional: mayChange })}
      ${actButton('take_back', say.takeBack, 'quiet')}</form>
  </details>`
}
