import type Koa from 'koa'
import type { z } from 'zod'
import { smallBytesMax } from '../../goods/sent-file.ts'
import { type Fields, guestFieldsMax, isFile, readFields } from '../../http/read-fields.ts'
import type { Upload } from '../../http/uploads.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import { listFieldErrors } from '../../lib/refusals/field-error.ts'
import type { App } from '../../needs.ts'
import { mayActNow } from '../../people/guard-act.ts'
import { mayDo } from '../../people/membership.ts'
import { reauthenticateByPassword } from '../../people/reauthenticate.ts'
import { makePath } from './address.ts'
import { drawPage } from './answer-get.ts'
import { confirmedField, confirmView } from './confirm-view.ts'
import { writeCookie } from './cookies.ts'
import { currentAddress, enterPage, isRecentlyAuthenticated, reauthenticationAddress, redirectTo } from './gate.ts'
import { chooseLanguage } from './language.ts'
import { requireOwnForm } from './own-form.ts'
import type { AnyPage, Confirmation, Outcome, PageAct } from './page.ts'
import { passwordField, passwordView, selectRefillableFields } from './password-view.ts'
import { answerRateLimited, findRefusalStatus, renderRefusal } from './refused-page.ts'
import { sendShell } from './shell.ts'
import { findSessionDoor, type Guest, type Person, type Visit } from './visit.ts'

// biome-ignore lint/suspicious/noExplicitAny: `definePage` has checked what an act takes
type AnyAct = PageAct<any, any, any>

interface Posted {
  visit: Guest
  input: unknown
  act: AnyAct
  fields: Fields
}

/** Runs the act of a form, after checking its origin and the member's role, and the password for money and secrets. */
export async function answerPost(app: App, page: AnyPage, ctx: Koa.Context): Promise<void> {
  await using upload = app.uploads.open()
  try {
    requireOwnForm(app.config, ctx)
    const entered = await enterPage(app, page, ctx)
    if (!entered) return
    const { visit, input } = entered as { visit: Guest; input: unknown }
    requireRole(visit, namedAct(page, ctx))
    const fields = await readPostedFields(app, page, ctx, { visit, upload }).catch(error =>
      showRefused(app, page, ctx, { visit, input, fields: {}, error }),
    )
    if (!fields) return
    if (page.isSecret && fields.act === passwordField) return await openSecret(app, ctx, visit as Person, fields)
    const act = findAct(page, fields)
    requireRole(visit, act)
    refuseFiles(act, fields)
    const isSecret = page.isSecret || act.isSecret
    const posted = { visit, input, act, fields }
    if (act.confirm && fields[confirmedField] === undefined) return await askOnceMore(app, page, ctx, posted)
    if (isSecret && !(await provePassword(app, ctx, posted))) return
    await performAct(app, page, ctx, posted)
  } catch (error) {
    renderRefusal(app, ctx, error)
  }
}

function requireRole(visit: Guest, act: AnyAct | undefined): void {
  if (act?.role && !mayDo((visit as Visit).account.role, act.role)) {
    throw new Refusal('forbidden', 'Your role does not include this')
  }
}

/** Returns the act of a `largeForm`. */
function namedAct(one: AnyPage, { query: { act } }: Koa.Context): AnyAct | undefined {
  const acts = one.act as Record<string, AnyAct>
  return typeof act === 'string' && Object.hasOwn(acts, act) ? acts[act] : undefined
}

function readPostedFields(
  app: App,
  one: AnyPage,
  ctx: Koa.Context,
  { visit, upload }: { visit: Guest; upload: Upload },
): Promise<Fields> {
  const {
    fileBytesMax = 0,
    filesMax = 1,
    takesLargeFile = false,
    textBytesMax = 0,
  } = namedAct(one, ctx) ?? largestLimits(one)
  const fieldsBytesMax = Math.max(app.config.limits.jsonBytesMax, textBytesMax)
  const { session, address } = visit
  const who = session ? `user ${session.userId}` : `address ${address}`
  const ofGuest = session ? {} : { fieldsMax: guestFieldsMax }
  const limits = { fileBytesMax, filesMax, takesLargeFile, fieldsBytesMax, ...ofGuest }
  return readFields(ctx, limits, { who, upload })
}

