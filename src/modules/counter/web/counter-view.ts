import { type Html, html } from '../../../lib/html.ts'
import { banner } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import { type CounterTexts, type CounterWords, counterTexts } from '../texts/counter-texts.ts'

interface ShownCounter {
  language: Language
  shop: string
  mode: 'live' | 'test'
  device: string
  /** The address of the page, a prefix of the paths that its script requests. */
  base: string
  /** The address of the page that checks receipts. */
  receipts: string
  /** The script that writes to printers. */
  printer: string
  /** The script of open bills. */
  bills: string
  /** The reader for barcodes. */
  camera: Html
}

/** Renders the page of a counter. Its script shows one screen at a time, and fills it. */
export function counterView({
  language,
  shop,
  mode,
  device,
  base,
  receipts,
  camera,
  printer,
  bills,
}: ShownCounter): Html {
  const say = counterTexts[language]
  const { title: _title, whatsAppText: _text, otherShift, ...plain } = say
  const texts = JSON.stringify({ ...plain, otherShift: otherShift('%') } satisfies CounterWords)
  const data = html`data-base="${base}" data-language="${language}" data-shop="${shop}" data-texts="${texts}"`
  return html`<main class="kasir" id="kasir" ${data} data-printer="${printer}" data-bills="${bills}">
    <header>
      <h1>${shop}</h1>
      <p><small>${device}</small> <b id="who"></b></p>
      <nav class="kasir-tools" id="tools" aria-label="${say.tools}" hidden>
        <button type="button" class="button quiet" id="to-bills">${say.bills}</button>
        <button type="button" class="button quiet" id="last">${say.last}</button>
        <button type="button" class="button quiet" id="to-sales">${say.sales}</button>
        <a class="button quiet" href="${receipts}">${say.checkReceipt}</a>
        <button type="button" class="button quiet" id="to-close">${say.closeShift}</button>
        <button type="button" class="button quiet" id="lock">${say.lock}</button>
      </nav>
    </header>
    ${mode === 'test' && html`<p class="test">${say.testMode}</p>`}
    <p class="banner warn" id="offline" role="status" hidden><span id="offline-text">${say.offline}</span>
      <span id="read-at"></span></p>
    <p class="banner" id="waiting" role="status" hidden></p>
    <p class="banner warn" id="phone-trouble" role="status" hidden></p>
    <p class="banner warn" id="stuck" role="status" hidden><span id="stuck-text"></span>
      <button type="button" class="button quiet" id="take-tickets">${say.printHere}</button></p>
    <p class="banner stop" id="problem" role="alert" hidden></p>
    <noscript>${banner('stop', say.needsScript)}</noscript>
    <p id="loading">${say.loading}</p>
    ${drawEntrance(say)}${drawSelling(say, camera)}${drawPaying(say)}${drawDone(say)}${drawLists(say)}
  </main>`
}

function drawScreen(id: string, content: Html): Html {
  return html`<section class="card" id="${id}" data-screen hidden>${content}</section>`
}

function moneyField(id: string, label: string, hint?: string): Html {
  const about = hint !== undefined && html` aria-describedby="${id}-hint"`
  return html`<p class="field"><label for="${id}">${label}</label>
    <input id="${id}" inputmode="numeric" autocomplete="off" maxlength="20"${about}>
    ${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}</p>`
}

function drawEntrance(say: CounterTexts): Html {
  return html`${drawScreen(
    'pin-screen',
    html`<h2>${say.who}</h2>
      <p id="nobody" hidden>${say.nobody}</p>
      <form class="steps" id="pin-form">
        <p class="field"><label for="cashier">${say.cashier}</label><select id="cashier"></select></p>
        <p class="field"><label for="pin">${say.pin}</label>
          <input id="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="6" required></p>
        <button class="button">${say.enter}</button>
      </form>`,
  )}${drawScreen(
    'open-screen',
    html`<h2>${say.openShift}</h2>
      <form class="steps" id="open-form">
        ${moneyField('opening', say.openingCash)}<button class="button">${say.open}</button>
      </form>`,
  )}`
}

