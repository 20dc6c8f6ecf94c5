import type { Config } from '../../config.ts'
import { Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { qrSvg } from '../../qris/picture.ts'
import { checkIcon } from '../parts/icons.ts'
import type { HomePageTexts } from './home-texts.ts'

const price = 24_000
const due = 24_017

/**
 * Renders the chat and the payment page as drawings, sharp on every screen, in the reader's language, and without extra
 * requests.
 */
export function renderHomePictures(config: Pick<Config, 'baseUrl'>, t: HomePageTexts): Html {
  // The code leads to this page, because a picture must not be payable.
  const code = new Html(qrSvg(config.baseUrl))
  return html`<div class="phones">
    ${phoneFigure(t.chatPicture, chatScreen(t, code))}
    ${phoneFigure(t.payPicture, receiptScreen(t))}
  </div>`
}

function phoneFigure(label: string, screen: Html): Html {
  return html`<figure class="phone" role="img" aria-label="${label}"><div aria-hidden="true">${screen}</div></figure>`
}

function phoneHead(title: string, text: string): Html {
  const names = html`<span><b>${title}</b><small>${text}</small></span>`
  return html`<p class="phone-head"><span class="initial">W</span>${names}</p>`
}

function chatScreen(say: HomePageTexts, code: Html): Html {
  const name = html`<b>${say.sampleName}</b><span>${say.sampleText}</span>`
  return html`${phoneHead(say.sampleShop, say.sampleBot)}
    <div class="talk">
      <div class="says">${cup}${name}<b>${formatRupiah(price)}</b></div>
      <p class="keys"><span>${say.sampleMore}</span><span>${say.sampleBuy}</span></p>
      <p class="says own">${say.sampleBuy}</p>
      <div class="says">
        <span>${say.samplePay} <b>${formatRupiah(due)}</b></span>
        <span class="tiny-qr">${code}</span>
      </div>
      <p class="says">${checkIcon} ${say.sampleDone}</p>
    </div>`
}

function receiptScreen(say: HomePageTexts): Html {
  const paid = html`<span class="seal">${checkIcon}</span><b class="big">${say.samplePaid}</b>`
  return html`${phoneHead(say.sampleShop, 'QRIS')}
    <div class="paid-sample">
      ${paid}<span>${say.samplePaidText}</span><b class="sum-sample">${formatRupiah(due)}</b>
      <p class="pair-sample"><span>${say.sampleTime}</span><span>09.41</span></p>
      <p class="pair-sample"><span>${say.sampleReference}</span><span>QR 4711</span></p>
    </div>`
}

const cup = new Html(
  '<svg viewBox="0 0 200 110" class="cup" aria-hidden="true"><rect width="200" height="110" rx="10" ' +
    'fill="#6b4530"/><circle cx="150" cy="30" r="46" fill="#7d5440"/><path d="M66 40h62l-7 50a8 8 0 01-8 7H81a8 8 0 ' +
    '01-8-7z" fill="#f3e3cf"/><path d="M68 52h58l-2 16c-18 8-36-6-54 2z" fill="#c98f55"/><path d="M128 50h10a10 10 0 ' +
    '010 22h-13" fill="none" stroke="#f3e3cf" stroke-width="6"/><path d="M86 30c0-8 7-8 7-16M103 30c0-8 7-8 7-16" ' +
    'fill="none" stroke="#f3e3cf" stroke-width="3" stroke-linecap="round" opacity=".7"/></svg>',
)
