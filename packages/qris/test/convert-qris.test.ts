import { describe, expect, it } from 'vitest'
import { convertQris, NOMINAL_MAX } from '../src/convert-qris.ts'
import { parseQris } from '../src/parse-qris.ts'
import { buildCode, buildObject, computeCrcSlowly, sealCode, usualObjects } from './build.ts'
import { catchQrisError } from './thrown.ts'
import { conversions, vectors } from './vectors.ts'

describe('every conversion of the vectors', () => {
  it.each(conversions)(
    'the conversion of $nominal into $qris is exact, byte for byte',
    ({ qris, nominal, expected }) => {
      const conversion = convertQris(qris, nominal)
      expect(conversion.converted).toBe(expected)
      expect(conversion).toMatchObject({ original: qris, nominal, crc: expected.slice(-4) })
      expect(conversion.info).toEqual(parseQris(qris))
    },
  )
})

describe('every unpayable string of the vectors', () => {
  it.each(vectors.filter(v => v.kind === 'invalid'))('an unpayable code is refused: $why', ({ qris }) => {
    expect(catchQrisError(() => convertQris(qris, 1000)).code).toMatch(/^invalid_(qris|crc)$/)
  })

  it('a transfer code is refused', () => {
    const transfer = vectors.find(v => v.kind === 'transfer')!
    expect(catchQrisError(() => convertQris(transfer.qris, 1000)).code).toBe('unsupported_qris')
  })
})

describe('converting', () => {
  it('converting changes only tags 01, 54 and 63', () => {
    const odd = {
      '02': '4000123456789012',
      27: buildObject(0, 'X'),
      50: '::',
      55: '03',
      57: '0.7',
      64: buildObject(0, 'ID'),
      80: '~',
      99: '',
    }
    const code = buildCode({ ...odd, 54: '99.00' })
    expect(convertQris(code, 25_017).converted).toBe(buildCode({ ...odd, '01': '12', 54: '25017' }))
  })

  it('converting keeps the order of the objects, and puts the amount after the currency', () => {
    const part = (id: string) => buildObject(id, usualObjects[id]!)
    const code = sealCode(
      buildObject(0, '01'),
      ...['62', '59', '53', '26', '58'].map(part),
      buildObject(54, '1'),
      buildObject(1, '11'),
    )
    const wanted = sealCode(
      buildObject(0, '01'),
      ...['62', '59', '53'].map(part),
      buildObject(54, '1000'),
      ...['26', '58'].map(part),
      buildObject(1, '12'),
    )
    expect(convertQris(code, 1000).converted).toBe(wanted)
  })

  it('converting adds 01 right after 00 if it is missing', () => {
    expect(convertQris(buildCode({ '01': null }), 1000).converted).toBe(buildCode({ '01': '12', 54: '1000' }))
  })

  it('converting does not change names that look like objects', () => {
    const names = { 59: '010211 5303360', 60: '5802ID6304AAAA' }
    expect(convertQris(buildCode(names), 1000).converted).toBe(buildCode({ ...names, '01': '12', 54: '1000' }))
  })

  it('converting keeps emoji, CJK and doubled spaces', () => {
    const names = { 59: 'KOPI  😀 餐厅 ' }
    expect(convertQris(buildCode(names), 1000).converted).toBe(buildCode({ ...names, '01': '12', 54: '1000' }))
  })

  it('converting keeps lengths that count bytes', () => {
    const code = buildCode({ 59: 'CAFÉ 餐厅' }, 'bytes')
    const { converted } = convertQris(code, 1000)
    expect(converted).toContain('5912CAFÉ 餐厅6010')
    expect(converted.slice(-4)).toBe(computeCrcSlowly(converted.slice(0, -4)))
    expect(parseQris(converted)).toMatchObject({ isValid: true, amount: 1000, merchantName: 'CAFÉ 餐厅' })
  })

  it('converting never reinterprets lengths in bytes as lengths in characters', () => {
    // Found by the fuzz run: with this amount, parsing by characters happens to succeed, and misses currency, country
    // and name.
    const code =
      '00020101021126570007SWP.COM0102DG0236sx47387389y1899cpxc728881w8176t2---G27990010com.alipay0181urceÄ://vbn.bmbayv' +
      '.gqj/dyep/cvguDz?mfmzkzXa=id35885709m1585vdbx345370u7107d1---J51380015ID.OR.GPNQR.WWW0215ID22846294847005204581253' +
      '033605802ID5907SENTOSA6004BALI61058057163046D26'
    const { converted } = convertQris(code, 4_137_183)
    expect(parseQris(converted)).toMatchObject({ amount: 4_137_183, merchantName: 'SENTOSA', countryCode: 'ID' })
  })

  it('converting drops text around the code', () => {
    expect(convertQris(`\uFEFF ${buildCode()}\r\n`, 1000).original).toBe(buildCode())
  })

  it('converting writes the CRC in upper case and with leading zeros', () => {
    const crcs = Array.from({ length: 300 }, (_, n) => convertQris(buildCode(), 1000 + n)).map(({ converted, crc }) => {
      expect(crc).toBe(computeCrcSlowly(converted.slice(0, -4)))
      return crc
    })
    expect(crcs.some(crc => crc.startsWith('0'))).toBe(true)
  })
})

