import { describe, expect, it } from 'vitest'
import { parseQris } from '../src/parse-qris.ts'
import { buildCode, buildObject, computeCrcSlowly, sealCode } from './build.ts'
import { catchQrisError } from './thrown.ts'
import { vectors } from './vectors.ts'

describe('every valid string of the vectors', () => {
  it.each(vectors.filter(v => v.valid))('a valid code is read exactly: $why', vector => {
    const qris = parseQris(vector.qris)
    expect(qris).toMatchObject({
      text: vector.qris,
      isValid: true,
      problem: null,
      crcValid: true,
      crc: vector.crc,
      merchantName: vector.merchant_name,
      merchantCity: vector.merchant_city,
      countryCode: vector.country_code,
      postalCode: vector.postal_code,
      merchantPan: vector.merchant_pan,
      merchantId: vector.merchant_id,
      merchantCriteria: vector.merchant_criteria,
      nmid: vector.nmid,
      amount: vector.amount,
      isStatic: vector.is_static,
      isDynamic: vector.is_dynamic,
      isTransfer: vector.kind === 'transfer',
    })
  })
})

describe('every invalid string of the vectors', () => {
  it.each(vectors.filter(v => v.kind === 'invalid'))(
    'an invalid code is refused or marked invalid: $why',
    ({ qris }) => {
      expect(problemOf(qris)).toMatch(/./)
    },
  )

  it('an invalid code is read without its trailing line end, and never without one inside', () => {
    const [trailing, inside] = vectors.filter(v => v.kind === 'whitespace')
    expect(parseQris(trailing!.qris)).toMatchObject({ isValid: true, text: trailing!.qris.trim() })
    expect(catchQrisError(() => parseQris(inside!.qris)).message).toBe('at 60: U+000A is no character of a code')
  })
})

describe('text around a code', () => {
  it.each(['"', "'", '\u201c', '\u200b', '\u2060', '\u202a', '`', ' "\u200b'])(
    'text that copying adds is dropped: %j',
    mark => {
      const after = mark.replace('\u201c', '\u201d')
      expect(parseQris(mark + buildCode() + after)).toMatchObject({ isValid: true, text: buildCode() })
    },
  )

  it.each([' ', '\t', '\r\n', '\uFEFF', '\u00A0', '\uFEFF \r\n'])('text around a code is dropped: %j', blank => {
    expect(parseQris(blank + buildCode() + blank)).toMatchObject({ isValid: true, text: buildCode() })
  })
})

describe('text inside a value', () => {
  it('doubled and trailing spaces inside a value stay', () => {
    const qris = parseQris(buildCode({ 59: 'MAZE CELL  OK ', 60: ' KOTA ' }))
    expect(qris).toMatchObject({ isValid: true, merchantName: 'MAZE CELL  OK ', merchantCity: ' KOTA ' })
  })

  it('a value can look like an object', () => {
    expect(parseQris(buildCode({ 59: '5802ID 6304ABCD' }))).toMatchObject({
      isValid: true,
      merchantName: '5802ID 6304ABCD',
    })
  })

  it('a value is counted in characters, with emoji and CJK as one each', () => {
    const language = buildObject(0, 'ZH') + buildObject(1, '最佳运输') + buildObject(2, '北京')
    const qris = parseQris(buildCode({ 59: 'KOPI 😀 餐厅', 64: language }))
    expect(qris).toMatchObject({ isValid: true, merchantName: 'KOPI 😀 餐厅' })
  })

  it('a value is counted in bytes if nothing else makes sense', () => {
    const qris = parseQris(buildCode({ 59: 'KOPI é 餐厅😀' }, 'bytes'))
    expect(qris).toMatchObject({ isValid: true, merchantName: 'KOPI é 餐厅😀', merchantCity: 'YOGYAKARTA' })
  })

  it('a value can be empty', () => {
    expect(parseQris(buildCode({ 62: '0700', 80: '' }))).toMatchObject({ isValid: true })
  })

  it('a value contains no control characters and no half characters, which cannot be printed or stored', () => {
    expect(catchQrisError(() => parseQris(buildCode({ 59: 'A\0B' })))).toEqual({
      code: 'invalid_qris',
      message: `at ${buildCode().indexOf('WARUNG') + 1}: U+0000 is no character of a code`,
    })
    expect(catchQrisError(() => parseQris(buildCode({ 59: 'A\x7fB' }))).message).toMatch('U+007F')
    expect(catchQrisError(() => parseQris(buildCode({ 59: 'A\ud83dB' }))).message).toMatch('U+D83D')
  })
})

