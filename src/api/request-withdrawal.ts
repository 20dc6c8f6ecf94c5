import { z } from 'zod'
import { requestWithdrawal } from '../books/request-withdrawal.ts'
import { withdrawalMin } from '../books/withdrawal.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, rupiahField } from './fields.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

const RequestWithdrawalBody = z.object({
  amount: rupiahField.meta({ override: { type: 'integer', minimum: withdrawalMin }, description: 'Whole rupiah' }),
  bank: optionalText(50).describe(
    'With account_number and account_holder; defaults to the destination of the last withdrawal',
  ),
  account_number: optionalText(30),
  account_holder: optionalText(100),
})

/** POST /api/request-withdrawal, for which `Idempotency-Key` is required. */
export const requestWithdrawalEndpoint = defineEndpoint({
  method: 'POST',
  path: '/request-withdrawal',
  tag: 'Money',
  summary: 'Withdraw from the balance',
  description:
    'Live mode only. The amount is deducted from the balance immediately; the operator approves and sends it. ' +
    'After a change of the destination, approval waits 24 hours.',
  example: { amount: 50_000, bank: 'BCA', account_number: '1234567890', account_holder: 'Siti Aminah' },
  keepsItsKeys: true,
  needsItsKey: true,
  scope: 'money',
  input: RequestWithdrawalBody,
  answer: 'withdrawalRequested',
  handle(app, standing, input, request) {
    const { amount, bank, account_number, account_holder } = input
    const isGiven = bank !== undefined || account_number !== undefined || account_holder !== undefined
    const destination = { bank: bank ?? '', number: account_number ?? '', holder: account_holder ?? '' }
    return requestWithdrawal(app, standing, {
      amount,
      destination: isGiven ? destination : undefined,
      idempotencyKey: readIdempotencyKey(request, input)!,
      by: { actor: `key ${request.keyId}` },
    })
  },
})
