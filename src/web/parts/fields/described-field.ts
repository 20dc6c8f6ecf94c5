import { type Field, type FieldValue, isNumber } from '../../../lib/fields/field.ts'
import { type Html, html } from '../../../lib/html.ts'
import { checkbox, field, type ShownError, textArea } from '../forms.ts'
import type { Language } from '../language.ts'

/** The length of the longest amount as people type it: `Rp 1.000.000.000,-`. */
const typedRupiahMax = 20

interface Typed {
  value: FieldValue | undefined
  errors: readonly ShownError[]
  /** The name in the form, if it differs from the field's. */
  name?: string
  /** The id of its form, if it is outside. */
  form?: string
}

/** Renders the input of a field by its description. */
export function describedField(described: Field, language: Language, formValues: Typed): Html {
  const { kind, label, hint, max = 0, pattern, isRequired = false, rows } = described
  const { name = described.name, form } = formValues
  if (kind === 'tick')
    return checkbox({ name, label: label[language], isOn: formValues.value === true, ...(form && { form }) })
  const value = typeof formValues.value === 'boolean' ? undefined : formValues.value
  const one = {
    label: label[language],
    ...(hint && { hint: hint[language] }),
    isOptional: !isRequired,
    ...formValues,
    name,
    value,
  }
  if (rows !== undefined) return textArea({ ...one, rows, maxlength: max })
  if (kind === 'phone') return field({ ...one, type: 'tel', maxlength: max })
  if (kind === 'rupiah') return field({ ...one, maxlength: typedRupiahMax })
  if (kind === 'day') return field({ ...one, type: 'date', maxlength: 10 })
  if (kind === 'count') return field({ ...one, maxlength: typedCountMax(max), inputmode: 'numeric' })
  return field({ ...one, maxlength: max, ...(pattern && { autocomplete: 'off' }) })
}

/** Returns the length of the longest count as people type it, with dots between its thousands. */
function typedCountMax(max: number): number {
  const digits = String(max).length
  return digits + Math.floor((digits - 1) / 3)
}

/** Renders fields in order: numbers, days and phone numbers in pairs, texts one by one. */
export function describedFields<One extends Field>(fields: readonly One[], draw: (one: One) => Html): Html[] {
  const isShort = (one: Field | undefined) =>
    one !== undefined && (isNumber(one) || one.kind === 'day' || one.kind === 'phone')
  const drawn: Html[] = []
  for (let index = 0; index < fields.length; index++) {
    const [first, second] = [fields[index]!, fields[index + 1]]
    if (isShort(first) && second && isShort(second)) {
      drawn.push(html`<div class="side-by-side">${draw(first)}${draw(second)}</div>`)
      index++
    } else drawn.push(draw(first))
  }
  return drawn
}
