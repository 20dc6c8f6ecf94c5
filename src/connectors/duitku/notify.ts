import { z } from 'zod'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type Push, type PushContents } from '../connector.ts'
import { type DuitkuCall, findProject } from './project.ts'
import { type SignatureForm, signText } from './signature.ts'

const Callback = z.object({
  merchantCode: z.string().min(1).max(50),
  amount: z.string().min(1).max(20),
  merchantOrderId: z.string().min(1).max(64),
  resultCode: z.string().max(10),
  signature: z.string().min(1).max(128),
})

const paid = '00'

/**
 * Reads the callback about one code. Its signature does not cover the result, so a callback is only a reason to check.
 * It must be signed in the form that the project uses, because the old form is easier to forge.
 */
export async function receivePush(call: DuitkuCall, push: Push): Promise<PushContents> {
  const callback = readCallback(push)
  const form = signedForm(call, callback)
  if (form === null) throw new ConnectorError('unauthorized', 'the signature is not of this project')
  if (form !== (await currentForm(call, form))) {
    throw new ConnectorError('unauthorized', 'the signature has a form that is no longer used')
  }
  const charges = callback.resultCode === paid ? [callback.merchantOrderId] : []
  return {
    charges: charges.map(reference => ({ reference, providerInvoiceId: null })),
    transfers: [],
    form,
    answer: { status: 200, body: {} },
  }
}

/** Returns the signature form of the project. If the stored form differs, Duitku is asked again. */
async function currentForm(call: DuitkuCall, form: SignatureForm): Promise<SignatureForm> {
  const known = await findProject(call)
  if (known.form === form) return form
  await call.tokens?.drop(known.text)
  return (await findProject(call)).form
}

/** Returns the text that the signature of a callback covers. */
export function listSignedTexts(_call: DuitkuCall, push: Push): string[] {
  return [signedText(readCallback(push))]
}

type Callback = z.output<typeof Callback>

function readCallback({ body }: Push): Callback {
  const parsed = Callback.safeParse(Object.fromEntries(new URLSearchParams(body.toString('utf8'))))
  if (parsed.success) return parsed.data
  throw new ConnectorError('unexpected', 'the callback is not a form that names one payment')
}

const signedText = ({ merchantCode, amount, merchantOrderId }: Callback) => `${merchantCode}${amount}${merchantOrderId}`

function signedForm({ credentials }: DuitkuCall, callback: Callback): SignatureForm | null {
  if (callback.merchantCode !== credentials.merchant_code) return null
  const forms: SignatureForm[] = ['hmac', 'old']
  const text = signedText(callback)
  const isOf = (form: SignatureForm) =>
    isSameText(callback.signature.toLowerCase(), signText({ form, apiKey: credentials.api_key }, text))
  return forms.find(isOf) ?? null
}
