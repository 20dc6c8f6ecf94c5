import { readRupiah } from '../../lib/amounts/read-rupiah.js'
import { refuseField } from '../../lib/refusal.ts'
import { type DeliveryZone, zonesMax } from '../delivery-zones.ts'

const linesMax = 2_000

/**
 * Reads delivery areas from a list as a spreadsheet exports it. Each line is `district;fee` or `area;district;fee`,
 * separated by tabs, semicolons or commas. Districts without an area are grouped by their fee. Refuses
 * `invalid_request` for the first invalid line.
 */
export function readAreas(text: string): DeliveryZone[] {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  if (lines.length > linesMax)
    throw refuseField('areas', `has ${linesMax} lines at most`, { code: 'too_many', max: linesMax })
  const areas = new Map<string, DeliveryZone>()
  for (const [at, line] of lines.entries()) {
    const row = line === '' ? null : readRow(line)
    if (row === null) continue
    if (row === 'unreadable') {
      // The first line may be a header.
      if (at === 0) continue
      throw refuseField('areas', `has a line that is not "district;fee": ${line.slice(0, 60)}`, 'malformed')
    }
    const { area, district, fee } = row
    const found = areas.get(area.toLowerCase()) ?? { name: area, places: [], fee, perKg: 0 }
    if (found.fee !== fee) throw refuseField('areas', `has two fees for ${area}`, 'conflicting')
    areas.set(area.toLowerCase(), { ...found, places: [...new Set([...found.places, district])] })
  }
  if (areas.size > zonesMax) throw refuseField('areas', `are ${zonesMax} at most`, { code: 'too_many', max: zonesMax })
  return [...areas.values()]
}

interface Row {
  area: string
  district: string
  fee: number
}

function readRow(line: string): Row | 'unreadable' {
  const mark = ['\t', ';', ','].find(one => line.includes(one))
  const cells = mark === undefined ? [] : line.split(mark).map(cell => cell.trim())
  const fee = readRupiah(cells.at(-1) ?? '')
  const names = cells.slice(0, -1)
  if (Number.isNaN(fee) || names.length < 1 || names.length > 2 || names.includes('')) return 'unreadable'
  const district = names.at(-1)!
  return { area: names.length === 2 ? names[0]! : `Ongkir Rp ${fee.toLocaleString('id-ID')}`, district, fee }
}

/**
 * Merges imported areas into those of a shop: an area with an existing name takes the new fee and the additional
 * districts.
 */
export function mergeAreas(present: readonly DeliveryZone[], imported: readonly DeliveryZone[]): DeliveryZone[] {
  const isSame = (one: DeliveryZone, other: DeliveryZone) => one.name.toLowerCase() === other.name.toLowerCase()
  const merged = present.map(zone => {
    const more = imported.find(one => isSame(one, zone))
    return more ? { ...zone, fee: more.fee, places: [...new Set([...zone.places, ...more.places])] } : zone
  })
  return [...merged, ...imported.filter(one => !present.some(zone => isSame(zone, one)))]
}
