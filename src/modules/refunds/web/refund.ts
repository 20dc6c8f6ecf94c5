import { z } from 'zod'
import { openRefundStates, Refund, refundReasonMax } from '../../../books/refund.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { findOrderOfPayment, type WholeOrder } from '../../../orders/find-order.ts'
import { findPayment } from '../../../payments/find-payment.ts'
import type { Payment, PaymentRefund } from '../../../payments/payment.ts'
import { backLink, card } from '../../../web/parts/card.ts'
import {
  actButton,
  checkbox,
  field,
  hiddenField,
  inlineForm,
  largeForm,
  pictureTypes,
  refusedBanner,
} from '../../../web/parts/forms.ts'
import { timeElement } from '../../../web/parts/moment.ts'
import { Once, renderOnceField } from '../../../web/parts/once.ts'
import { definePage, type PageAct, type ViewContext } from '../../../web/parts/page.ts'
import { formatShortDay } from '../../../web/parts/short-day.ts'
import { readOptionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { changeRefund, isChangeable, undoRefund } from '../correct-refund.ts'
import { findSender } from '../find-sender.ts'
import { decideRefund, isOutcomeUnclear } from '../finish-refund.ts'
import { proveRefund } from '../prove-refund.ts'
import { computeRefundAmount, refundPayment } from '../refund-payment.ts'
import { countRestockable } from '../restock.ts'
import { type RefundTexts, refundTexts } from '../texts/refund-texts.ts'

const Input = z.object({ invoice: z.string().regex(/^INV-[0-9A-Z]{20}$/) })
type Input = z.infer<typeof Input>

const reason = z.string().trim().max(refundReasonMax).default('')
const on = z.literal('on').optional()

// Also accepts `line_4`: the number of units of the item with that id.
const Refunding = z
  .object({
    amount: z.string().max(30).default(''),
    reason,
    day: z.string().max(10).default(''),
    restock: on,
    noted: on,
    once: Once,
  })
  .catchall(z.string().max(10))
type Refunding = z.infer<typeof Refunding>

const Correcting = z.object({ refund: z.uuid(), reason })
const Proving = z.object({ refund: z.uuid(), picture: z.union([z.instanceof(Buffer), z.string().max(0)]).optional() })
const Deciding = z.object({ refund: z.uuid() })

const pictureBytesMax = 5 * 1024 * 1024

interface Loaded {
  payment: Readonly<Payment>
  order: WholeOrder | null
  /** The name of the connection whose provider sends the money; null if the merchant does. */
  sender: string | null
  /** The keys of refunds that were undone. */
  takenBack: ReadonlySet<string>
  /** The keys of open refunds whose outcome the merchant may report. */
  unclear: ReadonlySet<string>
  /** The provider's last messages about open refunds, by key. */
  failures: ReadonlyMap<string, string | null>
}

type ShownRefund = ViewContext<Visit, Input, Loaded>

/** Refunds a payment: an amount or lines, with a reason; and undoes a recorded refund. */
export const refundPage = definePage({
  path: '/dashboard/payments/:invoice/refund',
  role: 'money',
  input: Input,
  load: (app, { scope }, { invoice }) => loadRefunds(app, scope, invoice),
  view(view: ShownRefund) {
    const { language, refusal, to, loaded } = view
    const { invoiceId, refunds } = loaded.payment
    const say = refundTexts[language]
    const labels = {
      amount: say.amount,
      reason: say.reason,
      restock: say.restock,
      lines: say.lines,
      day: say.day,
      picture: say.proof,
    }
    const earlier = refunds?.map(one => refundRow(view, say, one))
    return {
      title: say.title,
      body: html`
        ${backLink(to(`/dashboard/payments/${invoiceId}`), say.payment)}
        <h1>${say.title}</h1>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, loaded.payment.mayBeRefunded() ? refundForm(view, say) : html`<p>${say.nothingLeft}</p>`)}
        ${earlier && card(say.earlier, html`<ul class="stack">${earlier}</ul>`)}`,
    }
  },
  act: {
    refund: {
      role: 'money',
      isSecret: true,
      sensitive: { kindsOf: () => ['refund'], amountOf: readAmount },
      fields: Refunding,
      async confirm(app, { language, scope }, fields, { invoice }) {
        const say = refundTexts[language]
        const { payment, order, sender } = await loadRefunds(app, scope, invoice)
        returnedAt(app, fields, payment)
        const request = { amount: readAmount(fields), lines: readLines(fields) }
        const amount = formatRupiah(computeRefundAmount(payment, order?.items.$.getItems() ?? [], request))
        const how = sender && fields.noted !== 'on' ? say.sureSent(sender, amount) : say.sureNoted(amount)
        return { title: say.sure, text: order ? `${how} ${say.isTold}` : how, button: say.yes, isDangerous: true }
      },
      async run(app, visit, fields, { invoice: invoiceId }) {
        const request = {
          invoiceId,
          amount: readAmount(fields),
          lines: readLines(fields),
          reason: fields.reason || undefined,
          returnedAt: returnedAt(app, fields, await findPayment(app, visit.scope, invoiceId)),
          restock: fields.restock === 'on',
          isNoted: fields.noted === 'on',
          key: fields.once,
        }
        await refundPayment(app, visit.scope, request, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    take_back: {
      role: 'money',
      isSecret: true,
      sensitive: { kindsOf: () => ['refund'] },
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
        await undoRefund(app, visit.scope, { invoiceId, key, reason: why || undefined }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    prove: {
      role: 'money',
      fields: Proving,
      fileBytesMax: pictureBytesMax,
      async run(app, visit, { refund: key, picture }, { invoice: invoiceId }) {
        if (!Buffer.isBuffer(picture)) throw refuseField('picture', 'is missing', 'missing')
        await proveRefund(app, visit.scope, { invoiceId, key, picture }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    returned: decideOutcome(true),
    not_returned: decideOutcome(false),
    change: {
      role: 'money',
      fields: Correcting,
      async run(app, visit, { refund: key, reason: why }, { invoice: invoiceId }) {
        await changeRefund(app, visit.scope, { invoiceId, key, reason: why || null }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

/** Returns the page act with which the merchant reports the outcome of a refund that cannot be found out otherwise. */
function decideOutcome(isReturned: boolean): PageAct<Visit, Input, z.infer<typeof Deciding>> {
  return {
    role: 'money',
    isSecret: true,
    sensitive: { kindsOf: () => ['refund'] },
    fields: Deciding,
    async confirm(app, { language, scope }, { refund: key }, { invoice }) {
      const say = refundTexts[language]
      const { refunds } = await findPayment(app, scope, invoice)
      const refund = refunds?.find(one => one.key === key)
      if (!refund) throw notFound('refund')
      const amount = formatRupiah(refund.amount)
      const [title, button] = isReturned ? [say.sureReturned, say.returned] : [say.sureNotReturned, say.notReturned]
      return { title: title(amount), text: say.sureDecided, button, isDangerous: true }
    },
    async run(app, visit, { refund: key }, { invoice: invoiceId }) {
      await decideRefund(app, visit.scope, { invoiceId, key, isReturned }, makeUserActor(visit))
      return { done: 'saved' }
    },
  }
}

async function loadRefunds(app: App, scope: Visit['scope'], invoiceId: string): Promise<Loaded> {
  const payment = await findPayment(app, scope, invoiceId)
  const order = await findOrderOfPayment(app, { accountId: scope.accountId, invoiceId })
  const em = app.em(scope)
  const sender = await findSender(app, em, payment)
  const corrections = await em.find(Refund, { payment: invoiceId, corrects: { $ne: null } }, { populate: ['corrects'] })
  const takenBack = new Set(corrections.map(({ corrects }) => corrects!.key))
  const open = await em.find(Refund, { payment: invoiceId, state: [...openRefundStates] })
  const unclear = new Set(open.filter(refund => isOutcomeUnclear(refund, sender)).map(({ key }) => key))
  const failures = new Map(open.map(({ key, failure }) => [key, failure]))
  return { payment, order, sender: sender?.connection.label ?? null, takenBack, unclear, failures }
}

function readAmount({ amount }: Refunding): number | undefined {
  const typed = readOptionalRupiah(amount)
  if (typed === null) return undefined
  if (!Number.isSafeInteger(typed)) throw refuseField('amount', 'is whole rupiah', 'not_whole')
  return typed
}

/** Returns the day of the refund; unset for today. */
function returnedAt(
  { calendar, now }: Pick<App, 'calendar' | 'now'>,
  { day }: Refunding,
  { paidAt }: Pick<Payment, 'paidAt'>,
): Date | undefined {
  const today = calendar.formatDay(now())
  if (day === '' || day === today) return undefined
  const start = calendar.startOfDay(day)
  if (!start) throw refuseField('day', 'is a day', 'malformed')
  const first = calendar.formatDay(paidAt!)
  if (day > today || day < first) throw refuseField('day', `is from ${first} to ${today}`, 'not_allowed')
  return day === first ? paidAt! : start
}

function readLines(fields: Refunding): { itemId: number; quantity: number }[] | undefined {
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
  const optional = { isOptional: true, errors }
  const canRestock = order?.items.$.exists(item => countRestockable(order, item) > 0)
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
    ${field({ ...optional, name: 'day', label: say.day, hint: say.dayHint, type: 'date', value: given.day })}
    ${canRestock && checkbox({ name: 'restock', label: say.restock, isOn: given.restock === 'on' })}
    ${sender && checkbox({ name: 'noted', label: say.isNoted, isOn: given.noted === 'on' })}
    ${renderOnceField(given)}${actButton('refund', say.submit)}
  </form>`
}

function lineFields(order: WholeOrder, values: Record<string, string>, say: RefundTexts): Html {
  const fields = order.items.$.map(item => {
    const name = `line_${item.id}`
    const label = say.quantity(item.name(), item.quantity)
    return field({ name, label, inputmode: 'numeric', maxlength: 3, value: values[name], isOptional: true })
  })
  return html`<fieldset><legend>${say.lines}</legend><p>${say.linesHint}</p>${fields}</fieldset>`
}

function refundRow({ app, language, loaded, to }: ShownRefund, say: RefundTexts, refund: PaymentRefund): Html {
  const { key, amount, state, reason: why, isByProvider, isCorrection, createdAt, returnedAt: returned } = refund
  const how = isCorrection ? say.correction : say.states[state]
  const isOpen = !isByProvider && !isCorrection && !loaded.takenBack.has(key)
  const at = new Date(createdAt)
  const returnedDay = app.calendar.formatDay(new Date(returned))
  const isOtherDay = returnedDay !== app.calendar.formatDay(at)
  const failure = loaded.failures.get(key)
  return html`<li data-testid="refund">
    <b>${formatRupiah(amount)}</b> · ${how} · ${timeElement(app, language, at, 'whole')}
    ${isOtherDay && html`<br>${say.returnedOn(formatShortDay(language, returnedDay, 'day and year'))}`}
    ${why && html`<br>${why}`}
    ${failure && html`<br><small>${failure}</small>`}
    ${loaded.unclear.has(key) && decisionForms(say, key)}
    ${!isCorrection && state !== 'failed' && proofForm(say, refund, to)}
    ${isOpen && correctionForms(say, refund, isChangeable({ createdAt: at }, app.now()))}
  </li>`
}

function decisionForms(say: RefundTexts, key: string): Html {
  const buttons = [actButton('returned', say.returned, 'quiet'), actButton('not_returned', say.notReturned, 'quiet')]
  return html`<p>${say.unclear}</p>${inlineForm({ refund: key }, buttons)}`
}

function proofForm(say: RefundTexts, { key, proof }: PaymentRefund, to: ShownRefund['to']): Html {
  const picture =
    proof && html`<p><a href="${to('/dashboard/refund-proof', { refund: key })}" download>${say.seeProof}</a></p>`
  const id = `proof-${key}`
  const form = html`${hiddenField('refund', key)}
    ${field({ name: 'picture', id, label: say.proof, hint: say.proofHint, type: 'file', accept: pictureTypes })}
    ${actButton('prove', say.saveProof, 'quiet')}`
  return html`${picture}
    <details><summary>${proof ? say.otherProof : say.addProof}</summary>${largeForm('prove', 'file', form)}</details>`
}

function correctionForms(say: RefundTexts, { key, reason: why }: PaymentRefund, mayChange: boolean): Html {
  const typed = { name: 'reason', maxlength: refundReasonMax }
  return html`<details><summary>${say.correct}</summary>
    ${
      mayChange &&
      html`<form method="post" novalidate>${hiddenField('refund', key)}
        ${field({ ...typed, id: `reason-${key}`, label: say.reason, value: why, isOptional: true })}
        ${actButton('change', say.change, 'quiet')}</form>`
    }
    <form method="post" novalidate>${hiddenField('refund', key)}
      ${field({ ...typed, id: `back-${key}`, label: say.takeBackReason, isOptional: mayChange })}
      ${actButton('take_back', say.takeBack, 'quiet')}</form>
  </details>`
}
