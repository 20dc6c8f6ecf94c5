import { z } from 'zod'
import { changeOptions } from '../../../catalog/options/change-options.ts'
import { listProductsWithOptions } from '../../../catalog/options/list-products-with-options.ts'
import { optionsMax } from '../../../catalog/options/option-limits.ts'
import { type FilledGroup, readOptions } from '../../../catalog/options/read-options.ts'
import { Product } from '../../../catalog/product.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, Refusal, refuseFields } from '../../../lib/refusal.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card, chip, titleRow } from '../../parts/card.ts'
import {
  actButton,
  checkbox,
  emptyState,
  field,
  hiddenField,
  inlineForm,
  refusedBanner,
  selectField,
} from '../../parts/forms.ts'
import { PublicId } from '../../parts/inputs.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { type OptionsTexts, optionsTexts } from './options-texts.ts'
import { choiceRules, emptyRows, findFormField, readGroup, type TypedFields, toFormValues } from './typed-options.ts'

const Input = z.object({ product: PublicId })
const key = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)

interface Loaded {
  product: Product
  groups: FilledGroup[]
  /** Other products whose options can be copied. */
  sources: Pick<Product, 'publicId' | 'name'>[]
}
type ShownOptions = ViewContext<Visit, z.infer<typeof Input>, Loaded>

/** The options of one product: its groups, the surcharge of each choice, and the sold-out ones. */
export const productOptionsPage = definePage({
  path: '/dashboard/catalog/:product/options',
  role: 'read',
  input: Input,
  async load(app, { account }, { product: publicId }): Promise<Loaded> {
    const em = app.em({ accountId: account.id })
    const product = await em.findOne(Product, { publicId })
    if (!product) throw notFound('product')
    const sources = await listProductsWithOptions(em, product.id)
    return { product, sources, groups: (await readOptions(em, [product.id])).get(product.id) ?? [] }
  },
  view(view: ShownOptions) {
    const { language, loaded, refusal, to, visit, given } = view
    const { product, groups } = loaded
    const say = optionsTexts[language]
    const mayChange = mayDo(visit.account.role, 'orders')
    const isNew = given.act === 'save' && !given.group
    return {
      title: `${say.title} · ${product.name}`,
      body: html`
        ${backLink(to(`/dashboard/catalog/${product.publicId}`), product.name)}
        ${titleRow(say.title, chip('', product.name))}
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: fieldLabels(say) })}
        ${groups.length === 0 && emptyState(say.none)}
        ${groups.map((group, at) => groupCard(view, { group, at }, mayChange))}
        ${
          mayChange &&
          card(
            null,
            html`<details class="choice"${(isNew || groups.length === 0) && html` open`}>
              <summary><b>+ ${say.add}</b></summary>
              ${groupForm(view, 'new', isNew ? given : toFormValues(null))}
            </details>`,
          )
        }
        ${mayChange && loaded.sources.length > 0 && copyCard(view)}`,
    }
  },
  act: {
    save: {
      role: 'orders',
      sensitive: { kindsOf: () => ['price'] },
      fields: z.object({ group: z.union([key, z.literal('')]) }).catchall(z.string().max(400)),
      async run(app, visit, typed, { product }) {
        try {
          await changeOptions(app, makeMemberActor(visit), product, { save: readGroup(typed) })
        } catch (error) {
          if (!(error instanceof Refusal) || !error.fields) throw error
          throw refuseFields(error.fields.map(wrong => ({ ...wrong, path: findFormField(wrong.path, typed) })))
        }
        return { done: 'saved' }
      },
    },
    copy: {
      role: 'orders',
      sensitive: { kindsOf: () => ['price'] },
      fields: z.object({ from: PublicId }),
      async run(app, visit, { from }, { product }) {
        await changeOptions(app, makeMemberActor(visit), product, { copyFrom: from })
        return { done: 'saved' }
      },
    },
    switch: {
      role: 'orders',
      fields: z.object({ group: key, option: key, on: z.enum(['1', '0']) }),
      async run(app, visit, { group, option, on }, { product }) {
        await changeOptions(app, makeMemberActor(visit), product, { group, option, isActive: on === '1' })
        return { done: 'saved' }
      },
    },
    raise: {
      role: 'orders',
      fields: z.object({ group: key }),
      async run(app, visit, { group }, { product }) {
        await changeOptions(app, makeMemberActor(visit), product, { raise: group })
        return { done: 'saved' }
      },
    },
    drop: {
      role: 'orders',
      sensitive: { kindsOf: () => ['price'] },
      fields: z.object({ group: key, title: z.string().max(100).default('') }),
      async confirm(_app, visit, { title }) {
        const say = optionsTexts[visit.language]
        return { title: say.sureDrop(title), text: say.sureDropText, button: say.yesDrop, isDangerous: true }
      },
      async run(app, visit, { group }, { product }) {
        await changeOptions(app, makeMemberActor(visit), product, { drop: group })
        return { done: 'removed' }
      },
    },
  },
})

