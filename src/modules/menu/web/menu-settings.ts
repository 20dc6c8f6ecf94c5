import { z } from 'zod'
import { Html, html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { card, chip, head, linkButton } from '../../../web/parts/card.ts'
import { actButton, copyButton, field, refusedBanner, tick } from '../../../web/parts/forms.ts'
import { page, type Shown } from '../../../web/parts/page.ts'
import { memberActingOf, type Visit } from '../../../web/parts/visit.ts'
import { MenuPage } from '../menu-page.ts'
import { menuUrl } from '../menu-url.ts'
import { setMenu } from '../set-menu.ts'
import { type MenuSettingsTexts, menuSettingsTexts } from './menu-settings-texts.ts'

interface Loaded {
  menu: MenuPage | null
}
type ShownMenu = Shown<Visit, object, Loaded>

/** The menu page of a shop: its address, its link and whether it is open. */
export const menuSettingsPage = page({
  path: '/dashboard/menu',
  role: 'read',
  load: async (app, { scope }): Promise<Loaded> => ({ menu: await app.em(scope).findOne(MenuPage, {}) }),
  view(shown: ShownMenu) {
    const { language, loaded, refusal, visit, to } = shown
    const { menu } = loaded
    const say = menuSettingsTexts[language]
    return {
      title: say.title,
      script: 'dashboard.js',
      body: html`
        ${head(say.title, menu?.isOn ? chip('good', say.on) : chip('', say.off))}
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: { slug: say.slug } })}
        <div class="pair">
          ${card(null, mayDo(visit.account.role, 'orders') ? form(shown, say) : html`<p>${menu?.slug ?? say.off}</p>`)}
          ${menu?.isOn && card(say.link, share(shown, menu, say))}
        </div>
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
      fields: z.object({ slug: z.string().max(100), on: z.literal('on').optional() }),
      async run(app, visit, { slug, on }) {
        await setMenu(app, memberActingOf(visit), { slug, isOn: on === 'on' })
        return { done: 'saved' }
      },
    },
  },
})

function form(
  { app, loaded: { menu }, given, refusal, fieldErrors: errors, visit }: ShownMenu,
  say: MenuSettingsTexts,
): Html {
  const value = given.slug ?? menu?.slug ?? proposedSlug(visit.account.name)
  const isOn = refusal ? given.on === 'on' : (menu?.isOn ?? true)
  const slug = { name: 'slug', label: say.slug, hint: say.slugHint(app.config.baseUrl), value, maxlength: 30, errors }
  return html`<form method="post" novalidate>
    ${field(slug)}
    ${tick({ name: 'on', label: say.isOn, isOn })}
    ${actButton('save', say.save)}
  </form>`
}

/** `Warung Kopi Demo` as `warung-kopi-demo`. */
function proposedSlug(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words
    .join('-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
}

function share({ app, language }: ShownMenu, menu: MenuPage, say: MenuSettingsTexts): Html {
  const url = menuUrl(app.config, menu)
  const target = html`target="_blank" rel="noopener"`
  return html`<div class="inline">
      <p class="field"><label for="menu-link">${say.link}</label><input id="menu-link" readonly value="${url}"></p>
      ${copyButton(language, 'menu-link')}
      <a class="button quiet" href="${url}" ${target}>${say.see}</a>
    </div>
    <div class="qr-small">${new Html(qrSvg(url))}</div>`
}
