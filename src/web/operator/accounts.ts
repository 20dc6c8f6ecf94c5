import { z } from 'zod'
import type { Account } from '../../accounts/account.ts'
import { type Html, html } from '../../lib/html.ts'
import { listAccounts } from '../../people/list-accounts.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { field } from '../parts/forms.ts'
import type { Language } from '../parts/language.ts'
import { page } from '../parts/page.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({
  search: z.string().max(200).optional(),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
})
const shownAtOnce = 50

/** All accounts, to be found by name. */
export const operatorAccountsPage = page({
  path: '/operator/accounts',
  role: 'operator',
  input: Input,
  load: (app, _visit, { search, before }) => listAccounts(app, { search, beforeId: before }),
  view({ language, loaded: accounts, input, to }) {
    const say = operatorTexts[language]
    const last = accounts.length === shownAtOnce ? accounts.at(-1)?.account : undefined
    return {
      title: say.accounts,
      body: html`<h1>${say.accounts}</h1><form class="inline" method="get">${field({ name: 'search', label: say.search, type: 'search', value: input.search, isOptional: true, maxlength: 200 })}<button class="button">${say.find}</button></form>
<section class="card">${
        accounts.length === 0
          ? html`<p>${commonTexts[language].nothing}</p>`
          : html`<ul class="rows">${accounts.map(({ account, email }) => html`<li><a href="${to(`/operator/accounts/${account.id}`)}"><b>${account.displayName}</b><small>${[account.name, email].filter(Boolean).join(' · ')}</small></a>${standing(language, account)}</li>`)}</ul>`
      }
${last && html`<p><a href="${to('/operator/accounts', { search: input.search, before: String(last.id) })}">${say.older}</a></p>`}</section>`,
    }
  },
})

/** Whether an account is open and verified. */
export function standing(language: Language, { isActive, isVerified }: Account): Html {
  const say = operatorTexts[language]
  if (!isActive) return html`<span class="status bad">${say.suspended}</span>`
  return isVerified
    ? html`<span class="status good">${say.verified}</span>`
    : html`<span class="status wait">${say.unverified}</span>`
}