// Returns the limits of a form whose act is known only after reading. It may contain as much text as any act of the
// page accepts (which is counted, too), and a small file.
function largestLimits(one: AnyPage): Pick<AnyAct, 'fileBytesMax' | 'filesMax' | 'takesLargeFile' | 'textBytesMax'> {
  const acts = Object.values(one.act ?? {}) as AnyAct[]
  const mostOf = (limit: 'fileBytesMax' | 'textBytesMax') => Math.max(0, ...acts.map(act => act[limit] ?? 0))
  return { fileBytesMax: Math.min(smallBytesMax, mostOf('fileBytesMax')), textBytesMax: mostOf('textBytesMax') }
}

// The address of a form may be that of another act, if a page was shown again under it.
function refuseFiles({ fileBytesMax = 0 }: AnyAct, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (isFile(value) && value.length > fileBytesMax)
      throw refuseField(name, `has ${fileBytesMax} bytes at most`, { code: 'too_large', bytesMax: fileBytesMax })
  }
}

function findAct(one: AnyPage, fields: Fields): AnyAct {
  const acts = one.act as Record<string, AnyAct>
  const name = String(fields.act ?? '')
  if (!Object.hasOwn(acts, name)) throw new Refusal('not_found', 'This page has no such form')
  return acts[name]!
}

// Such a form has no file, because the confirmation could not include it.
async function askOnceMore(app: App, one: AnyPage, ctx: Koa.Context, posted: Posted): Promise<void> {
  const { visit, input, act, fields } = posted
  let confirmation: Confirmation
  try {
    confirmation = await act.confirm!(app, visit, parseFields(act.fields, fields), input)
  } catch (error) {
    return showRefused(app, one, ctx, { ...posted, error })
  }
  const fieldsToKeep = { ...fields, ...confirmation.fields }
  sendShell(app, ctx, {
    visit,
    view: confirmView(visit, { action: currentAddress(app, ctx), kept: fieldsToKeep, confirmation }),
  })
}

async function performAct(app: App, one: AnyPage, ctx: Koa.Context, posted: Posted): Promise<void> {
  const { visit, input, act, fields } = posted
  const running = runningOf.get(act) ?? 0
  if (running >= (act.atOnceMax ?? Number.POSITIVE_INFINITY)) return answerRateLimited(app, ctx)
  let outcome: Outcome
  runningOf.set(act, running + 1)
  try {
    const typed = parseFields(act.fields, fields)
    outcome = (await heldBack(app, ctx, posted, typed)) ?? (await act.run(app, visit, typed, input))
  } catch (error) {
    return showRefused(app, one, ctx, { ...posted, error })
  } finally {
    runningOf.set(act, runningOf.get(act)! - 1)
  }
  const { view } = outcome
  writeOutcomeCookies(app, ctx, outcome)
  if (view) return sendShell(app, ctx, { visit, view })
  redirectTo(ctx, makeOutcomeAddress(app, ctx, outcome))
}

/** Returns the outcome of a sensitive act that may not run yet; null for every other. */
async function heldBack(
  app: App,
  ctx: Koa.Context,
  { visit, input, act }: Posted,
  typed: unknown,
): Promise<Outcome | null> {
  if (!act.sensitive) return null
  const { account, session } = visit as Visit
  const doer = { accountId: account.id, userId: session.userId, role: account.role }
  const { kindsOf, amountOf } = act.sensitive
  const amount = (await amountOf?.(typed, { app, visit, input })) ?? null
  const request = { kinds: kindsOf(typed), amount, subject: ctx.path }
  return (await mayActNow(app, doer, request)) ? null : { to: request.subject, done: 'asked_owner' }
}

