import { type Html, html } from '../../../../lib/html.ts'
import { formatRupiah } from '../../../../lib/money.ts'
import type { App } from '../../../../needs.ts'
import { makePath } from '../../../../web/parts/address.ts'
import { banner } from '../../../../web/parts/forms.ts'
import type { Language } from '../../../../web/parts/language.ts'
import { formatMoment } from '../../../../web/parts/moment.ts'
import type { Device } from '../../device.ts'
import type { Announcement } from '../../read-announcements.ts'
import { soundboxTexts } from '../../texts/soundbox-texts.ts'
import { listClipAddresses, phrases } from './clips.ts'
import type { SoundboxWords } from './soundbox-news.ts'

export interface ShownSoundbox {
  app: Pick<App, 'config' | 'calendar' | 'now'>
  language: Language
  device: Device
  shop: string
  latest: readonly Announcement[]
  /** The real time in epoch milliseconds after which recorded events are new. */
  from: number
  /** The trouble of the phone that reports payments; null without one. */
  phone: string | null
}

/**
 * Renders the page of a soundbox. Its script speaks, and the page also displays every message, for people who cannot
 * hear.
 */
export function soundboxView(view: ShownSoundbox): Html {
  const { app, language, device, shop, latest } = view
  const say = soundboxTexts[language]
  const isHttps = app.config.baseUrl.startsWith('https:')
  return html`<main class="plain soundbox" id="soundbox" data-state="off" ${scriptData(view)}>
    <header><h1>${say.title(shop)}</h1><p class="label">${say.device(device.name)}</p></header>
    ${device.mode === 'test' && html`<p class="test" data-testid="test-mode">${say.testMode}</p>`}
    <p class="banner warn" id="phone" role="alert" ${!view.phone && html`hidden`}>${view.phone}</p>
    <noscript>${banner('warn', say.noScript)}</noscript>
    <section class="card" data-scripted hidden>
      <p class="state"><i aria-hidden="true"></i><b id="state" role="status">${say.states.off}</b></p>
      <p id="cut-hint" hidden>${say.cutHint}</p>
      <p id="no-sound" class="stop" hidden>${say.noSound}</p>
      <div id="starting"><button type="button" class="button" id="start">${say.start}</button>
        <p class="label">${say.startHint}</p></div>
      <div id="running" hidden>
        <p class="last" id="last" aria-live="polite"></p>
        <p class="label" id="awake"></p>
        <div class="beside"><button type="button" class="button quiet" id="try">${say.test}</button>
          <label class="voice" id="voices" hidden>${say.voice}
            <select id="voice"><option value="">${say.clips}</option></select></label></div>
        <fieldset class="kinds"><legend>${say.orders}</legend>
          ${(['order', 'paid_order'] as const).map(
            kind => html`<label><input type="checkbox" name="kind" value="${kind}" checked> ${say.kinds[kind]}</label>`,
          )}
        </fieldset>
      </div>
    </section>
    ${!isHttps && html`<p class="label" data-testid="needs-https">${say.needsHttps}</p>`}
    <section class="card">
      <h2>${say.latest}</h2>
      <p id="none" ${latest.length > 0 && html`hidden`}>${say.none}</p>
      <ol class="paid-list" id="paid">${latest.map(one => latestEntry(view, one))}</ol>
    </section>
  </main>`
}

function scriptData({ app, language, device, from }: ShownSoundbox): Html {
  const say = soundboxTexts[language]
  const texts: SoundboxWords = { ...say.states, awake: say.awake, notAwake: say.notAwake, missed: say.missed }
  return html`data-device="${device.id}" data-from="${from}" data-language="${language}"
    data-events="${makePath(app.config, '/soundbox/events', { lang: language })}"
    data-clips="${JSON.stringify(listClipAddresses(app.config, language))}"
    data-phrases="${JSON.stringify(phrases[language])}" data-texts="${JSON.stringify(texts)}"`
}

function latestEntry({ app, language }: ShownSoundbox, one: Announcement): Html {
  const what = one.kind === 'money' ? null : html`${soundboxTexts[language].kinds[one.kind]} · `
  return html`<li data-id="${one.id}"><b>${formatRupiah(one.amount)}</b>
    <span>${what}${formatMoment(app, language, one.createdAt)}</span></li>`
}
