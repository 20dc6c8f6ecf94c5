import type { ShopRules } from '../../catalog/shop-rules.ts'
import type { Config } from '../../config.ts'
import type { Explanation } from '../../doctor/explain-payment.ts'
import { type Html, html } from '../../lib/html.ts'
import type { WholeOrder } from '../../orders/find-order.ts'
import type { OpenedGoods } from '../../payments/goods/open-goods.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { checkIcon, copyIcon } from '../parts/icons.ts'
import type { Language } from '../parts/language.ts'
import type { selectWay } from './payment-ways.ts'

/** Everything that a payment page shows, so that its view is a pure function of it. */
export interface PaymentPageView {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: Language
  payment: ReturnType<typeof selectWay>
  /** Received money that waits for the merchant's decision. */
  inReview: number[]
  /** The store order that it pays; null if none. */
  order: WholeOrder | null
  /** The address of the order in its customer's chat; null while the payment is open, or if the order has no chat. */
  chat: string | null
  /** The seller's contact; null before the payment has ended, and if the shop has none. */
  contact: Pick<ShopRules, 'whatsapp' | 'phone' | 'address'> | null
  goods: OpenedGoods
  /** The token of the page that verifies the receipt; null before it is paid. */
  receipt: string | null
  /** Set if the payer asked why it is not paid. */
  explanation: Explanation | null
  /** Set if its money is reported by a phone that has not reported since the payment was created. */
  silence: Explanation['silence']
  /** The address to which the payer continues; null before the payment has ended, and if the merchant set none. */
  onwardTo: URL | null
  now: Date
  /** The seconds until a browser without JavaScript reloads the page. */
  refreshS: number | undefined
  /** `offered` if the page can pay itself (test mode), `pressed` just after that. */
  sandbox: 'none' | 'offered' | 'pressed'
  /** Parts that modules add below. */
  added?: Html[]
}

/** Returns whether the payer types the amount: then its last digits, which identify the payment, are highlighted. */
export function isAmountTyped(payment: PaymentView): boolean {
  return payment.receivingAccount !== null || payment.isStaticCode
}

export function factRow(label: string, value: Html | string): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
}

/** Renders a copy button, hidden without a script; the text beside it can then be selected. */
export function copyButton(text: string, label: string, size: 'large' | 'small' = 'large'): Html {
  const words = html`<span data-label${size === 'small' && html` class="unseen"`}>${label}</span>`
  const content = html`${copyIcon}${checkIcon}${words}`
  return html`<button type="button" class="copy ${size}" data-copy="${text}" hidden>${content}</button>`
}
