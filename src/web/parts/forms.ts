import { type Html, html, renderVerbatim } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import { describeFieldProblem, formatRefusalSentence, refusalTexts } from '../../lib/refusals/refusal-texts.ts'
import { commonTexts } from './common-texts.ts'
import { formatWait } from './format-wait.ts'
import type { Language } from './language.ts'

export interface Field {
  name: string
  /** The id; required if several forms of a page have a field with this name. */
  id?: string
  label: string
  /** A sentence below the field. */
  hint?: string | undefined
  type?:
    | 'text'
    | 'password'
    | 'email'
    | 'tel'
    | 'number'
    | 'search'
    | 'date'
    | 'datetime-local'
    | 'time'
    | 'url'
    | 'file'
  value?: string | number | null | undefined
  autocomplete?: string
  inputmode?: 'numeric' | 'text'
  isOptional?: boolean
  isFocused?: boolean
  /** The labels of the button that shows and hides a password, on a page with the script `password.js`. */
  showing?: { show: string; hide: string }
  min?: number
  max?: number
  minlength?: number
  maxlength?: number
  accept?: string
  /** Whether several files may be chosen. */
  isMultiple?: boolean
  /** The id of a datalist of the page. */
  list?: string
  /** The id of its form, if the field is outside. */
  form?: string
  errors?: readonly ShownError[] | undefined
}

/** A mistake of a field, with the message to show beside it. */
export type ShownError = FieldError & { said?: string }

/** Renders a labelled field with its hint; an invalid one is marked visually and for screen readers. */
export function field(options: Field): Html {
  const { name, id = name, label, hint, type = 'text', value } = options
  const wrong = options.errors?.find(({ path }) => path === name)
  const attributes = [
    value !== undefined && value !== null && html` value="${renderVerbatim(String(value))}"`,
    options.autocomplete && html` autocomplete="${options.autocomplete}"`,
    options.inputmode && html` inputmode="${options.inputmode}"`,
    options.min !== undefined && html` min="${options.min}"`,
    options.max !== undefined && html` max="${options.max}"`,
    options.minlength !== undefined && html` minlength="${options.minlength}"`,
    options.maxlength !== undefined && html` maxlength="${options.maxlength}"`,
    options.accept && html` accept="${options.accept}"`,
    options.isMultiple && html` multiple`,
    options.list && html` list="${options.list}"`,
    options.showing && html` data-show="${options.showing.show}" data-hide="${options.showing.hide}"`,
    options.form && html` form="${options.form}"`,
    !options.isOptional && html` required`,
    (options.isFocused || isFirst(options.errors, wrong)) && html` autofocus`,
    describedBy(id, hint, wrong),
  ]
  const input = html`<input id="${id}" name="${name}" type="${type}"${attributes}>`
  return html`<p class="field"><label for="${id}">${label}</label>${input}${fieldNotes(id, hint, wrong)}</p>`
}

/** Renders a field for a six-digit code that the user was sent or reads in an app. */
export function codeField(label: string): Html {
  const typed = { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 6 } as const
  return field({ name: 'code', label, isFocused: true, ...typed })
}

/** Returns whether a mistake is the first of its form, whose field receives the focus. */
function isFirst(errors: readonly ShownError[] | undefined, wrong: ShownError | undefined): boolean {
  return wrong !== undefined && wrong === errors?.[0]
}

function describedBy(id: string, hint: string | undefined, wrong: ShownError | undefined): Html {
  const ids = [wrong?.said && `${id}-wrong`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return html`${wrong && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`
}

/** Renders the mistake and the hint below a field. */
function fieldNotes(id: string, hint: string | undefined, wrong: ShownError | undefined): Html {
  return html`${wrong?.said && html`<small class="wrong" id="${id}-wrong">${wrong.said}</small>`}${
    hint !== undefined && html`<small id="${id}-hint">${hint}</small>`
  }`
}

export type TextArea = Pick<
  Field,
  'name' | 'id' | 'label' | 'hint' | 'value' | 'isOptional' | 'maxlength' | 'errors'
> & {
  rows?: number
}

/** Renders a field for text of several lines. */
export function textArea({
  name,
  id = name,
  label,
  hint,
  value,
  isOptional,
  maxlength,
  errors,
  rows = 4,
}: TextArea): Html {
  const wrong = errors?.find(({ path }) => path === name)
  const attributes = [
    maxlength !== undefined && html` maxlength="${maxlength}"`,
    !isOptional && html` required`,
    isFirst(errors, wrong) && html` autofocus`,
    describedBy(id, hint, wrong),
  ]
  // Browsers drop the first line break of a textarea, so one is added to preserve the text's own.
  const text = html`<textarea id="${id}" name="${name}" rows="${rows}"${attributes}>
${renderVerbatim(String(value ?? ''))}</textarea>`
  return html`<p class="field"><label for="${id}">${label}</label>${text}${fieldNotes(id, hint, wrong)}</p>`
}

export interface Checkbox {
  name: string
  value?: string
  label: string
  isOn: boolean
  /** The id of its form, if the field is outside. */
  form?: string
}

/** Renders a checkbox. */
export function checkbox({ name, value = 'on', label, isOn, form }: Checkbox): Html {
  const more = [isOn && html` checked`, form && html` form="${form}"`]
  const box = html`<input type="checkbox" name="${name}" value="${value}"${more}>`
  return html`<label class="tick">${box}<span>${label}</span></label>`
}

export interface SelectField {
  name: string
  /** The id; required if several forms of a page have a field with this name. */
  id?: string
  label: string
  value?: string | undefined
  options: readonly (readonly [value: string, text: string])[]
  errors?: readonly ShownError[] | undefined
}

export function selectField({ name, id = name, label, value, options, errors }: SelectField): Html {
  const wrong = errors?.find(({ path }) => path === name)
  const attributes = [isFirst(errors, wrong) && html` autofocus`, describedBy(id, undefined, wrong)]
  const select = html`<select id="${id}" name="${name}"${attributes}>${selectOptions(options, value ?? '')}</select>`
  return html`<p class="field"><label for="${id}">${label}</label>${select}${fieldNotes(id, undefined, wrong)}</p>`
}

/** Returns the options of a `select`, with one of them selected. */
export function selectOptions(options: SelectField['options'], chosen: string): Html[] {
  return options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )
}

