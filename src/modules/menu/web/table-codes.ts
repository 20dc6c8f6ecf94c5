import { Account } from '../../../accounts/account.ts'
import { ShopRules } from '../../../catalog/shop-rules.ts'
import { Html, html } from '../../../lib/html.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { backLink, linkButton, titleRow } from '../../../web/parts/card.ts'
import { emptyState } from '../../../web/parts/forms.ts'
import { printIcon } from '../../../web/parts/icons.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { MenuPage } from '../menu-page.ts'
import { menuUrl } from '../menu-url.ts'
import { type MenuSettingsTexts, menuSettingsTexts } from '../texts/menu-settings-texts.ts'

interface Loaded {
  menu: MenuPage | null
  name: string
  tables: number
}
type ShownCodes = ViewContext<Visit, object, Loaded>

/** A printable sheet with the code of each table, which opens the menu with that table selected. */
export const tableCodesPage = definePage({
  path: '/dashboard/menu/tables',
  role: 'read',
  async load(app, { scope }): Promise<Loaded> {
    const em = app.em(scope)
    const rules = await em.findOne(ShopRules, { account: scope.accountId })
    const { displayName: name } = await em.findOneOrFail(Account, scope.accountId)
    return { menu: await em.findOne(MenuPage, {}), name, tables: rules?.tables ?? 0 }
  },
  view({ app, language, loaded, to }: ShownCodes) {
    const { menu, name, tables } = loaded
    const say = menuSettingsTexts[language]
    const sheet =
      menu?.isOn && tables > 0
        ? html`<p class="lead screen-only">${say.tablesLead}</p>
          <p class="screen-only">
            <button type="button" class="button" data-prints hidden>${printIcon}${say.print}</button>
          </p>
          <ul class="table-codes">${Array.from({ length: tables }, (_, at) => {
            return renderCode(say, { name, table: at + 1, url: menuUrl(app.config, menu, at + 1) })
          })}</ul>`
        : menu?.isOn
          ? emptyState(say.noTables, linkButton(to('/dashboard/rules/pickup'), say.rules))
          : emptyState(say.notOpen, linkButton(to('/dashboard/menu'), say.title))
    return {
      title: say.tables,
      script: 'dashboard.js',
      sheet: 'prints.css',
      body: html`<div class="screen-only">${backLink(to('/dashboard/menu'), say.title)}</div>
        <div class="screen-only">${titleRow(say.tables, null)}</div>${sheet}`,
    }
  },
})

interface TableCode {
  name: string
  table: number
  url: string
}

function renderCode(say: MenuSettingsTexts, { name, table, url }: TableCode): Html {
  return html`<li><small>${name}</small><b>${say.table(table)}</b>
    <span role="img" aria-label="${say.codeOf(table)}">${new Html(qrSvg(url))}</span><small>${say.scan}</small></li>`
}
