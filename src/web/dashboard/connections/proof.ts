import { z } from 'zod'
import { findConnection } from '../../../connections/find-connection.ts'
import { type ProofTexts, proofTexts } from '../../../doctor/proof-texts.ts'
import { searchForMoney } from '../../../doctor/search-for-money.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import { simulatePayment } from '../../../money/simulate-payment.ts'
import type { Payment } from '../../../payments/payment.ts'
import { type PaymentProof, readProof } from '../../../payments/proof/read-proof.ts'
import { computeProofAmount, startProof } from '../../../payments/proof/start-proof.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import { factList } from '../../parts/facts.ts'
import { failureView } from '../../parts/failure-view.ts'
import { actButton, banner, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { canSimulate } from '../payments/payment.ts'
import { ConnectionInput } from './connection.ts'

const Input = ConnectionInput.extend({
  invoice: z
    .string()
    .regex(/^INV-[0-9A-Z]{20}$/)
    .optional(),
})

interface Loaded {
  label: string
  amount: number
  proof: PaymentProof | null
}
type ShownProof = ViewContext<Visit, z.infer<typeof Input>, Loaded>

/** A real payment of the minimum amount, step by step, until the first rupiah has arrived. */
export const proofPage = definePage({
  path: '/dashboard/connections/:connection/proof',
  role: 'money',
  input: Input,
  async load(app, { scope }, { connection: connectionId, invoice }): Promise<Loaded> {
    const { connection } = await findConnection(app, scope, connectionId)
    const kind = app.connectors[connection.connector]
    if (!kind.traits.makesCodes) throw notFound('page')
    const amount = computeProofAmount({ ...kind.window, ...connection.windowOverrides })
    const proof = invoice ? await readProof(app, scope, { connectionId, invoiceId: invoice }) : null
    return { label: connection.label, amount, proof }
  },
  view(view: ShownProof) {
    const { language, refusal, loaded, to, input } = view
    const say = proofTexts[language]
    const { proof, amount } = loaded
    const start = actButton('prove', proof ? say.again : say.start, proof ? 'quiet' : 'main')
    const isOver = proof !== null && proof.payment.status !== 'pending'
    return {
      title: say.title,
      body: html`
        ${backLink(to(`/dashboard/connections/${input.connection}`), loaded.label)}
        <h1>${say.title}</h1>
        ${refusedBanner({ language, refusal })}
        ${!proof && card(null, html`<p>${say.intro(formatRupiah(amount))}</p>${inlineForm({}, start)}`)}
        ${proof && proofView(view, proof)}
        ${isOver && inlineForm({}, start)}`,
      script: ['dashboard.js', 'watch.js'],
    }
  },
  act: {
    look: {
      role: 'money',
      async run(app, { scope }, _fields, { connection: connectionId, invoice = '' }) {
        await readProof(app, scope, { connectionId, invoiceId: invoice })
        await searchForMoney(app, invoice)
        return { to: `/dashboard/connections/${connectionId}/proof?invoice=${invoice}` }
      },
    },
    play: {
      role: 'money',
      async run(app, { scope }, _fields, { connection: connectionId, invoice = '' }) {
        const { payment } = await readProof(app, scope, { connectionId, invoiceId: invoice })
        if (!canSimulate(payment)) {
          throw new Refusal('refused_transition', 'Only an open payment of the test mode is paid with play money')
        }
        await simulatePayment(app, scope, { invoiceId: invoice, simulation: 'exact' })
        return { to: `/dashboard/connections/${connectionId}/proof?invoice=${invoice}` }
      },
    },
    prove: {
      role: 'money',
      async run(app, visit, _fields, { connection: connectionId }) {
        const standing = await findStandingByAccount(app, visit.account.id, visit.scope.mode)
        if (!standing) throw notFound('account')
        const { invoiceId } = await startProof(app, standing, connectionId, makeUserActor(visit))
        return { to: `/dashboard/connections/${connectionId}/proof?invoice=${invoiceId}` }
      },
    },
  },
})

function proofView(view: ShownProof, proof: PaymentProof): Html {
  const { language, to, input } = view
  const { connection: connectionId } = input
  const say = proofTexts[language]
  const { payment, steps, account, addressProblem, failure, qris } = proof
  const amount = formatRupiah(payment.finalAmount)
  const events = to('/pay/events', { invoice: payment.invoiceId })
  const phase = qris === null ? 'preparing' : 'payable'
  const live = payment.status === 'pending' && html` data-live="${events}" data-phase="${phase}"`
  const payer = [payment.payerName, payment.payerApp].filter(Boolean).join(', ')
  const receiver = [account.number, account.holder].filter(Boolean).join(' · ')
  const named = factList([
    [say.account, receiver || null],
    [say.paidFrom, payer || null],
  ])
  // Until every step has its result: a notification may arrive after the money was found.
  const isOpen = steps.some(({ state }) => state === 'waiting')
  const watch =
    isOpen && html` data-watch="${to(`/dashboard/connections/${connectionId}/proof`, { invoice: payment.invoiceId })}"`
  const list = steps.map(
    ({ id, state }) => html`<li data-step="${id}" data-state="${state}"${state === 'done' && html` class="ready"`}>
      ${say.steps[id]}: <b>${say.states[state]}</b></li>`,
  )
  const picture = to('/pay/qr.png', { invoice: payment.invoiceId })
  return html`<div class="stack" id="proof"${watch}>
    ${payment.status === 'paid' && banner('done', say.first)}
    ${addressProblem && banner('warn', html`${wizardTexts[language].problems[addressProblem]} ${say.stillPolled}`)}
    ${failure && banner('stop', failureView(failure, language))}
    <div class="head"${live}><h2>${amount}</h2></div>
    <div class="pair">
      ${
        qris &&
        card(
          null,
          html`${codeView(say, { picture, amount })}
        <div class="inline">${inlineForm({}, actButton('look', say.look, 'quiet'))}${playForm(view, payment)}</div>`,
        )
      }
      ${card(null, html`<ol class="steps" data-testid="proof-steps">${list}</ol>${named}`)}
    </div>
    ${payment.status === 'paid' && html`<p>${linkButton(to('/dashboard'), say.goOn)}</p>`}
  </div>`
}

/** Renders the button that pays in test mode, in which real money cannot be used. */
function playForm({ language }: ShownProof, payment: Payment): Html | false {
  return canSimulate(payment) && inlineForm({}, actButton('play', proofTexts[language].play))
}

function codeView(say: ProofTexts, { picture, amount }: { picture: string; amount: string }): Html {
  return html`<figure class="qr">
    <img src="${picture}" width="264" height="264" alt="${say.qrAlt(amount)}" data-testid="qr">
    <figcaption>${say.scan}</figcaption>
  </figure>`
}
