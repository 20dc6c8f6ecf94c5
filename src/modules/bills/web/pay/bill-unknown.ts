import type Koa from 'koa'
import type { Needs } from '../../../../needs.ts'
import { unknownPage } from '../../../../web/parts/trouble-pages.ts'
import { billPageTexts } from './bill-texts.ts'

/** The page for an unknown bill, a draft, and an address that none can have. */
export function billUnknownPage(app: Needs<'config'>, ctx: Koa.Context): void {
  unknownPage(app, ctx, language => billPageTexts[language].unknown)
}
