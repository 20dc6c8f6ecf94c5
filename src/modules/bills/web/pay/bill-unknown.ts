import type Koa from 'koa'
import type { Needs } from '../../../../needs.ts'
import { unknownPage } from '../../../../web/parts/trouble-pages.ts'
import { billPageTexts } from './bill-texts.ts'

/** Renders the page for an unknown bill, a draft, or an invalid address. */
export function billUnknownPage(app: Needs<'config'>, ctx: Koa.Context): void {
  unknownPage(app, ctx, language => billPageTexts[language].unknown)
}