// Three rows of four: on a phone 360 pixels wide, the bottom bar would cover a fourth row.
const keys = ['1', '2', '3', 'erase', '4', '5', '6', '000', '7', '8', '9', '0']

function drawSelling(say: CounterTexts, camera: Html): Html {
  const keypad = keys.map(key =>
    key === 'erase'
      ? html`<button type="button" class="button quiet" id="erase">${say.erase}</button>`
      : html`<button type="button" class="button quiet" data-key="${key}">${key}</button>`,
  )
  return html`<div id="sell-screen" data-screen hidden>
    <div class="kasir-sell">
      <section class="card kasir-shop">
        <div class="kasir-find">
          <p class="field"><label for="search">${say.search}</label>
            <input id="search" type="search" autocomplete="off"></p>
          <p class="field kasir-amount"><label for="amount">${say.amount}</label>
            <input id="amount" inputmode="none" autocomplete="off" maxlength="20"></p>
        </div>
        <div class="kasir-bar">
          <button type="button" class="kasir-chip" id="pad" aria-expanded="true" aria-controls="keypad"
            aria-label="123 ${say.keypad}">123</button>
          <div class="kasir-chips" id="categories" role="group" aria-label="${say.categories}"></div>
        </div>
        <div class="keypad" id="keypad" role="group" aria-label="${say.keypad}">${keypad}
          <button type="button" class="link" id="clear">${say.clear}</button></div>
        <p id="picking" role="status" hidden><small>${say.picking}</small></p>
        <ul class="kasir-goods" id="goods" tabindex="0" aria-label="${say.goods}"></ul>
        ${camera}
      </section>
      <section class="card kasir-till" aria-label="${say.cart}">
        <p class="kasir-bill" id="bill-in-cart" hidden></p>
        <ul class="rows" id="lines" tabindex="0" aria-label="${say.cart}"></ul>
        <p class="kasir-total">${say.total}
          <button type="button" class="link" id="hold" title="${say.hold}">${say.holdShort}</button>
          <output id="total" data-testid="total"></output></p>
        <div class="kasir-pay">
          <button type="button" class="button" id="pay-code">${say.payCode}</button>
          <button type="button" class="button quiet" id="pay-cash">${say.payCash}</button>
        </div>
        <details id="till-details"><summary>${say.details}</summary>
          <div id="discount-field">${moneyField('discount', say.discount)}<small id="discount-limit"></small></div>
          <p class="field"><label for="note">${say.note}</label><input id="note" maxlength="500"></p>
          <p class="field"><label for="phone">${say.phone}</label>
            <input id="phone" type="tel" autocomplete="off" maxlength="32" aria-describedby="known"></p>
          <p><small id="known" role="status"></small></p>
          <p class="field"><label for="customer-name">${say.customerName}</label>
            <input id="customer-name" autocomplete="off" maxlength="60"></p>
        </details>
      </section>
    </div>
  </div>
  <dialog class="card" id="options" aria-labelledby="options-name"><form method="dialog" class="steps">
    <h2 id="options-name"></h2><div id="groups"></div>
    <p class="choices"><button class="button" value="add">${say.add}</button>
      <button class="button quiet" value="" formnovalidate>${say.back}</button></p>
  </form></dialog>
  ${billDialogs(say)}`
}

function billDialogs(say: CounterTexts): Html {
  return html`<dialog class="card" id="bill-dialog" aria-labelledby="bill-heading"><form method="dialog" class="steps">
    <h2 id="bill-heading">${say.hold}</h2>
    <p class="field"><label for="bill-name">${say.billName}</label><input id="bill-name" maxlength="60"></p>
    <p class="field"><label for="bill-table">${say.table}</label>
      <input id="bill-table" type="number" min="1" max="60" inputmode="numeric"></p>
    <p class="choices"><button class="button" value="save">${say.saveBill}</button>
      <button class="button quiet" value="" formnovalidate>${say.back}</button></p>
  </form></dialog>
  <dialog class="card" id="split-dialog" aria-labelledby="split-heading"><form method="dialog" class="steps">
    <h2 id="split-heading">${say.splitTitle}</h2><div id="split-lines"></div>
    <p class="choices"><button class="button" value="split">${say.split}</button>
      <button class="button quiet" value="" formnovalidate>${say.back}</button></p>
  </form></dialog>
  <div id="tickets"></div>`
}

