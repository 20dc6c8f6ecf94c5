import type { Config } from '../../config.ts'
import { type Html, html } from '../../lib/html.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import { firstOfEachWay, payerWay, payerWayInSentence, payerWayNames } from '../../methods/payer-way.ts'
import type { OfferView } from '../../payments/view-offers.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { pathTo } from '../parts/address.ts'
import type { Language } from '../parts/language.ts'
import type { Texts } from '../parts/texts.ts'

interface Chosen {
  config: Pick<Config, 'baseUrl'>
  language: Language
  payment: ReturnType<typeof inWay>
}

/** Returns the payment with the requested method, otherwise with its first one; unchanged if it has only one. */
export function inWay(payment: PaymentView, requestedWay: unknown): PaymentView & { way: PaymentMethodId | null } {
  const { offers } = payment
  if (payment.paymentMethod !== 'all' || offers.length < 2) return { ...payment, way: null }
  const { method, qris, isStaticCode, receivingAccount } =
    offers.find(offer => offer.method === requestedWay) ?? byUse(offers)[0]!
  return { ...payment, qris, isStaticCode, receivingAccount, way: method }
}

/**
 * Renders the ways to choose from, each by the method that serves it best; null if there is only one. Links, so that no
 * script is needed.
 */
export function wayLinks({ payment, config, language }: Chosen, say: Texts): Html | null {
  if (payment.way === null) return null
  const current = payment.offers.filter(({ method, state }) => method === payment.way && state !== 'failed')
  const methods = firstOfEachWay([...current, ...byUse(payment.offers)].map(({ method }) => method))
  if (methods.length === 1 && methods[0] === payment.way) return null
  const order = payment.offers.map(({ method }) => payerWay(method))
  methods.sort((one, other) => order.indexOf(payerWay(one)) - order.indexOf(payerWay(other)))
  const links = methods.map(method => {
    const address = pathTo(config, '/pay', { invoice: payment.invoiceId, way: method, lang: language })
    const here = method === payment.way && html` aria-current="true"`
    const name = payerWayNames[language][payerWay(method)]
    return html`<a href="${address}"${here} data-testid="way-${method}">${name}</a>`
  })
  return html`<nav class="ways" aria-label="${say.chooseWay}">${links}</nav>`
}

/** Sorts the ways that can still be used first. */
function byUse(offers: readonly OfferView[]): OfferView[] {
  return offers.toSorted((one, other) => Number(one.state === 'failed') - Number(other.state === 'failed'))
}

/**
 * Renders the part that precedes a code: the button that requests it, or that it is being created or failed. Null once
 * the code exists.
 */
export function beforeCode({ payment, config, language }: Chosen, say: Texts): Html | null {
  const offer = payment.offers.find(({ method }) => method === payment.way)
  switch (offer?.state) {
    case 'choosable': {
      const action = pathTo(config, '/pay/pick', { invoice: payment.invoiceId, way: offer.method, lang: language })
      const button = html`<button class="button" data-testid="pick">${say.pickButton}</button>`
      return html`<h2>${say.pickTitle(payerWayInSentence(language, payerWay(offer.method)))}</h2>
        <p>${say.pickText}</p>
        <form method="post" action="${action}">${button}</form>`
    }
    case 'preparing':
      return html`<div data-again="3000">${preparingPlaceholder(say)}</div>`
    case 'failed':
      return html`<h2>${say.wayFailedTitle}</h2><p class="warning" data-testid="way-failed">${say.wayFailedText}</p>`
    default:
      return null
  }
}

/** Renders the placeholder of a code that is being created. */
export function preparingPlaceholder(say: Texts): Html {
  return html`<h2>${say.preparingTitle}</h2>
    <div class="qr making" aria-hidden="true"><i></i><i></i><i></i></div>
    <p>${say.preparingText}</p>`
}