describe('text that is not a code', () => {
  it.each([
    ['', 'the code is empty'],
    [' \r\n', 'the code is empty'],
    ['hello', `at 0: 'hell' is no tag and length`],
    ['https://example.com/', `at 0: 'http' is no tag and length`],
    ['0002', 'tag 00 at 0: length 2 overruns by 2'],
    ['000201', null],
    ['00020101021', 'tag 01 at 6: length 2 overruns by 1'],
    ['000201010', `at 6: '010' is no tag and length`],
    ['5303360', 'at 0: tag 53 stands where tag 00 belongs'],
    ['0002010x0x', `at 6: '0x0x' is no tag and length`],
    ['000201０２', `at 6: '０２' is no tag and length`],
    ['00020153033605303360', 'tag 53 at 13 occurs twice, first at 6'],
    ['0002010002', 'tag 00 at 6: length 2 overruns by 2'],
  ])('a text that is not a code is reported with the fault and its place: %j', (text, message) => {
    if (message === null) expect(parseQris(text)).toMatchObject({ isValid: false, crc: null })
    else expect(catchQrisError(() => parseQris(text))).toEqual({ code: 'invalid_qris', message })
  })

  it('a length that is too long is reported with the excess', () => {
    const code = buildCode().replace('5913', '5999')
    expect(catchQrisError(() => parseQris(code)).message).toMatch(/^tag 59 at \d+: length 99 overruns by \d+$/)
  })

  it('positions are counted in characters, even after an emoji', () => {
    expect(catchQrisError(() => parseQris('0002015901😀6099X')).message).toBe('tag 60 at 11: length 99 overruns by 98')
  })

  it('a text of more than 512 characters is not a code, no matter how many bytes it has', () => {
    const filler = (count: number) => ['85', '86', '87', '88'].map(id => buildObject(id, '😀'.repeat(count))).join('')
    const code = (count: number) => sealCode(buildObject(0, '01'), filler(99), buildObject(89, 'x'.repeat(count)))
    const room = 512 - [...code(0)].length
    expect(parseQris(code(room)).isValid).toBe(true)
    expect(catchQrisError(() => parseQris(code(room + 1))).message).toBe('the code is longer than 512 characters')
    expect(catchQrisError(() => parseQris('0'.repeat(50_000_000))).code).toBe('invalid_qris')
  })
})

describe('a readable but invalid code', () => {
  it('a code with a wrong CRC is returned with its fields', () => {
    const code = buildCode().replace('WARUNG', 'WARONG')
    const { crc } = parseQris(buildCode())
    expect(parseQris(code)).toMatchObject({
      isValid: false,
      crcValid: false,
      merchantName: 'WARONG CONTOH',
      problem: {
        code: 'invalid_crc',
        message: `CRC ${crc} does not fit the text, whose CRC is ${computeCrcSlowly(code.slice(0, -4))}`,
      },
    })
  })

  it.each([
    ['missing', buildCode().slice(0, -8), 'tag 63, the CRC, is missing'],
    ['not hexadecimal', `${buildCode().slice(0, -4)}ZZZZ`, `CRC 'ZZZZ' is not four hex digits`],
    ['too short', `${buildCode().slice(0, -8)}630308A`, `CRC '08A' is not four hex digits`],
    ['not the last', `${buildCode()}0700`, `tag 63 at ${buildCode().length - 8} is not the last one`],
  ])('a code is invalid if its CRC is %s', (_, code, message) => {
    expect(parseQris(code)).toMatchObject({
      isValid: false,
      crcValid: false,
      problem: { message },
      merchantCity: 'YOGYAKARTA',
    })
  })

  it.each(['26', '45', '51', '62', '64'])('a code is invalid if objects inside tag %s make no sense', id => {
    const { problem, merchantName } = parseQris(buildCode({ [id]: '0099X' }))
    expect(problem).toEqual({
      code: 'invalid_qris',
      message: expect.stringMatching(`^inside tag ${id}: tag 00 at \\d+: length 99`),
    })
    expect(merchantName).toBe('WARUNG CONTOH')
    expect(parseQris(buildCode({ [id]: '0101A0101B' })).problem?.message).toMatch('occurs twice')
  })

  it.each(['02', '25', '46', '50', '65', '80', '99'])('a code whose tag %s is not empty is invalid', id => {
    expect(parseQris(buildCode({ [id]: 'anything' })).isValid).toBe(true)
  })
})

