import { z } from 'zod'
import { Product } from '../../../catalog/product.ts'
import { parseTyped } from '../../../lib/fields/field.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { card, chip, linkButton, titleRow } from '../../../web/parts/card.ts'
import { describedField, describedFields } from '../../../web/parts/fields/described-field.ts'
import {
  actButton,
  checkbox,
  emptyState,
  field,
  inlineForm,
  refusedBanner,
  selectField,
} from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { pager } from '../../../web/parts/pager.ts'
import { formatShortDay } from '../../../web/parts/short-day.ts'
import { type ColumnDefinition, table } from '../../../web/parts/table.ts'
import { readOptionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { Coupon } from '../coupon.ts'
import { couponFields, pickCouponTerms } from '../coupon-fields.ts'
import { describeTerms } from '../describe-terms.ts'
import { endCoupon } from '../end-coupon.ts'
import { couponsPerPage, listCoupons } from '../list-coupons.ts'
import { makeCoupon, worthField } from '../make-coupon.ts'
import { type CouponTexts, couponTexts } from '../texts/coupon-texts.ts'

const Input = z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) })
const productsOffered = 200
// One checkbox per product, so that checks survive a refused form.
const tickedProduct = /^product_(.+)$/
const text = z.string().max(100).default('')

interface Loaded {
  coupons: Coupon[]
  products: Pick<Product, 'key' | 'name'>[]
}
type ShownCoupons = ViewContext<Visit, z.infer<typeof Input>, Loaded>

/** The shop's coupons, with all their terms. */
export const couponsPage = definePage({
  path: '/dashboard/coupons',
  role: 'read',
  input: Input,
  async load(app, { account }, { page }): Promise<Loaded> {
    const em = app.em({ accountId: account.id })
    const fields = ['key', 'name'] as const
    const order = { orderBy: { position: 'asc', id: 'asc' }, limit: productsOffered } as const
    const products = await em.find(Product, { isActive: true }, { ...order, fields })
    return { coupons: await listCoupons(app, account.id, page), products }
  },
  view(view: ShownCoupons) {
    const { language, loaded, refusal, input, visit, to } = view
    const say = couponTexts[language]
    const address = (page: number) => to('/dashboard/coupons', { page: String(page) })
    const hasMore = loaded.coupons.length === couponsPerPage
    return {
      title: say.title,
      body: html`
        ${titleRow(say.title, linkButton(to('/dashboard/catalog/referral'), say.referral, 'quiet'))}
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: fieldLabels(language, say) })}
        ${card(
          null,
          html`
            ${loaded.coupons.length === 0 ? emptyState(say.none) : couponList(view, say)}
            ${pager({ language, page: input.page, hasMore, address })}`,
        )}
        ${mayDo(visit.account.role, 'orders') && card(say.add, couponForm(view, say))}`,
    }
  },
  act: {
    make: {
      role: 'orders',
      sensitive: { kindsOf: () => ['discount'] },
      fields: z
        .object({
          // Forms of earlier versions used `code`, which counts as a secret, so a refused form lost its value.
          code: text,
          coupon: text,
          kind: z.enum(['percent', 'amount']),
          worth: text,
        })
        .catchall(z.string().max(100)),
      async run(app, visit, typed) {
        const worth = readOptionalRupiah(typed.worth.replace('%', '')) ?? Number.NaN
        await makeCoupon(app, makeMemberActor(visit), {
          code: typed.coupon || typed.code,
          worth: typed.kind === 'percent' ? { percent: worth } : { amount: worth },
          ...pickCouponTerms(field => parseTyped(field, typed[field.name])),
          productKeys: Object.keys(typed).flatMap(name => tickedProduct.exec(name)?.[1] ?? []),
        })
        return { done: 'added' }
      },
    },
    end: {
      role: 'orders',
      sensitive: { kindsOf: () => ['discount'] },
      fields: z.object({ coupon: RowId }),
      async confirm(app, visit, { coupon: id }) {
        const coupon = await app.em({ accountId: visit.account.id }).findOne(Coupon, { id })
        if (!coupon) throw notFound('coupon')
        const say = couponTexts[visit.language]
        return { title: say.sure(coupon.code), text: say.sureText, button: say.end, isDangerous: true }
      },
      async run(app, visit, { coupon }) {
        await endCoupon(app, makeMemberActor(visit), coupon)
        return { done: 'saved' }
      },
    },
  },
})

