import type { Declaration, Field, Shape } from './schema.ts'

/** Writes the types as Python TypedDicts. */
export function writePython(declarations: Declaration[]): string {
  const head = `# Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.
# ruff: noqa: E501
"""The types of the shop's requests and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`
  // Python evaluates the names of word lists at once, but those of dictionaries are only read by a type checker.
  const sorted = [...declarations].sort((a, b) => Number(a.words.length === 0) - Number(b.words.length === 0))
  return head + sorted.map(declaration => `\n${write(declaration)}`).join('')
}

function write({ name, fields, words }: Declaration): string {
  if (words.length > 0) return `${name} = Literal[${words.map(quoted).join(', ')}]\n`
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  if (optional.length === 0) return `\n${dictionary(name, 'TypedDict', required)}`
  if (required.length === 0) return `\n${dictionary(name, 'TypedDict, total=False', optional)}`
  // NotRequired needs Python 3.11; this is the way for earlier versions.
  const base = `_${name}Required`
  return `\n${dictionary(base, 'TypedDict', required)}\n\n${dictionary(name, `${base}, total=False`, optional)}`
}

function dictionary(name: string, bases: string, fields: Field[]): string {
  const lines = fields.map(({ name, shape, isNullable }) => {
    return `    ${name}: ${isNullable ? `Optional[${type(shape)}]` : type(shape)}\n`
  })
  return `class ${name}(${bases}):\n${lines.join('')}`
}

function type(shape: Shape): string {
  if (shape.kind === 'words') return `Literal[${shape.words.map(quoted).join(', ')}]`
  if (shape.kind === 'named') return shape.name
  if (shape.kind === 'list') return `List[${type(shape.of)}]`
  if (shape.kind === 'map') return `Dict[str, ${type(shape.of)}]`
  if (shape.kind === 'either') return `Union[${shape.of.map(type).join(', ')}]`
  return { text: 'str', integer: 'int', number: 'float', boolean: 'bool', anything: 'Any' }[shape.kind]
}

function quoted(word: string): string {
  return JSON.stringify(word)
}
