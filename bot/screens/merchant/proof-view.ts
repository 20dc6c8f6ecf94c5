import { explainFailure } from '../../../src/doctor/failure-texts.ts'
import { proofTexts } from '../../../src/doctor/proof-texts.ts'
import { wizardTexts } from '../../../src/doctor/wizard-texts.ts'
import { html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import type { PaymentProof, ProofState } from '../../../src/payments/proof/read-proof.ts'
import { qrPng } from '../../../src/qris/picture.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { connectTexts } from '../../texts/connect-texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { testMark } from '../test-mark.ts'

interface ProofView {
  accountId: number
  connectionId: number
  proof: PaymentProof
}

const marks: Record<ProofState, string> = { done: '✅', waiting: '⏳', failed: '❌', none: '➖' }

const codeMinPx = 720

/** Renders a proof payment in its current state: its code while it can be paid, then its result. */
export function proofView(
  { language, t }: Pick<Voice, 'language' | 't'>,
  { accountId, connectionId, proof }: ProofView,
): Message {
  const { payment, steps, addressProblem, failure, qris, account } = proof
  const say = proofTexts[language]
  const words = connectTexts[language]
  const { invoiceId, status, mode, finalAmount } = payment
  const isPaid = status === 'paid'
  const isOpen = status === 'pending'
  const payer = [payment.payerName, payment.payerApp].filter(Boolean).join(', ')
  const receiver = [account.number, account.holder].filter(Boolean).join(' · ')
  const [head, amount] = [isPaid ? say.first : say.title, formatRupiah(finalAmount)]
  const named: Button[] = [{ text: words.doors, press: makePress('doors', accountId) }]
  const of = [accountId, connectionId, invoiceId]
  const why = failure && explainFailure(failure, language)
  return {
    text: html`<b>${head}</b>${testMark(mode === 'test', t)}\n${amount}\n${steps.map(
      ({ id, state }) => html`\n${marks[state]} ${say.steps[id]}: ${say.states[state]}`,
    )}${addressProblem && html`\n\n⚠️ ${wizardTexts[language].problems[addressProblem]} ${say.stillPolled}`}${
      why && html`\n\n❌ ${why.text}${why.detail && html`\n<i>${why.detail}</i>`}`
    }${qris && html`\n\n${say.scan}`}${!isOpen && !isPaid && html`\n\n${words.ended}`}${
      isPaid && html`\n\n${say.account}: ${receiver}${payer && html`\n${say.paidFrom}: ${payer}`}`
    }`,
    ...(qris && {
      photo: { key: `proof ${invoiceId}`, name: 'qris.png', bytes: async () => qrPng(qris, { minPx: codeMinPx }) },
    }),
    buttons: [
      ...(isOpen ? [[{ text: words.look, press: makePress('proof', ...of) }]] : []),
      ...(isOpen && mode === 'test' ? [[{ text: words.play, press: makePress('playproof', ...of) }]] : []),
      ...(isOpen || isPaid ? [] : [[{ text: words.newCode, press: makePress('prove', accountId, connectionId) }]]),
      named,
    ],
  }
}
