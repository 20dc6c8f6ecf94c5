import { z } from 'zod'
import { makeRule } from '../../lib/refusals/field-error.ts'
import { createBridgedConnector } from '../bridge/bridged-connector.ts'
import { declareInput } from '../form.ts'
import { bankSimulator } from './simulator.ts'
import { bankTexts } from './texts.ts'

const Word = z.string().trim().min(1).max(100)

/** A merchant's own bank QRIS, read through a bridge that signs in to the bank (docs/connectors/bank.md). */
export const bank = createBridgedConnector({
  id: 'bank',
  texts: bankTexts,
  brings: ['qris_user'],
  fields: z.object({
    host: z
      .string()
      .trim()
      .max(253)
      .refine(
        text => /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/.test(text),
        makeRule('is a host name, with a port where it needs one', { code: 'not_a_host' }),
      ),
    username: Word,
    password: declareInput(z.string().min(1).max(200), { kind: 'password' }),
    merchant_id: Word.max(50),
    terminal_id: Word.max(50),
  }),
  simulator: bankSimulator,
})
