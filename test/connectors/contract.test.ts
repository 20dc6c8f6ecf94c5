import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { declareInput, listFormFields, readForm } from '../../src/connectors/form.ts'
import { type ConnectorId, connectors } from '../../src/connectors/index.ts'
import type { ConnectorTexts } from '../../src/connectors/texts.ts'

const root = path.join(import.meta.dirname, '../..')
const ids = Object.keys(connectors) as ConnectorId[]

describe.each(ids)('the provider %s', id => {
  const connector = connectors[id]

  test('the provider is in the table under its name, in a folder with texts, document and tests', () => {
    expect(connector.id).toBe(id)
    const folder = readdirSync(path.join(root, 'src/connectors', id))
    expect(folder).toEqual(expect.arrayContaining([`${id}.ts`, 'texts.ts']))
    expect(folder.includes('simulator.ts')).toBe(connector.simulator !== undefined)
    expect(readdirSync(path.join(root, 'docs/connectors'))).toContain(`${id}.md`)
    expect(readdirSync(path.join(root, 'test/connectors', id)).some(name => name.endsWith('.test.ts'))).toBe(true)
  })

  test("the provider's traits match its abilities", () => {
    const { traits, charge, status, transfers, receive, forwarder } = connector
    expect(traits.makesCodes).toBe(charge !== undefined)
    expect(traits.makesCodes).toBe(status !== undefined)
    expect(traits.needsForwarder).toBe(forwarder !== undefined)
    expect(traits.makesCodes || traits.brings.length > 0).toBe(true)
    expect(charge ?? transfers ?? receive).toBeDefined()
    // If a connector has several methods, the credentials determine which.
    expect(connector.methodOf !== undefined).toBe(traits.brings.length > 1)
  })

  test.each(['id', 'en'] as const)('the form of the provider has texts for every field and choice, in %s', language => {
    const { name, about, fields, choices = {}, sendsNoNotifications } = connector.texts[language]
    expect(name.length).toBeGreaterThan(2)
    expect(about.length).toBeGreaterThan(20)
    const asked = connector.form.flatMap(({ name, takesOthers }) => [name, ...(takesOthers ? [`${name}_others`] : [])])
    expect(Object.keys(fields).sort()).toEqual(asked.sort())
    for (const [field, named] of Object.entries(choices)) {
      const values = connector.form.find(one => one.name === field)!.choices.map(({ value }) => value)
      expect(Object.keys(named).sort()).toEqual(values.sort())
    }
    expect(sendsNoNotifications !== undefined).toBe(connector.traits.makesCodes && connector.receive === undefined)
  })

  test('the texts of the provider are about the same things in both languages', () => {
    const outline = ({ hints = {}, choices = {}, fields, ...others }: ConnectorTexts) => ({
      others: Object.keys(others).sort(),
      fields: Object.keys(fields).sort(),
      hints: Object.keys(hints).sort(),
      choices: Object.entries(choices).map(([field, names]) => [field, Object.keys(names).sort()]),
    })
    expect(outline(connector.texts.en)).toEqual(outline(connector.texts.id))
  })
})

test("no other file compares a provider's name", () => {
  const names = ids.map(id => `'${id}'`).join('|')
  // A comparison, a case, a member of a searched list, and a name that a statement searches for.
  const compared = new RegExp(
    `[!=]==? ?(${names})|(${names}) ?[!=]==|case (${names}):|\\[[^\\]]*(${names})[^\\]]*\\]\\.includes\\(|connectors?\\.(${ids.join('|')})\\b`,
  )
  const files = ['src', 'bot'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`)
      // The formats that the module `compat` understands are named after gateways, but are not connectors.
      .filter(name => name.endsWith('.ts') && !/^src\/(connectors\/(index|[^/]+\/)|modules\/compat\/)/.test(name)),
  )
  expect(files.length).toBeGreaterThan(500)
  expect("if (connector === 'wallet') {}").toMatch(compared)
  expect(files.filter(file => compared.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

describe('a form drawn from a schema', () => {
  const schema = z.object({
    kind: z.enum(['big', 'small']).default('small'),
    key: declareInput(z.string().min(1), { kind: 'password' }).optional(),
    often: z.int().min(10).optional(),
    address: z.url(),
    packages: declareInput(z.array(z.string()), { kind: 'ticks', choices: [{ value: 'one two', label: 'Both' }] }),
    made: declareInput(z.string(), { isLeftOut: true }),
  })
  const form = listFormFields(schema)

  test('a form has its fields in order, without those that people do not type', () => {
    expect(form.map(({ name, kind, isOptional, preset }) => [name, kind, isOptional, preset])).toEqual([
      ['kind', 'choice', true, 'small'],
      ['key', 'password', true, undefined],
      ['often', 'number', true, undefined],
      ['address', 'url', false, undefined],
      ['packages', 'ticks', false, undefined],
    ])
  })

  test('a form is read as its schema accepts it, without empty fields', () => {
    const given = { kind: 'big', key: '  ', often: '20', address: 'https://a.example', packages: 'one two', made: 'up' }
    expect(readForm(form, given)).toEqual({
      kind: 'big',
      often: 20,
      address: 'https://a.example',
      packages: ['one', 'two'],
    })
    expect(readForm(form, {})).toEqual({ packages: [] })
  })
})
