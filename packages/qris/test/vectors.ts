import { readFileSync } from 'node:fs'

/** A string with its parsed content, or the reason of its rejection. */
export interface Vector {
  qris: string
  valid: boolean
  kind: 'static' | 'dynamic' | 'transfer' | 'invalid' | 'whitespace'
  why: string
  merchant_name: string | null
  merchant_city: string | null
  country_code: string | null
  postal_code: string | null
  merchant_pan: string | null
  merchant_id: string | null
  merchant_criteria: string | null
  nmid?: string | null
  amount: number | null
  is_static?: boolean
  is_dynamic?: boolean
  crc?: string
}

export interface ConversionVector {
  qris: string
  nominal: number
  expected: string
}

export interface PictureVector {
  file: string
  qris: string | null
  transform: string
  /**
   * The expectation; `one-of` stands for two codes, of which a plain decoder finds one and the product refuses both.
   */
  expect: 'decode' | 'none' | 'error' | 'one-of'
}

export const vectors = lines<Vector>('qris.jsonl')
export const conversions = lines<ConversionVector>('conversions.jsonl')
export const pictures = lines<PictureVector>('images/manifest.jsonl')

export function readPictureBytes({ file }: { file: string }): Buffer {
  return readFileSync(new URL(`vectors/images/${file}`, import.meta.url))
}

function lines<T>(file: string): T[] {
  const text = readFileSync(new URL(`vectors/${file}`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T)
}
