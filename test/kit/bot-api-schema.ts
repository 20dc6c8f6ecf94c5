import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** One call of a bot, as this machine's Bot API parsed it. */
export interface BotCall {
  method: string
  values: Record<string, unknown>
  /** The parts of a form that are files. */
  uploads: string[]
}

/**
 * Returns the faults of a call according to the Bot API's documentation: `@gramio/types` is generated from its pages,
 * independently of us. The faults are unknown methods, parameters and fields, missing ones, and values of the wrong
 * type.
 */
export function findCallProblems({ method, values, uploads }: BotCall): string[] {
  const parameters = parametersOf(method)
  if (parameters === undefined) return [`${method} is no method of the Bot API`]
  // A part that a value names may have any name; every other part is the parameter of its name.
  const written = JSON.stringify(values)
  const named = uploads.filter(name => !written.includes(`attach://${name}`))
  const given = { ...Object.fromEntries(named.map(name => [name, `attach://${name}`])), ...values }
  // A form, a query and the answer to a webhook contain only texts, so JSON inside of them is parsed.
  return objectProblems(parameters, given, method, asText => parsed(asText))
}

interface Type {
  type: string
  [key: string]: unknown
}

type Member = { key: { name?: string; value?: string }; optional: boolean; typeAnnotation: { typeAnnotation: Type } }

const folder = path.join(import.meta.dirname, '../../node_modules/@gramio/types/out')
const interfaces = new Map<string, Member[]>()
const aliases = new Map<string, Type>()
for (const file of ['methods', 'params', 'objects']) readDeclarations(file)
const methods = new Map([...interfaces.get('APIMethods')!].map(member => [nameOf(member).toLowerCase(), member]))

function readDeclarations(file: string): void {
  const name = path.join(folder, `${file}.d.ts`)
  const { program } = parseSync(name, fs.readFileSync(name, 'utf8'), { lang: 'dts' })
  for (const { type, declaration } of program.body as unknown as { type: string; declaration?: Type }[]) {
    if (type !== 'ExportNamedDeclaration' || !declaration) continue
    const { id, body, typeAnnotation } = declaration as unknown as {
      id: { name: string }
      body?: { body: Member[] }
      typeAnnotation?: Type
    }
    if (declaration.type === 'TSInterfaceDeclaration') interfaces.set(id.name, body!.body)
    else if (declaration.type === 'TSTypeAliasDeclaration') aliases.set(id.name, typeAnnotation!)
  }
}

/** Returns the parameters of a method, empty if it takes none; undefined if the method is unknown. */
function parametersOf(method: string): Member[] | undefined {
  const member = methods.get(method.toLowerCase())
  if (!member) return undefined
  const { typeName, typeArguments } = member.typeAnnotation.typeAnnotation as unknown as {
    typeName: { name: string }
    typeArguments: { params: Type[] }
  }
  return typeName.name === 'CallAPIWithoutParams' ? [] : interfaces.get(referenceOf(typeArguments.params[0]!))!
}

type Decode = (text: string) => unknown

function objectProblems(members: Member[], given: object, where: string, decode?: Decode): string[] {
  const values = new Map(Object.entries(given).filter(([, value]) => value !== undefined))
  const known = new Set(members.map(nameOf))
  const unknown = [...values.keys()].filter(name => !known.has(name)).map(name => `${where}.${name} is unknown`)
  const wrong = members.flatMap(member => {
    const name = nameOf(member)
    if (!values.has(name)) return member.optional ? [] : [`${where}.${name} is missing`]
    const { typeAnnotation } = member.typeAnnotation
    const value = values.get(name)
    const problems = problemsOf(typeAnnotation, value, `${where}.${name}`)
    if (problems.length === 0 || !decode || typeof value !== 'string') return problems
    const meant = decode(value)
    return meant === undefined ? problems : problemsOf(typeAnnotation, meant, `${where}.${name}`)
  })
  return [...unknown, ...wrong]
}

function problemsOf(type: Type, value: unknown, where: string): string[] {
  const isWrong = (wanted: string) => [`${where} is ${JSON.stringify(value)?.slice(0, 80)}, not ${wanted}`]
  switch (type.type) {
    case 'TSStringKeyword':
      return typeof value === 'string' ? [] : isWrong('a text')
    case 'TSNumberKeyword':
      return typeof value === 'number' ? [] : isWrong('a number')
    case 'TSBooleanKeyword':
      return typeof value === 'boolean' ? [] : isWrong('true or false')
    case 'TSLiteralType': {
      const { value: literal } = type.literal as { value: unknown }
      return value === literal ? [] : isWrong(JSON.stringify(literal))
    }
    case 'TSParenthesizedType':
      return problemsOf(type.typeAnnotation as Type, value, where)
    case 'TSArrayType':
      if (!Array.isArray(value)) return isWrong('a list')
      return value.flatMap((item, at) => problemsOf(type.elementType as Type, item, `${where}.${at}`))
    case 'TSUnionType': {
      const tried = (type.types as Type[]).map(one => problemsOf(one, value, where))
      return tried.reduce((least, problems) => (problems.length < least.length ? problems : least))
    }
    // Types of a library's own objects in a program; they are never sent.
    case 'TSTypeLiteral':
      return [...isWrong('of that type'), where, where]
    case 'TSTypeReference':
      return referenceProblems(referenceOf(type), value, where)
  }
  throw new Error(`the declarations have a ${type.type}, which is not read yet`)
}

function referenceProblems(name: string, value: unknown, where: string): string[] {
  // A value names a file by its part of the form. `Exclude` is a list of kinds of updates.
  if (name === 'TelegramInputFile') return String(value).startsWith('attach://') ? [] : [`${where} is no file`]
  if (name === 'Exclude') return typeof value === 'string' ? [] : [`${where} is no kind of updates`]
  const alias = aliases.get(name)
  if (alias) return problemsOf(alias, value, where)
  const members = interfaces.get(name)
  if (!members) throw new Error(`the declarations have no ${name}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${where} is no ${name}`]
  return objectProblems(members, value, where)
}

function referenceOf(type: Type): string {
  const { typeName } = type as unknown as { typeName: { name?: string; right?: { name: string } } }
  return (typeName.right?.name ?? typeName.name)!
}

function nameOf({ key }: Member): string {
  return (key.name ?? key.value)!
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
