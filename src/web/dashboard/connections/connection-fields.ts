import { z } from 'zod'
import { isFolded } from '../../../connections/money-doors.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Door } from '../../../connectors/door.ts'
import type { FormField } from '../../../connectors/form.ts'
import { readCredentials } from '../../../connectors/read-credentials.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseFields } from '../../../lib/refusal.ts'
import { type FieldError, listFieldErrors } from '../../../lib/refusals/field-error.ts'
import type { PaymentMethodId } from '../../../methods/method.ts'
import { checkbox, field, selectField, textArea } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { methodNames } from '../../parts/method-names.ts'
import type { ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { connectionTexts } from './connection-texts.ts'

/** Returns the labels of the fields of one kind of connection, by the paths that refusals use. */
export function listFieldLabels({ texts }: Connector, language: Language): Record<string, string> {
  const { fields } = texts[language]
  const say = connectionTexts[language]
  const inside = Object.entries(fields).map(([name, label]) => [`credentials.${name}`, label])
  return { ...say.fields, ...fields, ...Object.fromEntries(inside), credentials: say.account }
}

type Form = Pick<ViewContext<Visit, unknown, unknown>, 'language' | 'given' | 'fieldErrors'> & {
  /** The values that the door presets: they and optional fields are folded away. */
  preset?: Door['preset'] | undefined
}

/** Renders the fields of one kind of connection. The connector declares them, and it alone checks their values. */
export function connectionFields(connector: Connector, form: Form): Html {
  const errors = form.fieldErrors.map(one => ({ ...one, path: fieldAt(connector, one.path) }))
  const formState = { ...form, fieldErrors: errors }
  const { preset } = form
  const advanced = connector.form.filter(one => isFolded(one, preset))
  const isTyped = (name: string) => form.given[name] && !(preset && name in preset)
  const isOpen = advanced.some(({ name }) => isTyped(name) || errors.some(({ path }) => path === name))
  return html`
    ${connector.form.filter(one => !isFolded(one, preset)).map(one => formField(connector, one, formState))}
    ${
      advanced.length > 0 &&
      html`<details${isOpen && html` open`}><summary>${connectionTexts[form.language].advanced}</summary>
        ${advanced.map(one => formField(connector, one, formState))}</details>`
    }`
}

// A mistake inside a field's value is shown beside the field.
function fieldAt({ form }: Connector, path: string): string {
  const inside = path.replace(/^credentials\./, '')
  return form.find(({ name }) => inside.startsWith(`${name}.`))?.name ?? inside
}

export const labelMax = 100

/** The submitted values of the form for another connection. */
export const NewConnectionFields = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()), z.instanceof(Buffer)]),
)

/**
 * Reads the name of a new connection and its fields. Refuses `invalid_request` for an invalid name, together with
 * mistakes in the fields. If only fields are wrong, the use case refuses them.
 */
export function readNewConnection(
  kind: Connector,
  input: z.infer<typeof NewConnectionFields>,
): { label: string; fields: Record<string, unknown> } {
  const label = String(input.label ?? '').trim()
  const fields = readCredentials(kind, input)
  if (label.length >= 1 && label.length <= labelMax) return { label, fields }
  const error = `has 1 to ${labelMax} characters`
  const wrong: FieldError = { path: 'label', error, code: 'wrong_length', min: 1, max: labelMax }
  const parsed = (kind.connect?.fields ?? kind.credentials).safeParse(fields)
  throw refuseFields([wrong, ...(parsed.success ? [] : listFieldErrors(parsed.error.issues, fields))])
}

function formField(
  { texts }: Connector,
  one: FormField,
  { language, given, fieldErrors: errors, preset = {} }: Form,
): Html {
  const { name, kind, isOptional, choices, preset: first, takesOthers } = one
  const { fields, hints = {}, choices: named = {} } = texts[language]
  const label = fields[name] ?? name
  const nameOf = (value: string) => named[name]?.[value] ?? methodNames[language][value as PaymentMethodId] ?? value
  const hint = hints[name] ?? (isOptional ? connectionTexts[language].optional : undefined)
  const presetValue = preset[name]
  const value = given[name] ?? (typeof presetValue === 'string' ? presetValue : undefined)
  const shared = { name, label, hint, value, isOptional, errors }
  switch (kind) {
    case 'area':
      return textArea(shared)
    case 'choice': {
      const options = choices.map(({ value }) => [value, nameOf(value)] as const)
      return selectField({ name, label, value: value ?? first ?? choices[0]?.value, options })
    }
    case 'ticks': {
      const boxes = choices.map(({ value, label: text = nameOf(value) }) =>
        checkbox({ name, value, label: text, isOn: Array.isArray(presetValue) && presetValue.includes(value) }),
      )
      const others = `${name}_others`
      const typed = { name, id: others, label: fields[others] ?? label, hint: hints[others], errors }
      return html`<fieldset class="ticks"><legend>${label}</legend>${boxes}</fieldset>${
        takesOthers && field({ ...typed, isOptional: true, autocomplete: 'off' })
      }`
    }
    default:
      return field({ ...shared, type: kind, autocomplete: 'off' })
  }
}
