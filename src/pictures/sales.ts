import type { Mode } from '../database/scope.ts'
import type { DayRevenue } from '../payments/statistics/read-revenue-by-day.ts'
import { drawSalesPicture } from './draw-sales-picture.ts'
import type { Picture, PictureReader } from './picture.ts'
import { pictureTexts } from './picture-texts.ts'

/** The shop and its sales day by day, oldest first; the picture is about the last day. */
export interface WeekSales {
  accountId: number
  shop: string
  mode: Mode
  days: DayRevenue[]
}

/** Incremented whenever pictures of sales look different. */
const edition = 1

/** Returns the picture of a week of sales as bars. */
export function createSalesPicture(
  { accountId, shop, mode, days }: WeekSales,
  language: PictureReader['language'],
): Picture {
  const words = pictureTexts[language]
  const { day } = days.at(-1)!
  const locale = language === 'id' ? 'id-ID' : 'en-GB'
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  // Late money that is accepted changes a day that was already drawn.
  const figures = days.map(({ revenue }) => revenue.toString(36)).join('.')
  return {
    key: `sales ${edition} ${accountId} ${mode} ${day} ${language} ${figures}`,
    name: words.salesFile(day),
    bytes: () =>
      drawSalesPicture({
        shop,
        title: words.sales,
        bars: days.map(({ day, revenue }) => ({
          label: weekday.format(Date.parse(day)),
          amount: short.format(revenue),
          value: revenue,
        })),
        mark: mode === 'test' ? words.test : null,
      }),
  }
}
