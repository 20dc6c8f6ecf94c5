import { Account } from '../../src/accounts/account.ts'
import { Bill } from '../../src/bills/bill.ts'
import { billMessage } from '../../src/bills/bill-message.ts'
import type { BillNotices } from '../../src/bills/bill-words.ts'
import { nightLeftS } from '../../src/bills/next-reminder.ts'
import { billUrl } from '../../src/events/outward-bill.ts'
import { html, lines } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { takenUrl } from '../screens/buttons.ts'
import { billTexts } from '../texts/bill-texts.ts'
import type { NoticeViewsOf } from './notice-view.ts'

/** The reminder to the payer of a bill. */
export const billNotices: NoticeViewsOf<keyof BillNotices> = {
  async 'customer.bill_due'({ app, accountId, language }, { billId, mode }) {
    const bill = await app.em({ accountId: accountId!, mode }).findOne(Bill, { id: billId })
    if (!bill?.isPayableAt(app.now())) return null
    // One that could not be sent in the evening waits until the morning.
    const waitS = nightLeftS(app.calendar, app.now())
    if (waitS > 0) return waitS
    const { displayName: merchant } = await app.em({ accountId: accountId! }).findOneOrFail(Account, accountId!)
    const url = billUrl(app.config, bill)
    const page = takenUrl(app.config, url)
    const pay = billTexts[language].card.pay(formatRupiah(bill.due() ?? bill.minAmount!))
    return {
      text: html`🔔 ${lines(billMessage(bill, { language, merchant, url, calendar: app.calendar }))}`,
      ...(page === null ? {} : { buttons: [[{ text: pay, url: page, style: 'success' as const }]] }),
    }
  },
}
