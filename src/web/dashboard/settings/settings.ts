import { z } from 'zod'
import { Account } from '../../../accounts/account.ts'
import { type AccountSettings, changeSettings } from '../../../accounts/change-settings.ts'
import { readPercent, setPlatformFee } from '../../../accounts/set-platform-fee.ts'
import { type DescribedSettings, type SettingField, settingFields } from '../../../accounts/setting-fields.ts'
import { setLogo } from '../../../goods/set-logo.ts'
import { formatTyped, parseTyped } from '../../../lib/fields/field.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { switchableKinds } from '../../../notices/notice.ts'
import { readNoticeSwitches, type SwitchableKind, switchNotices } from '../../../notices/switch-notices.ts'
import { mayDo } from '../../../people/membership.ts'
import { User } from '../../../people/user.ts'
import { card, linkButton, titleRow } from '../../parts/card.ts'
import { describedField } from '../../parts/fields/described-field.ts'
import {
  actButton,
  banner,
  checkbox,
  field,
  inlineForm,
  largeForm,
  pictureTypes,
  refusedBanner,
  selectField,
} from '../../parts/forms.ts'
import { ChosenFile } from '../../parts/inputs.ts'
import { type Language, languages } from '../../parts/language.ts'
import { definePage, type Outcome, type ViewContext } from '../../parts/page.ts'
import { logoPath } from '../../parts/product-picture.ts'
import { makeMemberActor, makeUserActor, type Visit } from '../../parts/visit.ts'
import { settingsTexts } from './settings-texts.ts'

interface Loaded {
  account: Account
  switches: { kind: SwitchableKind; isOn: boolean }[]
}

const logoBytesMax = 5 * 1024 * 1024

/** The settings of an account: payments, answers, fee and notices; and the language of the visiting user. */
export const settingsPage = definePage({
  path: '/dashboard/settings',
  role: 'read',
  async load(app, { account }): Promise<Loaded> {
    return {
      account: await app.em({ accountId: account.id }).findOneOrFail(Account, account.id),
      switches: await readNoticeSwitches(app, account.id),
    }
  },
  view(view) {
    const { language, refusal, to } = view
    const say = settingsTexts[language]
    const labels = {
      ...Object.fromEntries(settingFields.map(({ name, label }) => [name, label[language]])),
      fee: say.feeLabel,
      image: say.logo,
      redirect_schemes: say.schemes,
    }
    return {
      title: say.title,
      body: html`
        ${titleRow(say.title, linkButton(to('/dashboard/rules'), say.toRules, 'quiet'))}
        ${refusedBanner({ language, refusal, labels })}
        ${settingsForm(view)}
        <div class="pair">${logoForm(view)}${feeForm(view)}</div>`,
    }
  },
  act: {
    save: {
      role: 'settings',
      fields: z
        .object({
          language: z.enum(languages),
          kinds: z.union([z.array(z.string()), z.string()]).optional(),
          dialect: z.enum(['detailed', 'simple']),
          redirect_schemes: z.string().max(2000).optional(),
        })
        .catchall(z.string().max(400)),
      async run(app, visit, { language, kinds, dialect, redirect_schemes, ...typed }) {
        const settings = { ...describedSettings(typed), dialect, ...readSchemes(redirect_schemes) }
        await changeSettings(app, visit.account.id, settings, makeUserActor(visit))
        const on = new Set([kinds ?? []].flat())
        const switches = switchableKinds.map(kind => ({ kind, isOn: on.has(kind) }))
        await switchNotices(app, visit.account.id, switches, makeUserActor(visit))
        return setLanguage(app, visit, language)
      },
    },
    fee: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ fee: z.string().max(10) }),
      async run(app, visit, { fee }) {
        await setPlatformFee(app, visit.account.id, readPercent(fee), makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    logo: {
      role: 'settings',
      fileBytesMax: logoBytesMax,
      fields: z.object({
        file: ChosenFile,
        file_name: z.string().max(1000).optional(),
      }),
      async run(app, visit, { file, file_name }) {
        if (!Buffer.isBuffer(file)) throw refuseField('image', 'is missing', 'missing')
        await setLogo(app, makeMemberActor(visit), { name: file_name ?? 'logo', bytes: file })
        return { done: 'saved' }
      },
    },
    unlogo: {
      role: 'settings',
      async run(app, visit) {
        await setLogo(app, makeMemberActor(visit), null)
        return { done: 'removed' }
      },
    },
    language: {
      fields: z.object({ language: z.enum(languages) }),
      run: (app, visit, { language }) => setLanguage(app, visit, language),
    },
  },
})

function describedSettings(typed: Record<string, unknown>): DescribedSettings {
  const read = settingFields.map(field => [field.property, parseTyped(field, String(typed[field.name] ?? ''))])
  return Object.fromEntries(read) as unknown as DescribedSettings
}

function readSchemes(typed: string | undefined): Partial<AccountSettings> {
  if (typed === undefined) return {}
  const schemes = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .map(scheme => scheme.replace(/:(\/\/)?$/, ''))
    .filter(scheme => scheme !== '')
  return { redirectSchemes: [...new Set(schemes)] }
}

