import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const linesOfFunctionMax = 60
const parametersMax = 4
const linesOfFileMax = 350
/**
 * Tables of sentences, one for each language, and the types that a test builds. They are looked up rather than read,
 * and grow with the product.
 */
const tablesOfTexts =
  /^(bot\/texts\/(id|en)|src\/lib\/refusals\/refusal-texts|src\/modules\/docs\/web\/fields-id|[\w/-]+\/api-types)\.ts$/

interface Measured {
  name: string
  lines: number
  parameters: number
}

const files = ['src', 'bot', 'packages'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|js)$/.test(name) && !/vendor|node_modules|(^|\/)(test|dist)\//.test(name))
    .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`),
)
const texts = new Map(files.map(file => [file, readFileSync(path.join(root, file), 'utf8')]))
const parsed = [...texts].map(([file, text]) => ({ file, text, program: parseSync(file, text).program }))
const functions = parsed.flatMap(functionsIn)

describe('the size of code', () => {
  test('every file is measured, because a check that reads nothing always passes', () => {
    expect(files.length).toBeGreaterThan(250)
    expect(functions.length).toBeGreaterThan(2000)
    const sample = 'const f = (a, b, ...[c, d, e]) => {\n\n}\nfunction g() {}\n'
    expect(functionsIn(sampleOf(sample))).toEqual([
      { name: 'sample.ts f', lines: 3, parameters: 5 },
      { name: 'sample.ts g', lines: 1, parameters: 0 },
    ])
    expect(spreadLiteralsIn(sampleOf('f({ ...{ a, b }, c },\n[...[1, 2], ...rest], { ...(a ? { b } : {}) })'))).toEqual(
      ['sample.ts:1', 'sample.ts:2'],
    )
  })

  test(`functions have at most ${linesOfFunctionMax} lines`, () => {
    const long = functions.filter(({ lines }) => lines > linesOfFunctionMax).map(({ name }) => name)
    expect(long).toEqual([])
  })

  test(`functions have at most ${parametersMax} parameters`, () => {
    const wide = functions.filter(({ parameters }) => parameters > parametersMax).map(({ name }) => name)
    expect(wide).toEqual([])
  })

  test(`files have at most ${linesOfFileMax} lines, except for tables of texts`, () => {
    const long = files.filter(file => linesOf(texts.get(file)!) > linesOfFileMax && !tablesOfTexts.test(file))
    expect(long).toEqual([])
  })

  test('an object literal is never spread directly to fit more fields on a line', () => {
    expect(parsed.flatMap(spreadLiteralsIn)).toEqual([])
  })
})

interface Parsed {
  file: string
  text: string
  program: unknown
}

function sampleOf(text: string): Parsed {
  return { file: 'sample.ts', text, program: parseSync('sample.ts', text).program }
}

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

function functionsIn({ file, text, program }: Parsed): Measured[] {
  const found: Measured[] = []
  // A function is named by its holder: a variable, a property or a method.
  const visit = (node: unknown, holder: string): void => {
    if (!isNode(node)) return
    const name = nameOf(node) ?? holder
    if (isFunction(node) && isNode(node.body)) {
      const lines = linesOf(`${text.slice(node.start, node.end)}\n`)
      found.push({ name: `${file} ${name}`, lines, parameters: (node.params as unknown[]).flatMap(namesOf).length })
    }
    forEachChild(node, child => visit(child, isFunction(node) ? '' : name))
  }
  visit(program, '')
  return found
}

// A rest parameter that is destructured counts as many parameters as it names.
function namesOf(parameter: unknown): unknown[] {
  if (!isNode(parameter) || parameter.type !== 'RestElement' || !isNode(parameter.argument)) return [parameter]
  return parameter.argument.type === 'ArrayPattern' ? (parameter.argument.elements as unknown[]) : [parameter]
}

function spreadLiteralsIn({ file, text, program }: Parsed): string[] {
  const found: string[] = []
  if (!/\.\.\.\s*[[{]/.test(text)) return found
  const visit = (node: unknown): void => {
    if (!isNode(node)) return
    const spread = node.type === 'SpreadElement' && isNode(node.argument) ? node.argument.type : ''
    if (spread === 'ObjectExpression' || spread === 'ArrayExpression') {
      found.push(`${file}:${linesOf(text.slice(0, node.start)) + 1}`)
    }
    forEachChild(node, visit)
  }
  visit(program)
  return found
}

function isFunction({ type }: SyntaxNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

function forEachChild(node: SyntaxNode, visit: (child: unknown) => void): void {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const child of value) visit(child)
    else visit(value)
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

function nameOf({ id, key }: SyntaxNode): string | undefined {
  for (const named of [id, key]) if (isNode(named) && typeof named.name === 'string') return named.name
  return undefined
}