/** Renders a hidden field. */
export function hiddenField(name: string, value: string | number): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** Renders a one-line form in a list: its subject, and its buttons or fields. */
export function inlineForm(subject: Record<string, string | number>, content: Html | (Html | null | false)[]): Html {
  const values = Object.entries(subject).map(([name, value]) => hiddenField(name, value))
  return html`<form class="inline" method="post" novalidate>${values}${content}</form>`
}

/** The file types of a picture field. */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp'

/** Renders the button that names the act of its form. `danger` is for acts that cannot be undone. */
export function actButton(act: string, text: string, kind: 'main' | 'quiet' | 'danger' | 'link' = 'main'): Html {
  const look = { main: 'button', quiet: 'button quiet', danger: 'button danger', link: 'link' }[kind]
  return html`<button class="${look}" name="act" value="${act}">${text}</button>`
}

/**
 * Renders a form with a file, or with more text than usual. The action address contains its act, so that the size limit
 * is known before the body is read; `query` is the rest of the page's query.
 */
export function largeForm(
  act: string,
  brings: 'file' | 'text',
  fields: Html,
  query: Record<string, string> = {},
): Html {
  const address = new URLSearchParams({ act, ...query })
  const encoding = brings === 'file' && html` enctype="multipart/form-data"`
  return html`<form method="post" novalidate action="?${address.toString()}"${encoding}>${fields}</form>`
}

/**
 * Renders a button that copies the text of the element with this id, on a page with `dashboard.js`; hidden without a
 * script.
 */
export function copyButton(language: Language, id: string): Html {
  const say = commonTexts[language]
  const words = html`data-copies="${id}" data-copied="${say.copied}"`
  return html`<button type="button" class="button quiet" ${words} hidden>${say.copy}</button>`
}

/** Renders a message that screen readers announce when it appears. */
export function banner(kind: 'done' | 'stop' | 'warn', text: string | Html): Html {
  return html`<p class="banner ${kind}" role="${kind === 'stop' ? 'alert' : 'status'}">${text}</p>`
}

export interface RefusedForm {
  language: Language
  refusal: Refusal | null
  /** The labels of the form's fields, to name the invalid ones. */
  labels?: Record<string, string> | undefined
}

/** Renders why the form was refused, in the reader's language, and which fields were wrong. */
export function refusedBanner({ language, refusal, labels = {} }: RefusedForm): Html | null {
  if (!refusal) return null
  const say = commonTexts[language]
  if (refusal.code === 'rate_limited' && refusal.retryAfterS !== undefined) {
    return banner('stop', say.tooOften(formatWait(language, refusal.retryAfterS)))
  }
  const fields = (refusal.fields ?? []).filter(({ path }) => labels[path])
  if (refusal.code !== 'invalid_request' || fields.length === 0)
    return banner('stop', describeRefusal(language, refusal))
  const named = fields.map(problem => {
    const label = labels[problem.path]!
    return problem.code === 'taken'
      ? say.taken(label)
      : `${say.checkField(label)} ${describeFieldProblem(language, problem)}`
  })
  return banner('stop', named.join(' '))
}

/** Returns why something was refused, in the reader's language. */
export function describeRefusal(language: Language, refusal: Refusal): string {
  return formatRefusalSentence(refusalTexts[language].onPages, refusal, date => date.toLocaleString(language))
}

/** Renders an empty list, with a suggested action. */
export function emptyState(text: string, action?: Html): Html {
  return html`<div class="empty"><p>${text}</p>${action}</div>`
}

export interface Tab {
  address: string
  text: string
  isHere: boolean
}

/** Renders tabs for views of one list. */
export function tabs(label: string, entries: readonly Tab[]): Html {
  const links = entries.map(
    ({ address, text, isHere }) => html`<a href="${address}"${isHere && html` aria-current="page"`}>${text}</a>`,
  )
  return html`<nav class="tabs" aria-label="${label}">${links}</nav>`
}
