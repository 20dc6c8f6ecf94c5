import { Account } from '../../src/accounts/account.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { readMoneyByDay } from '../../src/orders/statistics/read-money-by-day.ts'
import { createSalesPicture } from '../../src/pictures/sales.ts'
import { testMark } from '../screens/test-mark.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import type { NoticeView } from './notice-view.ts'

const weekDays = 7

/** The view of a day's sales, and of the week that ends with it as a picture. */
export const renderSalesNotice: NoticeView<'merchant.sales_day'> = async (
  { app, accountId: id, language, t },
  { day, mode },
) => {
  const accountId = id!
  const days = await readMoneyByDay(app, { accountId, mode }, weekDays, day)
  const { revenue, paid } = days.at(-1)!
  if (paid === 0) return null
  const { displayName: shop } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const words = merchantTexts[language].sales
  const week = days.reduce((sum, one) => sum + one.revenue, 0)
  return {
    text: html`<b>${words.title(dayInWords(day, language))}</b>${testMark(mode === 'test', t)}
${shop}

<b>${formatRupiah(revenue)}</b> · ${words.count(paid)}
${words.week}: ${formatRupiah(week)}`,
    photo: createSalesPicture({ accountId, shop, mode, days }, language),
  }
}

function dayInWords(day: string, language: 'id' | 'en'): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', form).format(Date.parse(day))
}
