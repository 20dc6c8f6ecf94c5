import { crc32, deflateRawSync } from 'node:zlib'

/** Returns an .xlsx file of one sheet in Excel's layout: shared strings, numbers, and inline strings. */
export function workbook(rows: (string | number | null)[][], sheetOnly?: string): Buffer {
  const strings = [...new Set(rows.flat().filter(cell => typeof cell === 'string'))]
  const cellOf = (cell: string | number | null, at: string) => {
    if (cell === null) return `<c r="${at}"/>`
    return typeof cell === 'number'
      ? `<c r="${at}"><v>${cell}</v></c>`
      : `<c r="${at}" t="s"><v>${strings.indexOf(cell)}</v></c>`
  }
  const rowOf = (cells: (string | number | null)[], index: number) => {
    const inRow = cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${index + 1}`))
    return `<row r="${index + 1}">${inRow.join('')}</row>`
  }
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const sheet = (name: string, id: string) => `<sheet name="${name}" sheetId="3" r:id="${id}"/>`
  const relation = (id: string, file: string) => `<Relationship Id="${id}" Target="worksheets/${file}"/>`
  const shared = strings.map(text => `<si><r><t xml:space="preserve">${escaped(text)}</t></r><rPh><t>x</t></rPh></si>`)
  return zip({
    'xl/workbook.xml': `<workbook><sheets>${sheet('Produk', 'rId7')}${sheet('Lain', 'rId8')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<a>${relation('rId8', 'sheet2.xml')}${relation('rId7', 'sheet9.xml')}</a>`,
    'xl/worksheets/sheet9.xml': sheetOnly ?? `<worksheet>${rows.map(rowOf).join('')}</worksheet>`,
    'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>`,
  })
}

/** Returns a zip archive of these files. */
export function zip(files: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(bytes), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    head.copy(central, 6, 4, 30)
    central.writeUInt32LE(at, 42)
    const local = Buffer.concat([head, Buffer.from(name), packed])
    locals.push(local)
    centrals.push(Buffer.concat([central, Buffer.from(name)]))
    at += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(centrals.length, 8)
  end.writeUInt16LE(centrals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}
