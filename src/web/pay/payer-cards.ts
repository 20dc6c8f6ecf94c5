import type { Mode } from '../../database/scope.ts'
import type { Html } from '../../lib/html.ts'
import type { Needs } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import type { Language } from '../parts/language.ts'

/** The payment or order that a payer views. */
export interface Payer {
  accountId: number
  mode: Mode
  invoiceId: string
  language: Language
}

type CardNeeds = Needs<'em' | 'seal' | 'config' | 'mailer'>

declare module '../../slots.ts' {
  interface Slots {
    /** Renders a part below a payment page, such as a form for news about an order; null for none. */
    payerCards(app: CardNeeds, payer: Payer): Promise<Html | null>
  }
}

/** Renders the modules' additions below a payment page. */
export async function renderPayerCards(app: CardNeeds & Needs<'slots'>, payer: Payer): Promise<Html[]> {
  const cards = await Promise.all(listAdditions(app, 'payerCards').map(draw => draw(app, payer)))
  return cards.flatMap(card => card ?? [])
}
