import type Koa from 'koa'
import { findCallerAddress } from '../../../http/caller-address.ts'
import { toRefusal } from '../../../http/errors.ts'
import { writeRetryAfter } from '../../../http/retry-after.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { App, Needs } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { banner, field, refusedBanner } from '../../../web/parts/forms.ts'
import { sendPage } from '../../../web/parts/frame.ts'
import { redirectTo } from '../../../web/parts/gate.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { readOwnForm } from '../../../web/parts/own-form.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import type { Device, DeviceKind } from '../device.ts'
import { findDevice } from '../find-device.ts'
import { pairDevice } from '../pair-device.ts'
import { pairingTexts } from '../texts/pairing-texts.ts'
import { devicePaths, readDeviceCookie, writeDeviceCookie } from './device-cookies.ts'

/** Returns the device of a request; null if it is not paired, or was revoked. */
export function readDevice(
  app: Needs<'em' | 'now' | 'config'>,
  ctx: Koa.Context,
  kind: DeviceKind,
): Promise<Device | null> {
  return findDevice(app, kind, readDeviceCookie(app.config, ctx, kind))
}

/** Returns the device of a request to the counter, even if it was revoked: it may still send its sales. */
export function readAnyDevice(app: Needs<'em' | 'now' | 'config'>, ctx: Koa.Context): Promise<Device | null> {
  return findDevice(app, 'kasir', readDeviceCookie(app.config, ctx, 'kasir'), { mayBeRevoked: true })
}

/**
 * Shows the page of an unpaired device, which accepts the code, possibly from the address as `?code=`. Opening the
 * address does not pair, because chats open every link for its preview. A revoked counter keeps its cookie, with which
 * the page sends its offline sales and nothing else.
 */
export async function showPairing(
  app: Needs<'em' | 'now' | 'config'>,
  ctx: Koa.Context,
  kind: DeviceKind,
): Promise<void> {
  const wasPaired = readDeviceCookie(app.config, ctx, kind) !== undefined
  const isRevoked = kind === 'kasir' && (await readAnyDevice(app, ctx)) !== null
  if (wasPaired && !isRevoked) writeDeviceCookie(app.config, ctx, kind, null)
  const { code } = ctx.query
  const typed = typeof code === 'string' ? code.slice(0, codeMax) : ''
  sendPairing(app, ctx, kind, { code: typed, wasPaired, isRevoked, refusal: null })
}

/** Handles the code in the form, and redirects to the page of the device. */
export async function answerPairing(app: App, ctx: Koa.Context, kind: DeviceKind): Promise<void> {
  let code = ''
  try {
    const typed = await readOwnForm(app, ctx, formBytesMax)
    code = (typed.code ?? '').trim().slice(0, codeMax)
    const attempt = { kind, code, address: findCallerAddress(ctx), userAgent: ctx.get('User-Agent') }
    const { token } = await pairDevice(app, attempt)
    writeDeviceCookie(app.config, ctx, kind, token)
    redirectTo(ctx, makePath(app.config, devicePaths[kind], { lang: chooseLanguage(ctx, app.config) }))
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (!refusal) throw error
    sendPairing(app, ctx, kind, { code, wasPaired: false, isRevoked: false, refusal })
  }
}

const codeMax = 20
const formBytesMax = 4096

interface ShownPairing {
  code: string
  wasPaired: boolean
  /** Whether the device may still have sales to send. */
  isRevoked: boolean
  refusal: Refusal | null
}

function sendPairing(app: Needs<'config'>, ctx: Koa.Context, kind: DeviceKind, view: ShownPairing): void {
  const { code, wasPaired, isRevoked, refusal } = view
  const language = chooseLanguage(ctx, app.config)
  const say = pairingTexts[language]
  const path = devicePaths[kind]
  const refused: Html | null =
    refusal?.code === 'unauthorized' ? banner('stop', say.wrongCode) : refusedBanner({ language, refusal })
  const typed = { name: 'code', label: say.code, hint: say.codeHint, value: code, maxlength: codeMax }
  const body = html`<main class="plain">
    <section class="card narrow">
      <h1>${say.titles[kind]}</h1>
      <p>${say.text}</p>
      ${wasPaired && banner('warn', say.revoked)}
      ${
        isRevoked &&
        html`<p id="left" role="status" data-base="${makePath(app.config, path)}" data-sent="${say.leftSent}"
          hidden>${say.left}</p>`
      }
      ${refused}
      <form method="post" action="${makePath(app.config, path, { lang: language })}" class="steps">
        ${field({ ...typed, autocomplete: 'off', isFocused: code === '' })}
        <button class="button">${say.pair}</button>
      </form>
    </section>
  </main>`
  writeRetryAfter(ctx, refusal)
  const script = isRevoked ? { script: 'kasir-left.js' } : {}
  const page = {
    ...script,
    language,
    title: say.titles[kind],
    body,
    here: { path, query: code === '' ? {} : { code } },
  }
  sendPage(ctx, app.config, page, refusal ? findRefusalStatus(refusal) : 200)
}
