import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { changeSettings } from '../../accounts/change-settings.ts'
import { readPercent, setPlatformFee } from '../../accounts/set-platform-fee.ts'
import { setLogo } from '../../goods/set-logo.ts'
import { type Html, html } from '../../lib/html.ts'
import { refuseField } from '../../lib/refusal.ts'
import { switchableKinds } from '../../notices/notice.ts'
import { readSwitches, type SwitchableKind, switchNotices } from '../../notices/switch-notices.ts'
import { mayDo } from '../../people/membership.ts'
import { User } from '../../people/user.ts'
import { card } from '../parts/card.ts'
import {
  actButton,
  banner,
  choice,
  field,
  inlineForm,
  largeForm,
  pictureTypes,
  refusedBanner,
  tick,
} from '../parts/forms.ts'
import { ChosenFile } from '../parts/inputs.ts'
import { languages } from '../parts/language.ts'
import { page, type Shown } from '../parts/page.ts'
import { logoPath } from '../parts/product-picture.ts'
import { actingOf, memberActingOf, type Visit } from '../parts/visit.ts'
import { settingsTexts } from './settings-texts.ts'

interface Loaded {
  account: Account
  switches: { kind: SwitchableKind; isOn: boolean }[]
}

const logoBytesMax = 5 * 1024 * 1024
const box = z.literal('on').optional()

