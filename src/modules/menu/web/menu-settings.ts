import { z } from 'zod'
import { Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { mayDo } from '../../../people/membership.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { card, chip, linkButton, titleRow } from '../../../web/parts/card.ts'
import {
  type ContactLack,
  contactField,
  contactTexts,
  findContactLack,
  saveContact,
} from '../../../web/parts/contact-field.ts'
import {
  actButton,
  checkbox,
  copyButton,
  field,
  inlineForm,
  largeForm,
  pictureTypes,
  refusedBanner,
  selectField,
} from '../../../web/parts/forms.ts'
import { ChosenFile, PublicId } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { estimateMax, MenuPage, menuColours } from '../menu-page.ts'
import { menuUrl } from '../menu-url.ts'
import { listCategoriesInOrder, moveCategory, type OrderedCategory } from '../order-categories.ts'
import { setCover } from '../set-cover.ts'
import { setMenu } from '../set-menu.ts'
import { setMenuLook } from '../set-menu-look.ts'
import { type MenuSettingsTexts, menuSettingsTexts } from '../texts/menu-settings-texts.ts'
import { coverPath } from './menu-pictures.ts'

interface Loaded {
  menu: MenuPage | null
  categories: OrderedCategory[]
  /** The contact that the shop lacks to take real money; null if the page may be opened, or is open. */
  contact: ContactLack | null
}
type ShownMenu = ViewContext<Visit, object, Loaded>

// An empty field shows no estimate; text that is not a number is refused with its field.
const Minutes = z
  .string()
  .trim()
  .max(20)
  .transform(text => (text === '' ? null : Number(text)))
const coverBytesMax = 5 * 1024 * 1024

/** The menu page of a shop: its address, its link and whether it is open. */
export const menuSettingsPage = definePage({
  path: '/dashboard/menu',
  role: 'read',
  async load(app, visit): Promise<Loaded> {
    const { scope } = visit
    const menu = await app.em(scope).findOne(MenuPage, {})
    const needsContact = scope.mode === 'live' && !menu?.isOn
    return {
      menu,
      categories: await listCategoriesInOrder(app, scope.accountId),
      contact: needsContact ? await findContactLack(app, visit) : null,
    }
  },
  view(view: ShownMenu) {
    const { language, loaded, refusal, visit, to } = view
    const { menu } = loaded
    const mayChange = mayDo(visit.account.role, 'orders')
    const say = menuSettingsTexts[language]
    return {
      title: say.title,
      script: 'dashboard.js',
      sheet: 'menu.css',
      body: html`
        ${titleRow(say.title, menu?.isOn ? chip('good', say.on) : chip('', say.off))}
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: listLabels(language, say) })}
        <div class="pair">
          ${card(null, mayChange ? renderForm(view, say) : html`<p>${menu?.slug ?? say.off}</p>`)}
          ${menu?.isOn && card(say.link, renderShare(view, menu, say))}
        </div>
        ${menu && mayChange && html`<div class="pair">${lookCard(view, menu, say)}${coverCard(view, menu, say)}</div>`}
        ${mayChange && categoriesCard(loaded.categories, say)}
        ${card(
          say.tables,
          html`<p>${say.tablesText}</p>
            <div class="inline">${linkButton(to('/dashboard/menu/tables'), say.tables, 'quiet')}</div>`,
        )}
        ${card(
          say.rules,
          html`<p>${say.rulesText}</p>
            <div class="inline">${linkButton(to('/dashboard/rules'), say.rules, 'quiet')}</div>`,
        )}`,
    }
  },
  act: {
    save: {
      role: 'orders',
      fields: z.object({
        slug: z.string().max(100),
        whatsapp: z.string().max(200).default(''),
        on: z.literal('on').optional(),
      }),
      async run(app, visit, { slug, whatsapp, on }) {
        await saveContact(app, visit, whatsapp)
        await setMenu(app, makeMemberActor(visit), { slug, isOn: on === 'on' })
        return { done: 'saved' }
      },
    },
    look: {
      role: 'orders',
      fields: z.object({ colour: z.enum(menuColours), readyMin: Minutes, deliveryMin: Minutes }),
      async run(app, visit, look) {
        await setMenuLook(app, makeMemberActor(visit), look)
        return { done: 'saved' }
      },
    },
    cover: {
      role: 'orders',
      fileBytesMax: coverBytesMax,
      fields: z.object({ file: ChosenFile, file_name: z.string().max(1000).optional() }),
      async run(app, visit, { file, file_name: name = 'cover' }) {
        if (!Buffer.isBuffer(file)) throw refuseField('image', 'is missing', 'missing')
        await setCover(app, makeMemberActor(visit), { name, bytes: file })
        return { done: 'saved' }
      },
    },
    uncover: {
      role: 'orders',
      async run(app, visit) {
        await setCover(app, makeMemberActor(visit), null)
        return { done: 'removed' }
      },
    },
    move: {
      role: 'orders',
      fields: z.object({ category: PublicId, by: z.enum(['up', 'down']) }),
      async run(app, visit, { category, by }) {
        await moveCategory(app, makeMemberActor(visit), category, by)
        return { done: 'saved' }
      },
    },
  },
})

function listLabels(language: Language, say: MenuSettingsTexts): Record<string, string> {
  const { slug, readyMin, deliveryMin, cover: image } = say
  return { slug, whatsapp: contactTexts[language].label, readyMin, deliveryMin, image }
}

function lookCard({ given, fieldErrors: errors }: ShownMenu, menu: MenuPage, say: MenuSettingsTexts): Html {
  const minutes = (name: 'readyMin' | 'deliveryMin') =>
    field({
      name,
      label: say[name],
      hint: say.minutesHint,
      isOptional: true,
      errors,
      type: 'number',
      min: 1,
      max: estimateMax,
      value: given[name] ?? menu[name],
    })
  const options = menuColours.map(colour => [colour, say.colours[colour]] as const)
  return card(
    say.look,
    html`<p>${say.lookText}</p><form method="post" novalidate>
      ${selectField({ name: 'colour', label: say.colour, value: given.colour ?? menu.colour, options })}
      ${minutes('readyMin')}${minutes('deliveryMin')}
      ${actButton('look', say.save)}
    </form>`,
  )
}

function coverCard({ app }: ShownMenu, { coverKey }: MenuPage, say: MenuSettingsTexts): Html {
  const picture =
    coverKey !== null &&
    html`<img class="menu-cover" src="${coverPath(app.config, coverKey)}" width="960" height="320" alt="${say.cover}">`
  const file = field({
    name: 'file',
    id: 'cover',
    label: say.chooseCover,
    hint: say.coverHint,
    type: 'file',
    accept: pictureTypes,
  })
  return card(
    say.cover,
    html`<p>${say.coverText}</p>${picture}
      ${picture && inlineForm({}, actButton('uncover', say.dropCover, 'link'))}
      ${largeForm('cover', 'file', html`${file}${actButton('cover', say.uploadCover, 'quiet')}`)}`,
  )
}

function categoriesCard(categories: readonly OrderedCategory[], say: MenuSettingsTexts): Html {
  const list = categories.length === 0 ? html`<p>${say.noCategories}</p>` : orderedList(categories, say)
  return card(say.categories, html`<p>${say.categoriesText}</p>${list}`)
}

function orderedList(categories: readonly OrderedCategory[], say: MenuSettingsTexts): Html {
  const move = ({ publicId, name }: OrderedCategory, by: 'up' | 'down') => {
    const label = by === 'up' ? say.up(name) : say.down(name)
    const sign = by === 'up' ? '↑' : '↓'
    const button = html`<button class="button quiet" name="act" value="move" aria-label="${label}">${sign}</button>`
    return inlineForm({ category: publicId, by }, button)
  }
  const rows = categories.map(
    (category, at) => html`<li><div class="inline"><b>${category.name}</b>
      ${at > 0 && move(category, 'up')}${at < categories.length - 1 && move(category, 'down')}</div>
      ${category.below.length > 0 && orderedList(category.below, say)}</li>`,
  )
  return html`<ol class="menu-order-list">${rows}</ol>`
}

function renderForm(view: ShownMenu, say: MenuSettingsTexts): Html {
  const { app, loaded, given, refusal, fieldErrors: errors, visit } = view
  const { menu, contact } = loaded
  const value = given.slug ?? menu?.slug ?? proposedSlug(visit.account.name)
  const isOn = refusal ? given.on === 'on' : (menu?.isOn ?? true)
  const slug = { name: 'slug', label: say.slug, hint: say.slugHint(app.config.baseUrl), value, maxlength: 30, errors }
  return html`<form method="post" novalidate>
    ${field(slug)}
    ${contact && contactField(view, contact)}
    ${checkbox({ name: 'on', label: say.isOn, isOn })}
    ${actButton('save', say.save)}
  </form>`
}

/** Returns `warung-kopi-demo` for `Warung Kopi Demo`. */
function proposedSlug(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words
    .join('-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
}

function renderShare({ app, language }: ShownMenu, menu: MenuPage, say: MenuSettingsTexts): Html {
  const url = menuUrl(app.config, menu)
  const target = html`target="_blank" rel="noopener"`
  return html`<div class="inline">
      <p class="field"><label for="menu-link">${say.link}</label><input id="menu-link" readonly value="${url}"></p>
      ${copyButton(language, 'menu-link')}
      <a class="button quiet" href="${url}" ${target}>${say.see}</a>
    </div>
    <div class="qr-small">${new Html(qrSvg(url))}</div>`
}
