import { z } from 'zod'
import { ShopRules } from '../../../catalog/shop-rules.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, narrowCard } from '../../../web/parts/card.ts'
import { actButton, field, refusedBanner } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import type { ViewContext } from '../../../web/parts/page.ts'
import { definePage } from '../../../web/parts/page.ts'
import { lenientNumberSchema, lenientRupiahSchema } from '../../../web/parts/typed-rupiah.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { makeMemberActor } from '../../../web/parts/visit.ts'
import { Referral } from '../referral.ts'
import { setReferral } from '../set-referral.ts'
import { couponTexts } from '../texts/coupon-texts.ts'

const id = {
  title: 'Undang teman',
  intro:
    'Pelanggan mengundang teman dengan tautannya sendiri (/undang di bot toko). Setelah pesanan pertama temannya ' +
    'dibayar, keduanya dapat kupon untuk satu pesanan.',
  amount: 'Potongan untuk masing-masing',
  amountHint: '0 berarti tidak ada hadiah. Paling banyak Rp 10.000.000.',
  totalMin: 'Belanja paling sedikit',
  days: 'Berlaku berapa hari',
  save: 'Simpan',
  counted: (came: number, bought: number, rewarded: number) =>
    `${came} orang datang lewat undangan, ${bought} sudah belanja, ${rewarded} kali hadiah diberikan.`,
  now: (amount: string) => `Sekarang: kupon ${amount} untuk keduanya.`,
  none: 'Sekarang tidak ada hadiah.',
}

const en: typeof id = {
  title: 'Invitations',
  intro:
    'Customers invite friends with a link of their own (/invite in the shop’s bot). Once the friend’s first order ' +
    'is paid, both get a coupon for one order.',
  amount: 'Discount for each of them',
  amountHint: '0 for no reward. Rp 10.000.000 at most.',
  totalMin: 'For orders of at least',
  days: 'Good for how many days',
  save: 'Save',
  counted: (came, bought, rewarded) =>
    `${came} came by an invitation, ${bought} of them bought, ${rewarded} rewards were given.`,
  now: amount => `Now: a coupon of ${amount} for both.`,
  none: 'There is no reward now.',
}

const texts: Record<Language, typeof id> = { id, en }

/** The reward for a customer and the friend they invited, and the results so far. */
export const referralPage = definePage({
  path: '/dashboard/catalog/referral',
  role: 'read',
  async load(app, { account }): Promise<Loaded> {
    const em = app.em({ accountId: account.id })
    const [rules, came, bought, rewarded] = await Promise.all([
      em.findOne(ShopRules, { account: account.id }),
      app.em({ accountId: account.id }).count(Referral, {}),
      app.em({ accountId: account.id }).count(Referral, { paidAt: { $ne: null } }),
      app.em({ accountId: account.id }).count(Referral, { isRewarded: true }),
    ])
    return { rules, came, bought, rewarded }
  },
  view(view: ShownReferral) {
    const { language, loaded, refusal, to, visit } = view
    const { rules, came, bought, rewarded } = loaded
    const say = texts[language]
    const labels = { amount: say.amount, min_total: say.totalMin, days: say.days }
    const { referralAmount = null } = rules ?? {}
    const now = referralAmount === null ? say.none : say.now(formatRupiah(referralAmount))
    return {
      title: say.title,
      body: html`
        ${backLink(to('/dashboard/coupons'), couponTexts[language].title)}
        ${narrowCard(
          say.title,
          html`<p>${say.intro}</p>
            ${refusedBanner({ language, refusal, labels })}
            <p><b>${now}</b> ${say.counted(came, bought, rewarded)}</p>
            ${mayDo(visit.account.role, 'orders') && referralForm(view)}`,
        )}`,
    }
  },
  act: {
    save: {
      role: 'orders',
      sensitive: { kindsOf: () => ['discount'] },
      fields: z.object({
        amount: lenientRupiahSchema,
        min_total: lenientRupiahSchema,
        days: lenientNumberSchema,
      }),
      async run(app, visit, { amount, min_total: totalMin, days }) {
        await setReferral(app, makeMemberActor(visit), { amount: amount === 0 ? null : amount, totalMin, days })
        return { done: 'saved' }
      },
    },
  },
})

interface Loaded {
  rules: ShopRules | null
  /** The number of friends who came by an invitation, of those who bought, and of rewards. */
  came: number
  bought: number
  rewarded: number
}
type ShownReferral = ViewContext<Visit, object, Loaded>

function referralForm({ language, loaded: { rules }, given, fieldErrors: errors }: ShownReferral): Html {
  const say = texts[language]
  const { referralAmount, referralTotalMin = 0, referralDays = 30 } = rules ?? {}
  const amount = { name: 'amount', label: say.amount, hint: say.amountHint, value: given.amount ?? referralAmount ?? 0 }
  const totalMin = { name: 'min_total', label: say.totalMin, value: given.min_total ?? referralTotalMin }
  const days = { name: 'days', label: say.days, value: given.days ?? referralDays }
  return html`<form method="post" novalidate>
    ${field({ ...amount, inputmode: 'numeric', maxlength: 20, errors })}
    <div class="side-by-side">
      ${field({ ...totalMin, inputmode: 'numeric', maxlength: 20, errors })}
      ${field({ ...days, inputmode: 'numeric', maxlength: 3, errors })}
    </div>
    ${actButton('save', say.save)}
  </form>`
}