describe('the CRC as written', () => {
  it('the CRC can be in lower case', () => {
    const lower = vectors.find(v => v.valid && /[a-f]/.test(v.crc!))!
    expect(parseQris(lower.qris)).toMatchObject({ isValid: true, crc: lower.crc })
  })

  it('the CRC does not match a code that was lower-cased as a whole', () => {
    expect(parseQris(buildCode().toLowerCase()).problem?.code).toBe('invalid_crc')
  })
})

describe('static or dynamic', () => {
  it.each([
    ['11', null, 'static'],
    ['12', null, 'dynamic'],
    ['11', '15000', 'static'],
    ['21', null, 'static'],
    ['22', null, 'dynamic'],
    ['13', null, 'static'],
    ['13', '15000', 'dynamic'],
    ['112', null, 'static'],
    [null, null, 'static'],
    [null, '15000', 'dynamic'],
  ] as const)('tag 01 = %s and tag 54 = %s is %s', (initiation, amount, kind) => {
    const code = buildCode({ '01': initiation, 54: amount })
    expect(parseQris(code)).toMatchObject({ isStatic: kind === 'static', isDynamic: kind === 'dynamic' })
  })
})

describe('the amount', () => {
  it.each([
    ['15000', 15_000],
    ['15000.', 15_000],
    ['00015000', 15_000],
    ['1500.50', 1500.5],
    ['100003.00', 100_003],
    ['9999999999999', 9_999_999_999_999],
    ['0', 0],
    ['', null],
    ['.', null],
    ['.5', null],
    ['-1', null],
    ['1e3', null],
    ['1,000', null],
    ['1.0.0', null],
    [' 15', null],
    ['12345678901234', null],
  ])('an amount written %j is %s', (value, amount) => expect(parseQris(buildCode({ 54: value })).amount).toBe(amount))
})

describe('the merchant', () => {
  const inside = (pan: string, id: string | null, criteria: string | null) =>
    buildObject(0, 'ID.CO.X') +
    buildObject(1, pan) +
    (id ? buildObject(2, id) : '') +
    (criteria ? buildObject(3, criteria) : '')

  it('the merchant is that of the first domestic template in the order of the code, not of the ids', () => {
    const code = sealCode(
      buildObject(0, '01'),
      buildObject(27, inside('9360002', 'SECOND', 'UBE')),
      buildObject(26, inside('9360001', 'FIRST', 'UMI')),
    )
    expect(parseQris(code)).toMatchObject({ merchantPan: '9360002', merchantId: 'SECOND', merchantCriteria: 'UBE' })
  })

  it("the merchant's missing fields come from the central repository", () => {
    expect(parseQris(buildCode({ 26: inside('9360001', null, null) }))).toMatchObject({
      merchantPan: '9360001',
      merchantId: 'ID1020000000017',
      merchantCriteria: 'UKE',
      nmid: 'ID1020000000017',
    })
    expect(parseQris(buildCode({ 26: null, 51: null }))).toMatchObject({
      merchantPan: null,
      merchantId: null,
      nmid: null,
    })
  })
})

describe("other countries' codes", () => {
  it.each([
    [
      'PayNow',
      '00020101021226570009SG.PAYNOW010120213201929813CSPW030110513SPW658227463052040000530370254031005802SG5925SHOPEEPAY PRIVATE LIMITED6009SINGAPORE630426E1',
      'SG',
      100,
    ],
    [
      'JPQR',
      '0002010102121313JCB12345678900416MASTER12345678905204531153033925407999.1235802JP5906DONGRI6005TOKYO62240104hoge0504fuga0704piyo6304C343',
      'JP',
      999.123,
    ],
  ])('codes of other countries are read as they are: %s', (_, code, countryCode, amount) => {
    expect(parseQris(code)).toMatchObject({ isValid: true, countryCode, amount })
  })

  it('a code need not begin with format 01, nor have tag 01', () => {
    expect(parseQris(buildCode({ '00': '02', '01': null, 53: '458', 58: 'MY' }))).toMatchObject({ isValid: true })
  })
})

function problemOf(text: string): string | undefined {
  try {
    return parseQris(text).problem?.message
  } catch {
    return catchQrisError(() => parseQris(text)).message
  }
}
