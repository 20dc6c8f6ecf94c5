import { html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { summarizePayments } from '../../payments/summarize-payments.ts'
import { page } from '../page.ts'
import { homeTexts } from './home-texts.ts'

/** The day's money and what needs attention. */
export const dashboardPage = page({
  path: '/dashboard',
  role: 'read',
  load: (app, { scope }) => summarizePayments(app, scope, 'today'),
  view({ language, loaded: { totals } }) {
    const say = homeTexts[language]
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1><dl class="figures"><div><dt>${say.received}</dt><dd>${formatRupiah(totals.revenue)}</dd></div></dl>`,
    }
  },
})