/** The settings of an account: payments, answers, fee and notices; and the language of the visiting user. */
export const settingsPage = page({
  path: '/dashboard/settings',
  role: 'read',
  async load(app, { account }): Promise<Loaded> {
    return {
      account: await app.em({ accountId: account.id }).findOneOrFail(Account, account.id),
      switches: await readSwitches(app, account.id),
    }
  },
  view(shown) {
    const { language, refusal } = shown
    const say = settingsTexts[language]
    const labels = { display_name: say.name, invoice_lifetime: say.lifetime, fee: say.feeLabel, image: say.logo }
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        ${refusedBanner({ language, refusal, labels })}
        <div class="pair">${shopForm(shown)}${logoForm(shown)}</div>
        <div class="pair">
          ${noticeForm(shown)}
          <div class="stack">${feeForm(shown)}${languageForm(shown)}</div>
        </div>`,
    }
  },
  act: {
    shop: {
      role: 'settings',
      fields: z.object({
        display_name: z.string().max(400),
        invoice_lifetime: z.string().max(10),
        dialect: z.enum(['detailed', 'simple']),
        late: box,
        subtract: box,
        all: box,
        in_query: box,
        strict: box,
      }),
      async run(app, visit, { display_name, invoice_lifetime, dialect, late, subtract, all, in_query, strict }) {
        const settings = {
          displayName: display_name,
          dialect,
          invoiceLifetimeS: Number(invoice_lifetime) * 60,
          acceptsLateMoney: late === 'on',
          subtractsUniqueCode: subtract === 'on',
          offersAllMethods: all === 'on',
          acceptsKeyInQuery: in_query === 'on',
          refusesUnknownFields: strict === 'on',
        }
        await changeSettings(app, visit.account.id, settings, actingOf(visit))
        return { done: 'saved' }
      },
    },
    fee: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ fee: z.string().max(10) }),
      async run(app, visit, { fee }) {
        await setPlatformFee(app, visit.account.id, readPercent(fee), actingOf(visit))
        return { done: 'saved' }
      },
    },
    notices: {
      role: 'settings',
      fields: z.object({ kinds: z.union([z.array(z.string()), z.string()]).optional() }),
      async run(app, visit, { kinds }) {
        const on = new Set([kinds ?? []].flat())
        const wanted = switchableKinds.map(kind => ({ kind, isOn: on.has(kind) }))
        await switchNotices(app, visit.account.id, wanted, actingOf(visit))
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
        await setLogo(app, memberActingOf(visit), { name: file_name ?? 'logo', bytes: file })
        return { done: 'saved' }
      },
    },
    unlogo: {
      role: 'settings',
      async run(app, visit) {
        await setLogo(app, memberActingOf(visit), null)
        return { done: 'removed' }
      },
    },
    language: {
      fields: z.object({ language: z.enum(languages) }),
      async run(app, { session }, { language }) {
        await app.em('shared').nativeUpdate(User, { id: session.userId }, { language })
        return { done: 'saved', to: `/dashboard/settings?lang=${language}` }
      },
    },
  },
})

type All = Shown<Visit, object, Loaded>

const mayChange = ({ account }: Visit) => mayDo(account.role, 'settings')

/** A form for those whose role includes settings; the others see what is set. */
function changeable({ visit }: All, fields: Html, button: Html): Html {
  return mayChange(visit)
    ? html`<form method="post" novalidate>${fields}${button}</form>`
    : html`<fieldset class="fixed" disabled>${fields}</fieldset>`
}

function shopForm(shown: All): Html {
  const { app, language, loaded, given, fieldErrors: errors } = shown
  const { account } = loaded
  const say = settingsTexts[language]
  const { displayName, invoiceLifetimeS, dialect } = account
  const name = field({
    name: 'display_name',
    label: say.name,
    value: given.display_name ?? displayName,
    maxlength: 100,
    errors,
  })
  const lifetime = field({
    name: 'invoice_lifetime',
    label: say.lifetime,
    hint: say.lifetimeHint,
    type: 'number',
    min: 5,
    max: 1440,
    value: given.invoice_lifetime ?? invoiceLifetimeS / 60,
    errors,
  })
  const fields = html`
    ${name}
    ${lifetime}
    ${choice({ name: 'dialect', label: say.dialect, value: dialect, options: Object.entries(say.dialects) })}
    <div>
      ${tick({ name: 'late', label: say.late, isOn: account.acceptsLateMoney })}
      ${tick({ name: 'subtract', label: say.subtract, isOn: account.subtractsUniqueCode })}
      ${app.edition.knowsAll && tick({ name: 'all', label: say.all, isOn: account.offersAllMethods })}
      ${tick({ name: 'in_query', label: say.inQuery, isOn: account.acceptsKeyInQuery })}
      ${tick({ name: 'strict', label: say.strict, isOn: account.refusesUnknownFields })}
    </div>`
  return card(say.shop, changeable(shown, fields, actButton('shop', say.save)))
}

function logoForm({ app, language, visit, loaded: { account } }: All): Html {
  const say = settingsTexts[language]
  const source = account.logoKey && logoPath(app.config, account.logoKey)
  const logo = source && html`<p><img class="logo large" src="${source}" width="92" height="92" alt="${say.logo}"></p>`
  const shown = html`<p class="lead">${say.logoText}</p>${logo}`
  if (!mayChange(visit)) return card(say.logo, shown)
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
    html`${shown}
      ${logo && inlineForm({}, actButton('unlogo', say.dropLogo, 'link'))}
      ${largeForm('logo', 'file', html`${file}${actButton('logo', say.uploadLogo, 'quiet')}`)}`,
  )
}

function noticeForm(shown: All): Html {
  const { language, loaded } = shown
  const say = settingsTexts[language]
  const ticks = loaded.switches.map(({ kind, isOn }) =>
    tick({ name: 'kinds', value: kind, label: say.kinds[kind], isOn }),
  )
  return card(say.notices, changeable(shown, html`<div>${ticks}</div>`, actButton('notices', say.save, 'quiet')))
}

function feeForm(shown: All): Html {
  const { language, loaded, given, fieldErrors: errors } = shown
  const say = settingsTexts[language]
  const fee = field({
    name: 'fee',
    label: say.feeLabel,
    hint: say.feeHint,
    value: given.fee ?? loaded.account.platformFeeBps / 100,
    maxlength: 5,
    errors,
  })
  const form = changeable(shown, fee, actButton('fee', say.save, 'quiet'))
  return card(say.fee, html`${banner('warn', say.feeWarning)}${form}`)
}

function languageForm({ language }: All): Html {
  const say = settingsTexts[language]
  const options = [
    ['id', 'Bahasa Indonesia'],
    ['en', 'English'],
  ] as const
  return card(
    say.language,
    html`<form method="post" novalidate>
      ${choice({ name: 'language', label: say.languageOf, value: language, options })}
      ${actButton('language', say.save, 'quiet')}
    </form>`,
  )
}
