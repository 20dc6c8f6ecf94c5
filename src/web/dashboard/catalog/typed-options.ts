import type { GroupFormValues } from '../../../catalog/options/change-options.ts'
import { optionsMax } from '../../../catalog/options/option-limits.ts'
import type { FilledGroup } from '../../../catalog/options/read-options.ts'
import { readOptionalRupiah } from '../../parts/typed-rupiah.ts'

/** The fields of a group's form by name, without unchecked boxes. */
export type TypedFields = Readonly<Record<string, string>>

/** The number of empty rows to fill in. */
export const emptyRows = 3

/** Reads a group from the form. An invalid number becomes NaN, which is refused by its field. */
export function readGroup(formValues: TypedFields): GroupFormValues {
  return {
    key: formValues.group || null,
    name: formValues.group_name?.trim() ?? '',
    ...readChoices(formValues),
    options: namedRows(formValues).map(at => ({
      key: formValues[`key_${at}`] || null,
      name: formValues[`option_${at}`]!.trim(),
      price: readOptionalRupiah(formValues[`price_${at}`]?.trim().replace(/^\+/, '')) ?? 0,
      isActive: formValues[`on_${at}`] === 'on',
    })),
  }
}

/** Returns the form's field for one of the group. */
export function findFormField(path: string, formValues: TypedFields): string {
  const [, index, name] = /^options\.(\d+)\.(name|price)$/.exec(path) ?? []
  if (index === undefined) return path === 'name' ? 'group_name' : path
  return `${name === 'name' ? 'option' : 'price'}_${namedRows(formValues)[Number(index)]}`
}

// A row without a name does not count: emptying the name of an option removes it.
function namedRows(typed: TypedFields): number[] {
  const rows = Array.from({ length: optionsMax + emptyRows }, (_, at) => at)
  return rows.filter(at => typed[`option_${at}`]?.trim())
}

/** How many options are chosen: one, at most one, any number, or a range. */
export const choiceRules = ['one', 'maybe', 'any', 'custom'] as const
type ChoiceRule = (typeof choiceRules)[number]

function readChoices(typed: TypedFields): Pick<GroupFormValues, 'choicesMin' | 'choicesMax'> {
  if (typed.rule === 'one') return { choicesMin: 1, choicesMax: 1 }
  if (typed.rule === 'maybe') return { choicesMin: 0, choicesMax: 1 }
  if (typed.rule === 'any') return { choicesMin: 0, choicesMax: Math.max(1, namedRows(typed).length) }
  return { choicesMin: parseNumber(typed.min), choicesMax: parseNumber(typed.max) }
}

function choiceRule(group: FilledGroup | null): ChoiceRule {
  if (!group) return 'one'
  const { choicesMin: min, choicesMax: max } = group
  if (max === 1) return min === 1 ? 'one' : 'maybe'
  return min === 0 && max >= [...group.options].length ? 'any' : 'custom'
}

function parseNumber(text = ''): number {
  return /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : Number.NaN
}

/** Returns a group as form values; defaults for a new one. */
export function toFormValues(group: FilledGroup | null): TypedFields {
  const options = group ? [...group.options] : []
  const rows = Math.min(optionsMax, options.length + emptyRows)
  const typed: Record<string, string> = {
    group: group?.key ?? '',
    group_name: group?.name ?? '',
    rule: choiceRule(group),
    min: String(group?.choicesMin ?? 1),
    max: String(group?.choicesMax ?? 1),
    rows: String(rows),
  }
  for (let at = 0; at < rows; at++) {
    const option = options[at]
    typed[`key_${at}`] = option?.key ?? ''
    typed[`option_${at}`] = option?.name ?? ''
    typed[`price_${at}`] = option && option.price > 0 ? String(option.price) : ''
    if (option?.isActive ?? true) typed[`on_${at}`] = 'on'
  }
  return typed
}
