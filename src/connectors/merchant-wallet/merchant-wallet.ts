import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { makeRule } from '../../lib/refusals/field-error.ts'
import { createBridgedConnector } from '../bridge/bridged-connector.ts'
import { declareInput } from '../form.ts'
import { merchantWalletSimulator } from './simulator.ts'
import { merchantWalletTexts } from './texts.ts'

/** Accepts a pasted JSON text or the object itself. */
const pasted = () =>
  declareInput(
    z.preprocess(
      value => (typeof value === 'string' ? (parseJson(value) ?? value) : value),
      z
        .record(z.string(), z.unknown(), 'is a JSON object, as the wallet shows it')
        .refine(
          object => JSON.stringify(object).length <= 16_384,
          makeRule('is longer than 16384 characters', { code: 'too_long', max: 16_384 }),
        ),
    ),
    { kind: 'area' },
  )

/** A merchant wallet read through a bridge, opened by the token of its app (docs/connectors/merchant-wallet.md). */
export const merchantWallet = createBridgedConnector({
  id: 'merchant-wallet',
  texts: merchantWalletTexts,
  brings: ['wallet_qris'],
  provesAccount: true,
  fields: z.object({ token: pasted(), device: pasted() }),
  simulator: merchantWalletSimulator,
})
