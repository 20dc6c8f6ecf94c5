import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { toButtonUrl } from '../../../../bot/screens/buttons.ts'
import { Account } from '../../../accounts/account.ts'
import { html, renderLines } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Bill } from '../bill.ts'
import { billUrl } from '../bill-kinds.ts'
import { writeBillMessage } from '../bill-message.ts'
import type { BillNotices } from '../bill-words.ts'
import { computeNightLeftS } from '../next-reminder.ts'
import { billTexts } from '../texts/bill-chat-texts.ts'

/** The reminder to the payer of a bill. */
export const billNotices: NoticeViewsOf<keyof BillNotices> = {
  async 'customer.bill_due'({ app, accountId, language }, { billId, mode }) {
    const bill = await app.em({ accountId: accountId!, mode }).findOne(Bill, { id: billId })
    if (!bill?.isPayableAt(app.now())) return null
    // A reminder that could not be sent in the evening waits until morning.
    const waitS = computeNightLeftS(app.calendar, app.now())
    if (waitS > 0) return waitS
    const { displayName: merchant } = await app.em({ accountId: accountId! }).findOneOrFail(Account, accountId!)
    const url = billUrl(app.config, bill)
    const page = toButtonUrl(app.config, url)
    const pay = billTexts[language].card.pay(formatRupiah(bill.due() ?? bill.minAmount!))
    return {
      text: html`🔔 ${renderLines(writeBillMessage(bill, { language, merchant, url, calendar: app.calendar }))}`,
      ...(page === null ? {} : { buttons: [[{ text: pay, url: page, style: 'success' as const }]] }),
    }
  },
}
