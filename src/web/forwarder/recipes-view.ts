import { type Html, html } from '../../lib/html.ts'
import { card } from '../parts/card.ts'
import type { Language } from '../parts/language.ts'
import { type Recipe, recipes } from './recipes.ts'

const texts = {
  id: {
    title: 'Cara tanpa aplikasi kami',
    intro:
      'Di Koneksi, pilih "HP dengan notifikasi lain" dan format "Webhook biasa" di "Lanjutan". Alamat dan tokennya ' +
      'ada di "Pasang di HP". Kirim dengan header Authorization: Bearer TOKEN, atau X-Token: TOKEN.',
    trust:
      'Permintaan ini tidak ditandatangani. Jadi yang langsung melunasi hanya kalimat aplikasi yang dikenal, sampai ' +
      'Rp 500.000 atau batas koneksimu. Nominal saja menunggu kamu periksa.',
    untried: 'Belum dicoba di HP. Lakukan satu pembayaran kecil sebelum mengandalkannya.',
    source: 'Sumber',
    cashier: 'HP Android murah sebagai kasir',
    cashierText:
      'Pemilik iPhone: taruh HP Android murah di toko, tersambung pengisi daya, masuk ke aplikasi merchant sebagai ' +
      'kasir atau staf, lalu pasang aplikasi kami atau salah satu cara di atas di HP itu.',
  },
  en: {
    title: 'Ways without our app',
    intro:
      'Under Connections, choose "A phone with other notifications" and the format "Plain webhook" under "Advanced". ' +
      'Its address and token are under "Set up the phone". Send them with the header Authorization: Bearer TOKEN, or ' +
      'X-Token: TOKEN.',
    trust:
      'These requests are not signed. So only a sentence of an app that is known pays by itself, up to Rp ' +
      '500.000 or ' +
      'the limit of your connection. An amount alone waits for your review.',
    untried: 'Not tried on a phone. Make one small payment before you rely on it.',
    source: 'Source',
    cashier: 'A cheap Android phone as the cashier',
    cashierText:
      'Owners of an iPhone: leave a cheap Android phone in the shop, on its charger, signed in to the ' +
      'merchant app as ' +
      'cashier or staff, and set up our app or one of the ways above on it.',
  },
} satisfies Record<Language, object>

/** Renders the page that explains how to report money without the app. */
export function recipesView(language: Language): { title: string; body: Html } {
  const say = texts[language]
  const cashierSource = 'https://github.com/szvone/vmqApk/issues/37'
  const cashier = html`<p>${say.cashierText}</p>
    <p><small>${say.untried}</small></p>
    ${link(say.source, cashierSource)}`
  return {
    title: say.title,
    body: html`<main class="plain">
      <h1>${say.title}</h1>
      <p>${say.intro}</p>
      <p>${say.trust}</p>
      ${recipes.map(recipe => recipeCard(recipe, language))}
      ${card(say.cashier, cashier)}
    </main>`,
  }
}

function recipeCard({ name, sources, body, type, steps }: Recipe, language: Language): Html {
  const say = texts[language]
  const sent = type === 'json' ? JSON.stringify(body) : new URLSearchParams(body).toString()
  const bodyText = type === 'json' ? sent : decodeURIComponent(sent)
  return card(
    name,
    html`<ol>${steps[language].map(step => html`<li>${step}</li>`)}</ol>
      <p><code>${bodyText}</code></p>
      <p><small>${say.untried}</small></p>
      ${sources.map(source => link(say.source, source))}`,
  )
}

const link = (text: string, address: string) =>
  html`<p><small>${text}: <a href="${address}" rel="noreferrer">${address}</a></small></p>`