describe('the nominal', () => {
  it.each([1, 1000, 10_000_000, NOMINAL_MAX])('the nominal may be %d', nominal => {
    expect(parseQris(convertQris(buildCode(), nominal).converted)).toMatchObject({ isValid: true, amount: nominal })
  })

  it.each([0, -0, -1, 0.5, 1000.5, Number.NaN, Infinity, 1e13, 1e21])('the nominal may not be %d', nominal => {
    expect(catchQrisError(() => convertQris(buildCode(), nominal)).code).toBe('invalid_nominal')
  })

  it('the nominal may not be text', () => {
    expect(catchQrisError(() => convertQris(buildCode(), '1000' as never)).code).toBe('invalid_nominal')
  })
})

describe('a refused code', () => {
  it.each([
    ['a wrong CRC', buildCode().replace('WARUNG', 'WARONG'), 'invalid_crc', /^CRC \w{4} does not fit/],
    ['no CRC', buildCode().slice(0, -8), 'invalid_crc', /missing/],
    ['a code in lower case', buildCode().toLowerCase(), 'invalid_crc', /^CRC/],
    ['another currency', buildCode({ 53: '702' }), 'unsupported_qris', /^tag 53 is '702', a QRIS has 360$/],
    ['no currency', buildCode({ 53: null }), 'unsupported_qris', /^tag 53 is missing/],
    ['another country', buildCode({ 58: 'SG' }), 'unsupported_qris', /^tag 58 is 'SG', a QRIS has ID$/],
    ['a country in lower case', buildCode({ 58: 'id' }), 'unsupported_qris', /^tag 58/],
    [
      'a transfer code',
      buildCode({ 26: null, 51: null, 40: buildObject(0, 'ID.CO.X') }),
      'unsupported_qris',
      /^tag 40/,
    ],
    [
      'a broken template',
      buildCode({ 26: '0005A' }),
      'invalid_qris',
      /^inside tag 26: tag 00 at \d+: length 5 overruns by 4$/,
    ],
    [
      'a duplicate object',
      sealCode(buildObject(0, '01'), buildObject(59, 'A'), buildObject(59, 'B')),
      'invalid_qris',
      /occurs twice/,
    ],
    ['nothing', '', 'invalid_qris', /empty/],
  ])('a code refused for %s names the fault and its place', (_, code, refusal, message) => {
    expect(catchQrisError(() => convertQris(code, 1000))).toEqual({
      code: refusal,
      message: expect.stringMatching(message),
    })
  })

  it('a code with tag 40 beside a merchant account is accepted', () => {
    expect(convertQris(buildCode({ 40: buildObject(0, 'ID.CO.X') }), 1000).converted).toContain('54041000')
  })

  it('a code is refused if the amount would make it longer than 512 characters', () => {
    const full = { 80: 'x'.repeat(99), 81: 'x'.repeat(99), 82: '' }
    const code = buildCode({ ...full, 83: 'x'.repeat(512 - 4 - buildCode(full).length) })
    expect(code.length).toBe(512)
    expect(catchQrisError(() => convertQris(code, 1)).message).toBe(
      'with its amount the code is longer than 512 characters',
    )
  })
})
