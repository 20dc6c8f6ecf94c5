import { type Html, html } from '../../../lib/html.ts'
import { makeTelLink } from '../../../lib/phone.ts'
import { chip } from '../../../web/parts/card.ts'
import { merchantLogo } from '../../../web/parts/merchant-logo.ts'
import { coverPath } from './menu-pictures.ts'
import type { ShownShop } from './shown-menu.ts'

/** Renders the shop's colour for the page's outer element. Inside Telegram the person's own colours are used. */
export function renderColour({ colour, isInTelegram }: ShownShop): Html | null {
  return isInTelegram || colour === 'green' ? null : html` data-colour="${colour}"`
}

/** Renders the picture above the list; null without one. */
export function menuCover({ config, coverKey }: ShownShop): Html | null {
  if (coverKey === null) return null
  return html`<img class="menu-cover" src="${coverPath(config, coverKey)}" width="960" height="320" alt="">`
}

/** Renders the name of the shop, whether it is open, and the customer's table. */
export function menuHead(shop: ShownShop): Html {
  const { say, name, rules, scope, logo, config } = shop
  const picture = merchantLogo(config, name, logo)
  return html`<header class="merchant">${picture}<div><p>${say.menu}</p><h1>${name}</h1></div></header>
    ${scope.mode === 'test' && html`<p class="test">${say.testMode}</p>`}
    <p class="menu-state">
      ${shop.isOpen ? chip('good', say.open) : chip('bad', say.closed)}
      ${shop.isOpen && renderEstimates(shop)}
      ${shop.table !== null && chip('', say.table(shop.table))}
      ${shop.opensAt !== null && html`<span>${say.opens(shop.opensAt)}</span>`}
      ${shop.closesAt !== null && html`<span>${say.closes(shop.closesAt)}</span>`}
    </p>
    ${rules?.greeting && html`<p class="menu-greeting">${rules.greeting}</p>`}`
}

function renderEstimates({ say, readyMin, deliveryMin, rules }: ShownShop): Html | null {
  const brought = rules?.delivers && deliveryMin !== null && chip('', say.broughtIn((readyMin ?? 0) + deliveryMin))
  return html`${readyMin !== null && chip('', say.readyIn(readyMin))} ${brought}`
}

/** Renders the seller's contact, at the end of every menu page. */
export function menuFoot({ rules, say, name }: ShownShop): Html | null {
  const { phone = null, whatsapp = null, address = null } = rules ?? {}
  const number = phone ?? whatsapp
  if (number === null && address === null) return null
  const call = number !== null && html`<a href="${makeTelLink(number)}">${say.contact(name)}: ${number}</a>`
  return html`<footer class="menu-foot">${call}${address !== null && html`<p>${address}</p>`}</footer>`
}
