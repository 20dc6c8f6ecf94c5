import { z } from 'zod'
import { groupsMax, optionPriceMax, optionsMax } from '../options/option-limits.ts'
import type { GroupInput } from '../options/write-groups.ts'
import type { CatalogReader, Path } from './catalog-reader.ts'
import { keySchema, lineSchema } from './catalog-shapes.ts'

const nameMax = 60
const count = z.number().int('is a whole number').max(optionsMax, `is at most ${optionsMax}`)

const OptionShape = z.strictObject({
  key: keySchema,
  name: lineSchema(nameMax),
  price: z
    .number()
    .int('is a whole number')
    .min(0, 'is at least 0')
    .max(optionPriceMax, 'is at most 100,000,000')
    .optional(),
  active: z.boolean().optional(),
})

const GroupShape = z.strictObject({
  key: keySchema,
  name: lineSchema(nameMax),
  min: count.min(0, 'is at least 0').optional(),
  max: count.min(1, 'is at least 1').optional(),
  choices: z.array(OptionShape).min(1, 'has at least one').max(optionsMax, `has ${optionsMax} at most`),
})

/** Returns all groups of options at a path. Null if the file has none, or if a mistake was reported. */
export function readOptionGroups(reader: CatalogReader, path: Path): GroupInput[] | null {
  if (reader.nodeAt(path) === null) return null
  const shape = z.array(GroupShape).max(groupsMax, `has ${groupsMax} at most`)
  const groups = reader.check(shape, path)
  if (!groups) return null
  refuseRepeated(reader, path, groups)
  return groups.map(({ key: own, name, min = 0, max = 1, choices }, index) => {
    if (max < min) reader.record([...path, index, 'max'], `is at least ${min}`, { code: 'out_of_range', min })
    if (max > choices.length) {
      const most = { code: 'out_of_range', max: choices.length } as const
      reader.record([...path, index, 'max'], `is at most ${choices.length}, the number of choices`, most)
    }
    const options = choices.map(({ price = 0, active = true, ...option }) => ({ ...option, price, isActive: active }))
    return { key: own, name, choicesMin: min, choicesMax: max, options }
  })
}

function refuseRepeated(reader: CatalogReader, path: Path, groups: z.infer<typeof GroupShape>[]): void {
  const look = (keys: string[], at: (index: number) => Path) => {
    for (const [index, one] of keys.entries()) {
      if (keys.indexOf(one) < index) reader.record([...at(index), 'key'], `${one} stands twice`, { code: 'taken' })
    }
  }
  const keysOf = (keyed: { key: string }[]) => keyed.map(one => one.key)
  look(keysOf(groups), index => [...path, index])
  for (const [index, group] of groups.entries()) {
    look(keysOf(group.choices), at => [...path, index, 'choices', at])
  }
}
