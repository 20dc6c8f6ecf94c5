import { z } from 'zod'
import { makeRule } from '../../lib/refusals/field-error.ts'
import { createBridgedConnector } from '../bridge/bridged-connector.ts'
import { declareInput } from '../form.ts'
import { walletSimulator } from './simulator.ts'
import { walletTexts } from './texts.ts'

// People write numbers as contacts show them: 0812-3456-7890.
const Phone = z
  .string()
  .transform(text => text.replace(/[\s().-]/g, ''))
  .pipe(
    z
      .string()
      .refine(
        text => /^(\+62|62|0)8\d{7,12}$/.test(text),
        makeRule('is an Indonesian mobile number, such as 081234567890', { code: 'not_a_phone' }),
      ),
  )

/** An e-wallet read through a bridge, opened with a phone number, an OTP and a PIN (docs/connectors/wallet.md). */
export const wallet = createBridgedConnector({
  id: 'wallet',
  texts: walletTexts,
  brings: ['wallet_direct'],
  isOpenedByOtp: true,
  provesAccount: true,
  fields: z.object({ phone: declareInput(Phone, { kind: 'tel' }) }),
  simulator: walletSimulator,
})