function fieldLabels(language: Language, say: CouponTexts): Record<string, string> {
  const described = [worthField, ...couponFields].map(({ name, label }) => [name, label[language]])
  return { code: say.code, products: say.products, ...Object.fromEntries(described) }
}

function couponList({ app, language, loaded, visit }: ShownCoupons, say: CouponTexts): Html {
  const mayEnd = mayDo(visit.account.role, 'orders')
  const isOver = (one: Coupon) => !one.isActive || (one.endsAt !== null && one.endsAt <= app.now())
  const isPlanned = (one: Coupon) => one.startsAt !== null && one.startsAt > app.now()
  const columns: ColumnDefinition<Coupon>[] = [
    { title: say.code, place: 'lead', cell: ({ code }) => html`<b>${code}</b>` },
    {
      title: worthField.label[language],
      place: 'side',
      cell: ({ percent, amount }) => (percent === null ? formatRupiah(amount!) : `${percent}%`),
    },
    {
      title: say.terms,
      place: 'note',
      cell: one => listTerms(app, language, one).map(line => html`<small>${line}</small>`),
    },
    { title: say.used, isMoney: true, place: 'last', cell: one => say.of(one.usesIn(visit.mode), one.usesMax) },
    {
      title: say.state,
      place: 'state',
      cell: one =>
        isOver(one) ? chip('', say.ended) : isPlanned(one) ? chip('wait', say.planned) : chip('good', say.active),
    },
    {
      title: say.acts,
      place: 'acts',
      cell: one => mayEnd && !isOver(one) && inlineForm({ coupon: String(one.id) }, actButton('end', say.end, 'link')),
    },
  ]
  return table(columns, loaded.coupons)
}

function listTerms({ calendar }: Pick<App, 'calendar'>, language: Language, coupon: Coupon): string[] {
  const say = couponTexts[language]
  const terms = describeTerms(calendar, coupon, language, day => formatShortDay(language, day, 'day and year'))
  if (coupon.productKeys.length > 0) terms.push(say.some(coupon.productKeys.length))
  return terms.map(term => term.charAt(0).toUpperCase() + term.slice(1))
}

function couponForm({ language, loaded, refusal, given, fieldErrors }: ShownCoupons, say: CouponTexts): Html {
  const errors = fieldErrors.map(wrong => (wrong.path === 'code' ? { ...wrong, path: 'coupon' } : wrong))
  const typed = refusal ? given : {}
  const terms = describedFields(couponFields, one => describedField(one, language, { value: typed[one.name], errors }))
  const kinds = Object.entries(say.kinds)
  const products = loaded.products.map(({ key, name }) =>
    checkbox({ name: `product_${key}`, label: name, isOn: typed[`product_${key}`] !== undefined }),
  )
  // The terms are empty for most coupons.
  const isOpen = couponFields.some(({ name }) => typed[name])
  const choices = html`<summary>${say.products}</summary><div class="ticks">${products}</div>`
  const worth = { name: 'worth', label: worthField.label[language], value: typed.worth, errors }
  return html`<form method="post" novalidate>
    ${field({ name: 'coupon', label: say.code, hint: say.codeHint, value: typed.coupon, maxlength: 40, errors })}
    <div class="side-by-side">
      ${selectField({ name: 'kind', label: say.kind, value: typed.kind, options: kinds })}
      ${field({ ...worth, inputmode: 'numeric', maxlength: 20 })}
    </div>
    <details class="choice"${isOpen && html` open`}><summary><b>${say.limits}</b></summary>
    ${terms}
    ${products.length > 0 && html`<details>${choices}</details>`}
    </details>
    ${actButton('make', say.make)}
  </form>`
}
