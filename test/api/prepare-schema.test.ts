import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { prepareSchema } from '../../src/api/prepare-schema.ts'
import { endpoints } from '../kit/parts.ts'

const values = [undefined, null, '', 'kopi', 0, 15_000, -1, 1.5, true, [], ['kopi'], {}, { meja: '7' }, '2026-11-23']

function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function outcomeOf(schema: z.ZodType, given: object) {
  const { success, data, error } = schema.safeParse(given)
  return success ? { entries: Object.entries(data as object) } : { issues: error!.issues }
}

test.each(endpoints.map(({ method, path, input, example }) => [`${method} ${path}`, input, example ?? {}] as const))(
  'the prepared schema of %s gives the same results as the complete one',
  (_name, input, example) => {
    const prepared = prepareSchema(input)
    const names = [...fieldsOf(input), 'kopi']
    const worlds = Array.from({ length: 60 }, () => {
      const some = names.filter(() => randomInt(4) === 0)
      const changed = some.map(name => [name, values[randomInt(values.length)]])
      return { ...(randomInt(2) === 0 && example), ...Object.fromEntries(changed) }
    })
    for (const given of [{}, example, ...worlds]) {
      expect(outcomeOf(prepared(given), given)).toEqual(outcomeOf(input, given))
    }
  },
)

test('schemas are compiled for common sets of fields, not for every combination that a caller tries', () => {
  const name = z.string().optional()
  const schema = z.object(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`field${at}`, name])))
  const prepared = prepareSchema(schema)
  expect(prepared({ field1: 'a' })).toBe(prepared({ field1: 'b' }))
  expect(Object.keys((prepared({ field1: 'a' }) as unknown as typeof schema).shape)).toEqual(['field1'])
  const choices = Array.from({ length: 200 }, (_, choice) =>
    prepared(
      Object.fromEntries([...choice.toString(2)].flatMap((bit, at) => (bit === '1' ? [[`field${at}`, 'a']] : []))),
    ),
  )
  expect(new Set(choices).size).toBeLessThan(40)
  expect(choices.at(-1)).toBe(schema)
})
