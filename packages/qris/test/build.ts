/** Builds codes in a slow and obvious way, so that the product's parser is not tested with the product's own output. */
export function buildObject(id: string | number, value: string, unit: 'characters' | 'bytes' = 'characters'): string {
  const length = unit === 'bytes' ? Buffer.byteLength(value) : [...value].length
  return `${String(id).padStart(2, '0')}${String(length).padStart(2, '0')}${value}`
}

/** Adds tag 63 with its CRC. */
export function sealCode(...objects: string[]): string {
  const text = `${objects.join('')}6304`
  return text + computeCrcSlowly(text)
}

/** Returns the CRC-16/CCITT-FALSE, bit by bit as in the definition. */
export function computeCrcSlowly(text: string): string {
  let sum = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((sum >> 15) ^ (byte >> bit)) & 1
      sum = ((sum << 1) ^ (isSet ? 0x1021 : 0)) & 0xffff
    }
  }
  return sum.toString(16).toUpperCase().padStart(4, '0')
}

const account =
  buildObject(0, 'ID.CO.CONTOH.WWW') +
  buildObject(1, '936000999900012345') +
  buildObject(2, 'M-17') +
  buildObject(3, 'UMI')
const central = buildObject(0, 'ID.CO.QRIS.WWW') + buildObject(2, 'ID1020000000017') + buildObject(3, 'UKE')

/** The objects of a plain static QRIS by id; change some, then call `buildCode`. */
export const usualObjects: Record<string, string> = {
  '00': '01',
  '01': '11',
  '26': account,
  '51': central,
  '52': '5812',
  '53': '360',
  '58': 'ID',
  '59': 'WARUNG CONTOH',
  '60': 'YOGYAKARTA',
  '61': '55223',
  '62': buildObject(7, 'A01'),
}

/** Returns a sealed code of the usual objects, some changed (or omitted with `null`), ordered by id. */
export function buildCode(changes: Record<string, string | null> = {}, unit?: 'characters' | 'bytes'): string {
  const objects = Object.entries({ ...usualObjects, ...changes }).toSorted(([a], [b]) => Number(a) - Number(b))
  return sealCode(...objects.flatMap(([id, value]) => (value === null ? [] : [buildObject(id, value, unit)])))
}
