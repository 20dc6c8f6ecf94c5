import { z } from 'zod'
import type { Account } from '../../accounts/account.ts'
import { type Html, html } from '../../lib/html.ts'
import { listAccounts } from '../../people/list-accounts.ts'
import { card, chip } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { field } from '../parts/forms.ts'
import { OptionalRowId } from '../parts/inputs.ts'
import type { Language } from '../parts/language.ts'
import { page } from '../parts/page.ts'
import { older } from '../parts/pager.ts'
import { rowList } from '../parts/table.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({
  search: z.string().max(200).optional(),
  before: OptionalRowId,
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
    const search = { name: 'search', label: say.search, value: input.search, isOptional: true, maxlength: 200 }
    const rows = accounts.map(({ account, email }) => {
      const details = [account.name, email].filter(Boolean).join(' · ')
      const name = html`<b>${account.displayName}</b><small>${details}</small>`
      const link = html`<a href="${to(`/operator/accounts/${account.id}`)}">${name}</a>`
      return html`<li>${link}${standing(language, account)}</li>`
    })
    const next = last && to('/operator/accounts', { search: input.search, before: String(last.id) })
    return {
      title: say.accounts,
      body: html`
        <h1>${say.accounts}</h1>
        <form class="inline" method="get">
          ${field({ ...search, type: 'search' })}
          <button class="button">${say.find}</button>
        </form>
        ${card(null, html`${rowList(rows, commonTexts[language].nothing)}${older(next, say.older)}`)}`,
    }
  },
})

/** Whether an account is open and verified. */
export function standing(language: Language, { isActive, isVerified }: Account): Html {
  const say = operatorTexts[language]
  if (!isActive) return chip('bad', say.suspended)
  return isVerified ? chip('good', say.verified) : chip('wait', say.unverified)
}
