import { Account } from '../../../accounts/account.ts'
import { findNextClosing, findNextOpening, isOpen } from '../../../catalog/opening-hours.ts'
import { ShopRules } from '../../../catalog/shop-rules.ts'
import type { Config } from '../../../config.ts'
import type { Mode } from '../../../database/scope.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import type { Language } from '../../../web/parts/language.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { type MenuColour, MenuPage } from '../menu-page.ts'
import { type MenuTexts, menuTexts } from '../texts/menu-texts.ts'

/** The shop of a menu page, as all its views need it. */
export interface ShownShop {
  config: Pick<Config, 'baseUrl'>
  language: Language
  say: MenuTexts
  scope: { accountId: number; mode: Mode }
  slug: string
  name: string
  logo: string | null
  colour: MenuColour
  coverKey: string | null
  /** The minutes that preparing and delivering usually take; null to show no estimate. */
  readyMin: number | null
  deliveryMin: number | null
  rules: ShopRules | null
  /** The time of this page, and a formatter for other times. */
  at: { now: Date; moment(date: Date): string }
  isOpen: boolean
  /** When it opens, as text; null while it is open, or if unknown. */
  opensAt: string | null
  /** When it closes, as text; null while it is closed, or if it does not close within a day. */
  closesAt: string | null
  /** The customer's table, from its code; null without one. */
  table: number | null
  /** Whether it is shown inside Telegram: digital goods cost Stars there, and no link leads elsewhere. */
  isInTelegram?: boolean
  /** Returns an address of this menu, in the reader's language. */
  to(path: string, query?: Record<string, string>): string
}

const dayMs = 86_400_000

interface ShopRequest {
  menu: Pick<MenuPage, 'accountId' | 'mode' | 'slug'>
  language: Language
  table: number | null
}

/** Reads the data that a menu page shows about its shop. An unknown table is ignored. */
export async function readShop(app: App, { menu, language, table }: ShopRequest): Promise<ShownShop> {
  const { accountId, mode, slug } = menu
  const em = app.em({ accountId })
  const account = await em.findOneOrFail(Account, accountId)
  const page = await app.em({ accountId, mode }).findOne(MenuPage, { account: accountId, mode })
  const rules = await em.findOne(ShopRules, { account: accountId })
  const times = { hours: rules?.hours ?? null, holidays: rules?.holidays ?? [], closedUntil: rules?.closedUntil }
  const now = app.now()
  const open = isOpen(times, now, app.calendar)
  const next = open ? null : findNextOpening(times, now, app.calendar)
  const closing = open ? findNextClosing(times, now, app.calendar) : null
  const isSoon = closing !== null && closing.getTime() - now.getTime() < dayMs
  return {
    config: app.config,
    language,
    say: menuTexts[language],
    scope: { accountId, mode },
    slug,
    rules,
    at: { now, moment: date => formatMoment(app, language, date) },
    name: account.displayName,
    logo: account.logoKey,
    colour: page?.colour ?? 'green',
    coverKey: page?.coverKey ?? null,
    readyMin: page?.readyMin ?? null,
    deliveryMin: page?.deliveryMin ?? null,
    isOpen: open,
    opensAt: next && formatMoment(app, language, next),
    closesAt: isSoon ? formatMoment(app, language, closing) : null,
    table: table !== null && table <= (rules?.tables ?? 0) ? table : null,
    to: (path, query = {}) => makePath(app.config, `/m/${slug}${path}`, { ...query, lang: language }),
  }
}
