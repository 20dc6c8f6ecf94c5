import type { Config } from '../../config.ts'
import { type Html, html } from '../../lib/html.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import { findPayerWay, formatPayerWay, payerWayNames, selectFirstOfEachWay } from '../../methods/payer-way.ts'
import type { OfferView } from '../../payments/view-offers.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { makePath } from '../parts/address.ts'
import type { Language } from '../parts/language.ts'
import type { Texts } from '../parts/texts.ts'

interface Chosen {
  config: Pick<Config, 'baseUrl'>
  language: Language
  payment: ReturnType<typeof selectWay>
}

/** Returns the payment with the requested method, otherwise with its first one; unchanged if it has only one. */
export function selectWay(payment: PaymentView, requestedWay: unknown): PaymentView & { way: PaymentMethodId | null } {
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
export function renderWayLinks({ payment, config, language }: Chosen, t: Texts): Html | null {
  if (payment.way === null) return null
  const current = payment.offers.filter(({ method, state }) => method === payment.way && state !== 'failed')
  const methods = selectFirstOfEachWay([...current, ...byUse(payment.offers)].map(({ method }) => method))
  if (methods.length === 1 && methods[0] === payment.way) return null
  const order = payment.offers.map(({ method }) => findPayerWay(method))
  methods.sort((one, other) => order.indexOf(findPayerWay(one)) - order.indexOf(findPayerWay(other)))
  const links = methods.map(method => {
    const address = makePath(config, '/pay', { invoice: payment.invoiceId, way: method, lang: language })
    const here = method === payment.way && html` aria-current="true"`
    const name = payerWayNames[language][findPayerWay(method)]
    return html`<a href="${address}"${here} data-testid="way-${method}">${name}</a>`
  })
  return html`<nav class="ways" aria-label="${t.chooseWay}">${links}</nav>`
}

/** Sorts the ways that can still be used first. */
function byUse(offers: readonly OfferView[]): OfferView[] {
  return offers.toSorted((one, other) => Number(one.state === 'failed') - Number(other.state === 'failed'))
}

/**
 * Renders the part that precedes a code: the button that requests it, or that it is being created or failed. Null once
 * the code exists.
 */
export function renderBeforeCode({ payment, config, language }: Chosen, t: Texts): Html | null {
  const offer = payment.offers.find(({ method }) => method === payment.way)
  switch (offer?.state) {
    case 'choosable': {
      const action = makePath(config, '/pay/pick', { invoice: payment.invoiceId, way: offer.method, lang: language })
      const button = html`<button class="button" data-testid="pick">${t.pickButton}</button>`
      return html`<h2>${t.pickTitle(formatPayerWay(language, findPayerWay(offer.method)))}</h2>
        <p>${t.pickText}</p>
        <form method="post" action="${action}">${button}</form>`
    }
    case 'preparing':
      return html`<div data-again="3000">${preparingPlaceholder(t)}</div>`
    case 'failed':
      return html`<h2>${t.wayFailedTitle}</h2><p class="warning" data-testid="way-failed">${t.wayFailedText}</p>`
    default:
      return null
  }
}

/** Renders the placeholder of a code that is being created. */
export function preparingPlaceholder(t: Texts): Html {
  return html`<h2>${t.preparingTitle}</h2>
    <div class="qr making" aria-hidden="true"><i></i><i></i><i></i></div>
    <p>${t.preparingText}</p>`
}