/** The number of running acts of each kind. Only running ones count, so that a slow upload does not block others. */
const runningOf = new WeakMap<AnyAct, number>()

async function showRefused(
  app: App,
  one: AnyPage,
  ctx: Koa.Context,
  refused: Omit<Posted, 'act'> & { error: unknown },
): Promise<void> {
  const { visit, input, fields, error } = refused
  if (!(error instanceof Refusal) || error.code === 'not_found') throw error
  if (one.isSecret && !isRecentlyAuthenticated(app, visit as Person)) throw error
  ctx.status = findRefusalStatus(error)
  const view = await drawPage(app, one, { visit, input, refusal: error, given: selectRefillableFields(fields) })
  sendShell(app, ctx, { visit, view, refusal: error })
}

function parseFields<Input>(schema: z.ZodType<Input> | undefined, { act: _act, ...given }: Fields): Input {
  if (!schema) return {} as Input
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const fields = listFieldErrors(parsed.error.issues, given)
  throw new Refusal('invalid_request', `${fields[0]!.path}: ${fields[0]!.error}`, { fields })
}

/** Sets the cookies of an outcome, and for some seconds the one that marks a recent change. */
export function writeOutcomeCookies(
  app: App,
  ctx: Koa.Context,
  { session, place, provider, writeCookies }: Outcome,
): void {
  if (app.config.databaseReadUrl !== undefined) writeCookie(app.config, ctx, 'changed', '1')
  if (session !== undefined) writeCookie(app.config, ctx, findSessionDoor(ctx.path), session)
  // A visitor who started in one language continues in it, even if the user chose another in a different browser.
  const spoken = ctx.get('Accept-Language')
  if (session && spoken !== '' && spoken !== '*')
    writeCookie(app.config, ctx, 'language', chooseLanguage(ctx, app.config))
  if (place) writeCookie(app.config, ctx, 'place', `${place.accountId}.${place.mode}`)
  if (provider !== undefined) writeCookie(app.config, ctx, 'provider', provider)
  writeCookies?.(app.config, ctx)
}

/** Returns the address to which an outcome leads, with its message. */
export function makeOutcomeAddress(app: App, ctx: Koa.Context, { to, done }: Outcome): string {
  const [path, search] = (to ?? ctx.path + ctx.search).split('?')
  const { done: _before, act: _act, ...query } = Object.fromEntries(new URLSearchParams(search ?? ''))
  return makePath(app.config, path!, { ...query, ...(done ? { done } : {}) })
}

/**
 * Returns whether the form may continue. If not, it has shown the page for the password, which carries the form along.
 */
async function provePassword(app: App, ctx: Koa.Context, { visit, fields }: Posted): Promise<boolean> {
  const person = visit as Person
  if (isRecentlyAuthenticated(app, person)) return true
  const hasFile = Object.values(fields).some(isFile)
  const prompt = {
    action: currentAddress(app, ctx),
    again: reauthenticationAddress(app, ctx),
    kept: hasFile ? {} : fields,
    refusal: null as Refusal | null,
  }
  const password = fields[passwordField]
  if (typeof password === 'string') {
    try {
      await reauthenticateByPassword(app, person.session, password)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      prompt.refusal = error
      ctx.status = findRefusalStatus(error)
    }
  }
  sendShell(app, ctx, { visit, view: passwordView(visit, prompt), refusal: prompt.refusal })
  return false
}

async function openSecret(app: App, ctx: Koa.Context, person: Person, fields: Fields): Promise<void> {
  const action = currentAddress(app, ctx)
  try {
    await reauthenticateByPassword(app, person.session, String(fields[passwordField] ?? ''))
    redirectTo(ctx, action)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.status = findRefusalStatus(error)
    sendShell(app, ctx, {
      visit: person,
      view: passwordView(person, { action, again: reauthenticationAddress(app, ctx), kept: {}, refusal: error }),
      refusal: error,
    })
  }
}
