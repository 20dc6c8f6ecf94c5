/** Builds codes in a slow and obvious way, so that the product's parser is not tested with the product's own output. */
export function object(id: string | number, value: string, unit: 'characters' | 'bytes' = 'characters'): string {
  const length = unit === 'bytes' ? Buffer.byteLength(value) : [...value].length
  return `${String(id).padStart(2, '0')}${String(length).padStart(2, '0')}${value}`
}

/** Adds tag 63 with its CRC. */
export function sealed(...objects: string[]): string {
  const text = `${objects.join('')}6304`
  return text + slowCrc(text)
}

/** Returns the CRC-16/CCITT-FALSE, bit by bit as in the definition. */
export function slowCrc(text: string): string {
  let sum = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((sum >> 15) ^ (byte >> bit)) & 1
      sum = ((sum << 1) ^ (isSet ? 0x1021 : 0)) & 0xffff
    }
  }
  return sum.toString(16).toUpperCase().padStart(4, '0')
}

const account = object(0, 'ID.CO.CONTOH.WWW') + object(1, '936000999900012345') + object(2, 'M-17') + object(3, 'UMI')
const central = object(0, 'ID.CO.QRIS.WWW') + object(2, 'ID1020000000017') + object(3, 'UKE')

/** The objects of a plain static QRIS by id; change some, then call `codeOf`. */
export const usual: Record<string, string> = {
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
  '62': object(7, 'A01'),
}

/** Returns a sealed code of the usual objects, some changed (or omitted with `null`), ordered by id. */
export function codeOf(changes: Record<string, string | null> = {}, unit?: 'characters' | 'bytes'): string {
  const objects = Object.entries({ ...usual, ...changes }).toSorted(([a], [b]) => Number(a) - Number(b))
  return sealed(...objects.flatMap(([id, value]) => (value === null ? [] : [object(id, value, unit)])))
}
