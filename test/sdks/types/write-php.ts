import type { Declaration, Field, Shape } from './schema.ts'

/** Writes the types as PHPDoc array shapes, which PHPStan, Psalm and PhpStorm read. */
export function writePhp(declarations: Declaration[]): string {
  const shapes = declarations.map(write).join('')
  return `<?php
// Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.

declare(strict_types=1);

namespace Warung;

/**
 * The types of the shop's requests and answers: \`@phpstan-import-type CreatedPayment from \\Warung\\Types\`.
 *
${shapes} */
interface Types
{
}
`
}

function write({ name, fields, words }: Declaration): string {
  if (words.length > 0) return ` * @phpstan-type ${name} ${words.map(quoted).join('|')}\n`
  return ` * @phpstan-type ${name} array{\n${fields.map(line).join('')} * }\n`
}

function line({ name, shape, isRequired, isNullable }: Field): string {
  return ` *   ${name}${isRequired ? '' : '?'}: ${type(shape)}${isNullable ? '|null' : ''},\n`
}

function type(shape: Shape): string {
  if (shape.kind === 'words') return shape.words.map(quoted).join('|')
  if (shape.kind === 'named') return shape.name
  if (shape.kind === 'list') return `list<${type(shape.of)}>`
  if (shape.kind === 'map') return `array<string, ${type(shape.of)}>`
  if (shape.kind === 'either') return shape.of.map(type).join('|')
  return { text: 'string', integer: 'int', number: 'float', boolean: 'bool', anything: 'mixed' }[shape.kind]
}

function quoted(word: string): string {
  return `'${word}'`
}