function drawPaying(say: CounterTexts): Html {
  return html`${drawScreen(
    'cash-screen',
    html`<h2>${say.payCash} <output id="cash-total"></output></h2>
      <div class="choices" id="quick" role="group" aria-label="${say.quick}"></div>
      <form class="steps" id="cash-form">
        ${moneyField('given', say.cashGiven, say.exact)}
        <p class="choices"><button class="button">${say.takeCash}</button>
          <button type="button" class="button quiet" data-back>${say.back}</button></p>
      </form>`,
  )}${drawScreen(
    'code-screen',
    html`<h2 id="code-title">${say.scan}</h2>
      <p class="kasir-total"><output id="code-total" data-testid="code-total"></output></p>
      <p><small id="code-why"></small></p>
      <div class="kasir-code" id="code" role="img" aria-label="${say.scan}"></div>
      <p id="code-state" role="status">${say.preparing}</p>
      <p class="choices"><button type="button" class="button quiet" id="give-up">${say.giveUp}</button>
        <a class="button quiet" id="pay-page" target="_blank" rel="noopener" hidden>${say.page}</a></p>`,
  )}`
}

function drawDone(say: CounterTexts): Html {
  return drawScreen(
    'done-screen',
    html`<div role="status"><h2 id="outcome"></h2></div>
      <p class="kasir-total" id="change" data-testid="change"></p>
      <p class="choices"><button type="button" class="button" id="next">${say.next}</button>
        <button type="button" class="button quiet" id="print">${say.print}</button>
        <button type="button" class="button quiet" id="print-tickets" hidden>${say.printTickets}</button>
        <a class="button quiet" id="whats-app" target="_blank" rel="noopener" hidden>${say.whatsApp}</a></p>
      <p id="not-sent" hidden><small>${say.notSentHint}</small></p>
      <details id="printers"><summary>${say.thermal}</summary>
        <p class="choices">
          ${['bluetooth', 'usb', 'serial'].map(
            way => html`<button type="button" class="button quiet" data-printer="${way}" hidden>
              ${say.printers[way as keyof CounterTexts['printers']]}</button>`,
          )}
          <a class="button quiet" id="print-file" download>${say.printFile}</a></p>
        <p id="printer-state" role="status"></p></details>
      <div class="kasir-receipt" id="receipt"></div>`,
  )
}

function drawLists(say: CounterTexts): Html {
  return html`${drawScreen(
    'sales-screen',
    html`<h2 id="sales-title" tabindex="-1">${say.sales}</h2><ul class="rows" id="sales"></ul>
      <p class="choices"><button type="button" class="button" data-back>${say.back}</button></p>`,
  )}${drawScreen(
    'bills-screen',
    html`<h2 id="bills-title" tabindex="-1">${say.bills}</h2>
      <p id="merge-hint" role="status" hidden>${say.mergeHint}</p><ul class="rows" id="bills"></ul>
      <p class="choices"><button type="button" class="button" data-back>${say.back}</button></p>`,
  )}${drawScreen(
    'close-screen',
    html`<h2>${say.closeShift}</h2><p id="other-shift" hidden></p>
      <form class="steps" id="close-form">
        ${moneyField('counted', say.countedCash, say.countedHint)}
        <p class="field"><label for="close-note">${say.closeNote}</label><input id="close-note" maxlength="300"></p>
        <p class="choices"><button class="button">${say.close}</button>
          <button type="button" class="button quiet" id="close-back" data-back>${say.back}</button>
          <button type="button" class="button quiet" id="close-lock" hidden>${say.lock}</button></p>
      </form>`,
  )}${drawScreen(
    'closed-screen',
    html`<h2>${say.closed}</h2><dl id="sums"></dl>
      <p class="choices"><button type="button" class="button" id="after-close">${say.done}</button></p>`,
  )}`
}