/** Sets the language of the signed-in user, not of the shop. */
async function setLanguage(app: Needs<'em'>, { session }: Visit, language: Language): Promise<Outcome> {
  await app.em('shared').nativeUpdate(User, { id: session.userId }, { language })
  return { done: 'saved', to: `/dashboard/settings?lang=${language}` }
}

type All = ViewContext<Visit, object, Loaded>

const mayChange = ({ account }: Visit) => mayDo(account.role, 'settings')

/** Renders a form with one button for members who may change settings; the others see the values. */
function settingsForm(view: All): Html {
  const say = settingsTexts[view.language]
  const parts = html`
    <div class="pair">
      ${shopCard(view)}
      <div class="stack">${card(say.notices, noticeTicks(view))}${card(say.api, apiFields(view))}</div>
    </div>`
  const language = card(say.language, languageField(view))
  return mayChange(view.visit)
    ? html`<form method="post" novalidate class="stack">
        ${parts}${language}
        <div class="save-bar">${actButton('save', say.save)}</div>
      </form>`
    : html`<fieldset class="fixed stack" disabled>${parts}</fieldset>
        <form method="post" novalidate class="stack">${language}${actButton('language', say.save)}</form>`
}

function shopCard(view: All): Html {
  return card(settingsTexts[view.language].shop, describedPart(view, 'shop'))
}

/** Renders the described settings of one part of the form: text fields first, then checkboxes. */
function describedPart({ app, language, loaded, given, fieldErrors: errors }: All, part: SettingField['part']): Html {
  const offered = settingFields.filter(field => field.part === part && (!field.isOfAll || app.edition.knowsAll))
  const draw = (field: SettingField) => {
    const value = loaded.account[field.property]
    const typed = field.kind === 'tick' ? value : (given[field.name] ?? formatTyped(field, value))
    return describedField(field, language, { value: typed, errors })
  }
  const [ticks, others] = [offered.filter(isTick), offered.filter(field => !isTick(field))]
  return html`${others.map(draw)}<div>${ticks.map(draw)}</div>`
}

function isTick({ kind }: SettingField): boolean {
  return kind === 'tick'
}

function apiFields(view: All): Html {
  const { language, loaded, given, fieldErrors: errors } = view
  const { account } = loaded
  const say = settingsTexts[language]
  const schemes = field({
    name: 'redirect_schemes',
    label: say.schemes,
    hint: say.schemesHint,
    value: given.redirect_schemes ?? account.redirectSchemes.join(', '),
    isOptional: true,
    maxlength: 2000,
    errors,
  })
  const dialects = Object.entries(say.dialects)
  return html`
    ${selectField({ name: 'dialect', label: say.dialect, value: account.dialect, options: dialects })}
    ${describedPart(view, 'api')}
    ${schemes}`
}

function logoForm({ app, language, visit, loaded: { account } }: All): Html {
  const say = settingsTexts[language]
  const source = account.logoKey && logoPath(app.config, account.logoKey)
  const logo = source && html`<p><img class="logo large" src="${source}" width="92" height="92" alt="${say.logo}"></p>`
  const logoPart = html`<p class="lead">${say.logoText}</p>${logo}`
  if (!mayChange(visit)) return card(say.logo, logoPart)
  const file = field({
    name: 'file',
    id: 'logo',
    label: say.chooseLogo,
    hint: say.logoHint,
    type: 'file',
    accept: pictureTypes,
  })
  return card(
    say.logo,
    html`${logoPart}
      ${logo && inlineForm({}, actButton('unlogo', say.dropLogo, 'link'))}
      ${largeForm('logo', 'file', html`${file}${actButton('logo', say.uploadLogo, 'quiet')}`)}`,
  )
}

function noticeTicks({ language, loaded }: All): Html {
  const say = settingsTexts[language]
  const ticks = loaded.switches.map(({ kind, isOn }) =>
    checkbox({ name: 'kinds', value: kind, label: say.kinds[kind], isOn }),
  )
  return html`<div>${ticks}</div>`
}

function feeForm(view: All): Html {
  const { language, loaded, given, fieldErrors: errors } = view
  const say = settingsTexts[language]
  const fee = field({
    name: 'fee',
    label: say.feeLabel,
    hint: say.feeHint,
    value: given.fee ?? loaded.account.platformFeeBps / 100,
    maxlength: 5,
    errors,
  })
  const form = mayChange(view.visit)
    ? html`<form method="post" novalidate>${fee}${actButton('fee', say.saveFee, 'quiet')}</form>`
    : html`<fieldset class="fixed" disabled>${fee}</fieldset>`
  return card(say.fee, html`${banner('warn', say.feeWarning)}${form}`)
}

function languageField({ language }: All): Html {
  const options = [
    ['id', 'Bahasa Indonesia'],
    ['en', 'English'],
  ] as const
  return selectField({ name: 'language', label: settingsTexts[language].languageOf, value: language, options })
}
