import type { Config } from '../../config.ts'
import { type Html, html } from '../../lib/html.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { pathTo } from '../parts/address.ts'
import type { Language } from '../parts/language.ts'
import type { Texts } from '../parts/texts.ts'

interface Chosen {
  config: Pick<Config, 'baseUrl'>
  language: Language
  payment: ReturnType<typeof inWay>
}

/** The payment in the requested way, else in its first one; unchanged if it has only one. */
export function inWay(payment: PaymentView, asked: unknown): PaymentView & { way: PaymentMethodId | null } {
  const { offers } = payment
  if (payment.paymentMethod !== 'all' || offers.length < 2) return { ...payment, way: null }
  const { method, qris, isStaticCode, receivingAccount } = offers.find(offer => offer.method === asked) ?? offers[0]!
  return { ...payment, qris, isStaticCode, receivingAccount, way: method }
}

/** The ways to choose from; nothing where there is only one. Links, so that no script is needed. */
export function ways({ payment, config, language }: Chosen, say: Texts): Html | null {
  if (payment.way === null) return null
  const links = payment.offers.map(({ method }) => {
    const address = pathTo(config, '/pay', { invoice: payment.invoiceId, way: method, lang: language })
    const current = method === payment.way && html` aria-current="true"`
    return html`<a href="${address}"${current} data-testid="way-${method}">${nameOf(method, say)}</a>`
  })
  return html`<nav class="ways" aria-label="${say.chooseWay}">${links}</nav>`
}

function nameOf(method: PaymentMethodId, say: Texts): string {
  const names = { qris_user: say.wayBank, wallet_qris: say.wayStore, wallet_direct: say.wayWallet, qris: say.wayQris }
  return names[method as keyof typeof names]
}

/**
 * The part in place of a code: the button that requests it, or that it is being made or failed. Null once the code is
 * there.
 */
export function beforeCode({ payment, config, language }: Chosen, say: Texts): Html | null {
  const offer = payment.offers.find(({ method }) => method === payment.way)
  switch (offer?.state) {
    case 'choosable': {
      const action = pathTo(config, '/pay/pick', { invoice: payment.invoiceId, way: offer.method, lang: language })
      const button = html`<button class="button" data-testid="pick">${say.pickButton}</button>`
      return html`<h2>${say.pickTitle(nameOf(offer.method, say))}</h2>
        <p>${say.pickText}</p>
        <form method="post" action="${action}">${button}</form>`
    }
    case 'preparing':
      return html`<div data-again="3000">${preparing(say)}</div>`
    case 'failed':
      return html`<h2>${say.wayFailedTitle}</h2><p class="warning" data-testid="way-failed">${say.wayFailedText}</p>`
    default:
      return null
  }
}

/** The placeholder of a code that is being made. */
export function preparing(say: Texts): Html {
  return html`<h2>${say.preparingTitle}</h2>
    <div class="qr making" aria-hidden="true"><i></i><i></i><i></i></div>
    <p>${say.preparingText}</p>`
}