function fieldLabels(say: OptionsTexts): Record<string, string> {
  const rows = Array.from({ length: optionsMax + emptyRows }, (_, at) => at)
  return {
    group_name: say.name,
    min: say.min,
    max: say.max,
    options: say.choices,
    name: say.name,
    ...Object.fromEntries(rows.map(at => [`option_${at}`, say.option(at + 1)])),
    ...Object.fromEntries(rows.map(at => [`price_${at}`, say.price(at + 1)])),
  }
}

function groupCard(view: ShownOptions, { group, at }: { group: FilledGroup; at: number }, mayChange: boolean): Html {
  const { language, given } = view
  const say = optionsTexts[language]
  const { key: named, name, choicesMin, choicesMax, options } = group
  const isGiven = given.act === 'save' && given.group === named
  const rows = [...options].map(option => {
    const price = option.price === 0 ? say.free : `+${formatRupiah(option.price)}`
    const toggle = { group: named, option: option.key, on: option.isActive ? 0 : 1 }
    const text = option.isActive ? say.nowOff(option.name) : say.nowOn(option.name)
    return html`<div class="row">
      <span><b>${option.name}</b> <small>${price}</small></span>
      ${!option.isActive && chip('wait', say.soldOut)}
      ${mayChange && inlineForm(toggle, actButton('switch', text, 'quiet'))}
    </div>`
  })
  return card(
    name,
    html`<p><small>${say.rule(choicesMin, choicesMax)}</small></p>
      ${rows}
      ${
        mayChange &&
        html`<details class="choice"${isGiven && html` open`}>
          <summary><b>${say.edit}</b></summary>
          ${groupForm(view, named, isGiven ? given : toFormValues(group))}
          ${at > 0 && inlineForm({ group: named }, actButton('raise', say.raise, 'link'))}
          ${inlineForm({ group: named, title: name }, actButton('drop', say.drop, 'link'))}
        </details>`
      }`,
  )
}

function copyCard({ language, loaded }: ShownOptions): Html {
  const say = optionsTexts[language]
  const options = loaded.sources.map(({ publicId, name }) => [publicId, name] as const)
  return card(
    say.copy,
    html`<form method="post" novalidate class="inline">
      ${selectField({ name: 'from', label: say.copyFrom, value: undefined, options })}
      ${actButton('copy', say.copyNow, 'quiet')}
    </form><p><small>${say.copyHint}</small></p>`,
  )
}

function groupForm({ language, fieldErrors, given }: ShownOptions, of: string, typed: TypedFields): Html {
  const say = optionsTexts[language]
  const errors = typed === given ? fieldErrors : []
  const one = (name: string, label: string, more: { hint?: string; maxlength: number; isOptional?: boolean }) =>
    field({ name, id: `${of}-${name}`, label, value: typed[name], errors, ...more })
  const rules = choiceRules.map(rule => [rule, say.rules[rule]] as const)
  const rule = typed.rule ?? 'custom'
  const number = { inputmode: 'numeric' as const, maxlength: 2 }
  const rows = Array.from({ length: Number(typed.rows) }, (_, at) => {
    const [name, price] = [`option_${at}`, `price_${at}`]
    return html`<div class="side-by-side">
      ${one(name, say.option(at + 1), { maxlength: 60, isOptional: true })}
      ${one(price, say.price(at + 1), { maxlength: 20, isOptional: true })}
      ${hiddenField(`key_${at}`, typed[`key_${at}`] ?? '')}
      ${checkbox({ name: `on_${at}`, label: say.isThere(typed[name] ?? ''), isOn: typed[`on_${at}`] === 'on' })}
    </div>`
  })
  return html`<form method="post" novalidate>
    ${hiddenField('group', typed.group ?? '')}
    ${hiddenField('rows', typed.rows ?? '0')}
    ${one('group_name', say.name, { hint: say.nameHint, maxlength: 60 })}
    ${selectField({ name: 'rule', id: `${of}-rule`, label: say.howMany, value: rule, options: rules })}
    <details${typed.rule === 'custom' && html` open`}><summary>${say.rules.custom}</summary><div class="side-by-side">
      ${one('min', say.min, { hint: say.minHint, ...number })}
      ${one('max', say.max, { hint: say.maxHint, ...number })}
    </div></details>
    <fieldset><legend>${say.choices}</legend>
      <p><small>${say.choicesHint}</small></p>
      ${rows}
    </fieldset>
    ${actButton('save', say.save)}
  </form>`
}

/** Renders the options on the page of their product, with a link to edit them. */
export function optionsCard(groups: readonly FilledGroup[], address: string, t: OptionsTexts): Html {
  const rows = groups.map(
    ({ name, choicesMin, choicesMax, options }) => html`<div class="row">
      <span><b>${name}</b> <small>${t.rule(choicesMin, choicesMax)}</small></span>
      <small>${[...options].map(option => option.name).join(', ')}</small>
    </div>`,
  )
  return card(t.title, html`${rows}<p><a class="button quiet" href="${address}">${t.edit}</a></p>`)
}
