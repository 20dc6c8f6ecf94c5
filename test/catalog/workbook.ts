import { crc32, deflateRawSync } from 'node:zlib'

/** An .xlsx file of one sheet, laid out as Excel does: shared texts, numbers, and texts within cells. */
export function workbook(rows: (string | number | null)[][], sheetOnly?: string): Buffer {
  const strings = [...new Set(rows.flat().filter(cell => typeof cell === 'string'))]
  const cellOf = (cell: string | number | null, at: string) => {
    if (cell === null) return `<c r="${at}"/>`
    return typeof cell === 'number'
      ? `<c r="${at}"><v>${cell}</v></c>`
      : `<c r="${at}" t="s"><v>${strings.indexOf(cell)}</v></c>`
  }
  const rowOf = (cells: (string | number | null)[], index: number) =>
    `<row r="${index + 1}">${cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${index + 1}`)).join('')}</row>`
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return zip({
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns:r="http://x"><sheets><sheet name="Produk" sheetId="3" r:id="rId7"/><sheet name="Lain" sheetId="4" r:id="rId8"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId8" Target="worksheets/sheet2.xml"/><Relationship Id="rId7" Target="worksheets/sheet9.xml"/></Relationships>',
    'xl/worksheets/sheet9.xml':
      sheetOnly ?? `<worksheet><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map(text => `<si><r><t xml:space="preserve">${escaped(text)}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
  })
}

/** A zip archive of these files. */
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
