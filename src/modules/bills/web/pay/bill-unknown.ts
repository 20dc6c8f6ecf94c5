import type Koa from 'koa'
import type { Needs } from '../../../../needs.ts'
import { renderUnknownPage } from '../../../../web/parts/trouble-pages.ts'
import { billPageTexts } from '../../texts/bill-page-texts.ts'

/** Renders the page for an unknown bill, a draft, or an invalid address. */
export function renderUnknownBill(app: Needs<'config'>, ctx: Koa.Context): void {
  renderUnknownPage(app, ctx, language => billPageTexts[language].unknown)
}
