import { z } from 'zod'
import type { OutwardType } from '../../events/outward.ts'

/**
 * Stands for the list of event types in schemas and descriptions, which are the same in every shop. `fillOutwardTypes`
 * replaces it by the types of the shop's modules.
 */
export const outwardTypesMark = '(event types)'

/** The type of an event in an answer. */
export const outwardTypeSchema = describeTypes<OutwardType>([outwardTypesMark])

/** Returns the schema of a type in an answer, which is one of these words. */
export function describeTypes<Type extends string>(words: readonly string[]): z.ZodType<Type> {
  return z.string().meta({
    override({ jsonSchema }) {
      Object.assign(jsonSchema, { type: 'string', enum: [...words] })
    },
  }) as unknown as z.ZodType<Type>
}

/** Replaces the mark by these types wherever a document has it: in a closed set, or in a sentence. */
export function fillOutwardTypes(node: unknown, types: readonly string[]): void {
  if (typeof node !== 'object' || node === null) return
  const mark = Array.isArray(node) ? node.indexOf(outwardTypesMark) : -1
  if (mark !== -1) (node as unknown[]).splice(mark, 1, ...types)
  for (const [key, inner] of Object.entries(node)) {
    if (typeof inner === 'string' && inner.includes(outwardTypesMark)) {
      Object.assign(node, { [key]: inner.replaceAll(outwardTypesMark, types.join(', ')) })
    } else {
      fillOutwardTypes(inner, types)
    }
  }
}
