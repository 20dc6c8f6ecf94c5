import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  hashKeyAndWords,
  type PhoneNotification,
  readForwardedRequest,
} from '../../../src/connectors/mutations/read-forwarded-request.ts'
import { createCalendar } from '../../../src/lib/calendar.ts'

// Bodies of forwarders in one form, field by field. Their real spellings are in `forwarders.ts`.

const receivedAt = new Date('2026-11-22T10:00:00Z')
const read = (body: string | object, type = 'application/json') =>
  readForwardedRequest({
    method: 'POST',
    path: '/hooks/mutations/7',
    headers: { 'content-type': type },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    receivedAt,
    calendar: createCalendar('Asia/Jakarta'),
  })
const form = (fields: [string, string][]) =>
  read(String(new URLSearchParams(fields)), 'application/x-www-form-urlencoded')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)

const nothing: PhoneNotification = {
  is: 'notification',
  reference: hash,
  isIdentified: false,
  device: null,
  packageName: '',
  title: '',
  text: '',
  isCut: false,
  hasPlainFields: false,
  key: null,
  amount: null,
  occurredAt: null,
  isWithheld: false,
  isHidden: false,
  isSummary: false,
}

describe('a notification', () => {
  test('a notification of our own app has all of its fields', async () => {
    const body = {
      type: 'notification',
      event_id: ' E-1 ',
      device_id: 'S8',
      package_name: 'com.bca',
      notificationKey: '0|com.bca|7|null|10213',
      occurred_at: 1_795_341_600_000,
      group_summary: true,
      title: 'BCA',
      text: 'Uang masuk',
      big_text: 'Uang masuk Rp10.017 dari SITI',
      amount: '10017.00',
      withheld: true,
      hidden: true,
    }
    expect(await read(body)).toEqual({
      ...nothing,
      reference: 'E-1',
      isIdentified: true,
      device: 'S8',
      packageName: 'com.bca',
      title: 'BCA',
      text: 'Uang masuk Rp10.017 dari SITI',
      key: '0|com.bca|7|null|10213',
      amount: 10_017,
      occurredAt: new Date('2026-11-22T10:00:00Z'),
      isWithheld: true,
      isHidden: true,
      isSummary: true,
    })
  })

  test('a plain webhook has exactly the plain fields, each once', async () => {
    const body = { package: 'id.dana', title: 'DANA', text: 'Rp1', amount: 1_000, time: '2026-11-22 16:59:01' }
    const expected = { packageName: 'id.dana', title: 'DANA', text: 'Rp1', amount: 1_000, hasPlainFields: true }
    const occurredAt = new Date('2026-11-22T09:59:01Z')
    expect(await read(body)).toEqual({ ...nothing, ...expected, isIdentified: true, occurredAt })
    expect(await form(Object.entries(body).map(([name, value]) => [name, String(value)]))).toEqual({
      ...nothing,
      ...expected,
      isIdentified: true,
      occurredAt,
    })
    expect(await read({ ...body, extra: 'x' })).toMatchObject({ hasPlainFields: false })
    expect(await read({ ...body, inner: { text: 'x' } })).toMatchObject({ hasPlainFields: false })
    expect(await read(`${JSON.stringify(body).slice(0, -1)},"text":"Rp1"}`)).toMatchObject({ hasPlainFields: false })
    const twice: [string, string][] = [
      ['package', 'id.dana'],
      ['text', 'a'],
      ['text', 'b'],
    ]
    expect(await form(twice)).toMatchObject({ text: 'b', hasPlainFields: false })
  })

  test('the same content has the same reference, and any other content another one', async () => {
    const body = { package: 'id.dana', title: 'DANA', text: 'Rp1', amount: 1_000, time: '2026-11-22 16:59', key: 'k' }
    const referenceOf = async (changes: object) => {
      const { reference } = (await read({ ...body, ...changes })) as PhoneNotification
      return reference
    }
    const changes = [
      ...[{}, { package: 'ovo.id' }, { title: 'OVO' }, { text: 'Rp2' }, { amount: 2_000 }, { key: 'l' }],
      { time: '2026-11-22 16:58' },
    ]
    const references = await Promise.all(changes.map(referenceOf))
    expect(new Set(references).size).toBe(changes.length)
    expect(await referenceOf({ other: 1 })).toBe(references[0])
    // Two equal texts may come in the same minute.
    expect(await read(body)).toMatchObject({ isIdentified: false, occurredAt: new Date('2026-11-22T09:59:00Z') })
  })

  test('the first field with a value counts, however it is spelled, and before a nested one', async () => {
    expect(await read({ Android_Title: 'A', extras: { title: 'B', text: 'C' } })).toMatchObject({
      title: 'A',
      text: 'C',
    })
    expect(await read({ title: ' ', 'notification-title': 'A' })).toMatchObject({ title: 'A' })
    expect(await read({ title: null, notif_title: 'A' })).toMatchObject({ title: 'A' })
    expect(await read({ text: [], content: 'A' })).toMatchObject({ text: 'A' })
    expect(await read({ content: 'B', text: 'A' })).toMatchObject({ text: 'A' })
    // The parts of a heartbeat describe the phone.
    expect(await read({ title: 'A', device: { text: 'B' }, wifi: { text: 'C' } })).toMatchObject({ text: '' })
  })

  test.each([
    ['a longer text is the whole text', { text: 'Uang masuk…', big_text: 'Uang masuk Rp1' }, 'Uang masuk Rp1'],
    ['a cut text ends with three dots', { text: 'Uang masuk...', big_text: 'Uang masuk Rp1' }, 'Uang masuk Rp1'],
    ['a shorter expanded text adds nothing', { text: 'Uang masuk Rp1', big_text: ' Rp1 ' }, 'Uang masuk Rp1'],
    ['two different texts are both read', { text: 'Uang', big_text: 'Rp1' }, 'Uang\nRp1'],
    ['lines are joined', { lines: ['Uang', '', 'Rp1'] }, 'Uang\nRp1'],
    ['messages are joined', { messages: [{ text: 'Uang', sender: 'x' }, { text: 'Rp1' }, { text: 7 }] }, 'Uang\nRp1'],
    ['a number is a text', { text: 7 }, '7'],
  ])('%s', async (_name, body, text) => {
    expect(await read(body)).toMatchObject({ text, isCut: false, title: '', isIdentified: false })
  })

  test('what cannot be read whole is cut', async () => {
    expect(await read({ text: 'x'.repeat(2_000) })).toMatchObject({ text: 'x'.repeat(2_000), isCut: false })
    expect(await read({ text: 'x'.repeat(2_001) })).toMatchObject({ text: 'x'.repeat(2_000), isCut: true })
    expect(await read({ title: 'x'.repeat(2_001) })).toMatchObject({ title: 'x'.repeat(2_000), isCut: true })
    expect(await read({ text: 'Rp1', big_text: { a: 1 } })).toMatchObject({ text: 'Rp1', isCut: true })
    expect(await read({ title: 'A', text: [{ a: 1 }] })).toMatchObject({ text: '', isCut: true })
    const both = { text: 'x'.repeat(1_500), big_text: 'y'.repeat(1_500) }
    const combined = `${both.text}\n${both.big_text}`.slice(0, 2_000)
    expect(await read(both)).toMatchObject({ text: combined })
    expect(await read({ text: 'a\0b\ud800' })).toMatchObject({ text: 'a\ufffdb\ufffd' })
  })

  test('an id of more than a hundred characters is stored as its hash, and a key of five hundred', async () => {
    const long = 'x'.repeat(101)
    expect(await read({ event_id: long, device: long, package: long })).toMatchObject({
      reference: `sha256:${sha256(long)}`,
      isIdentified: true,
      device: `sha256:${sha256(long)}`,
      packageName: `sha256:${sha256(long)}`,
    })
    expect(await read({ fingerprint: 'x'.repeat(100) })).toMatchObject({ reference: 'x'.repeat(100) })
    expect(await read({ reference: 7 })).toMatchObject({ reference: '7' })
    const key = 'k'.repeat(500)
    expect(await read({ key })).toMatchObject({ key })
    expect(await read({ key: `${key}k` })).toMatchObject({ key: `sha256:${sha256(`${key}k`)}` })
  })

  test.each([
    ['occurred_at', 1_795_341_600, true],
    ['timestamp', '1795341600000', true],
    ['postedAt', '2026-11-22T10:00:00Z', true],
    ['when', '2026-11-22T17:00:00+0700', true],
    ['post_time', '2026-11-22 17:00', false],
  ])('a time under the name %s, as %j, is read', async (name, value, isIdentified) => {
    expect(await read({ [name]: value })).toEqual({ ...nothing, isIdentified, occurredAt: receivedAt })
  })

  test.each(['kemarin', '1999-12-31T00:00:00Z', '2100-01-02T00:00:00Z', '2026-11-22', 1, 9e15])(
    'the time %j counts as missing',
    async time => {
      expect(await read({ time })).toEqual({ ...nothing, hasPlainFields: true })
    },
  )

  test('the first time that can be read counts', async () => {
    const occurredAt = new Date('2026-11-22T10:00:00Z')
    expect(await read({ occurred_at: 'kemarin', time: '2026-11-22T17:00:00+07:00' })).toMatchObject({ occurredAt })
  })

  test.each([
    [91_074, 91_074],
    ['91074', 91_074],
    [' Rp91.074 ', 91_074],
    ['91074.0', 91_074],
    ['91074.00', 91_074],
    ['91074.50', null],
    [-1, null],
    [1.5, null],
    [true, null],
  ])('the amount %j is read as %j', async (amount, expected) => {
    expect(await read({ amount })).toMatchObject({ amount: expected })
    expect(await read({ nominal: amount })).toMatchObject({ amount: expected })
  })

  test('only true marks a notification as withheld, hidden or a summary', async () => {
    const marks = { isWithheld: false, isHidden: false, isSummary: false }
    expect(await read({ withheld: 'true', hidden: 1, group_summary: 'yes' })).toMatchObject(marks)
  })

  test("Android's key and the words identify a notification that is shown again", async () => {
    const shown = async (body: object) => hashKeyAndWords((await read(body)) as PhoneNotification)
    const body = { key: '0|com.bca|7|null|10213', title: 'BCA', text: 'Rp1' }
    const same = await shown(body)
    expect(same).toMatch(/^[0-9a-f]{64}$/)
    expect(await shown({ ...body, time: 1_795_341_600 })).toBe(same)
    for (const other of [{ key: '0|com.bca|8|null|10213' }, { title: 'B' }, { text: 'Rp2' }]) {
      expect(await shown({ ...body, ...other })).not.toBe(same)
    }
    expect(await shown({ key: 'plain', text: 'Rp1' })).toBeNull()
    expect(await shown({ key: body.key, amount: 1_000 })).toBeNull()
    expect(await shown({ text: 'Rp1' })).toBeNull()
  })
})

describe('a heartbeat', () => {
  const phone = {
    battery: null,
    isCharging: null,
    isListening: null,
    hasAccess: null,
    isUnlimited: null,
    queued: null,
    setAside: null,
    dropped: null,
    version: null,
    model: null,
    sdk: null,
    isTest: false,
  }

  test('a heartbeat of our own app reports about the phone', async () => {
    const body = {
      type: 'heartbeat',
      sent_at: '2026-11-22T10:00:00Z',
      device_id: 'S8',
      listener_connected: true,
      notification_access: true,
      battery_unlimited: false,
      battery: 81,
      charging: false,
      queue: 0,
      set_aside: 2,
      dropped: 3,
      version: ' 1.2.0 ',
      model: 'SM-G950F',
      sdk: 28,
      test: true,
    }
    const reported = {
      battery: 81,
      isCharging: false,
      isListening: true,
      hasAccess: true,
      isUnlimited: false,
      queued: 0,
      setAside: 2,
      dropped: 3,
      version: '1.2.0',
      model: 'SM-G950F',
      sdk: 28,
      isTest: true,
    }
    const heartbeat = { is: 'heartbeat', sentAt: receivedAt, device: 'S8', phone: reported, isUpToDate: true }
    expect(await read(body)).toEqual(heartbeat)
    const waiting = { ...heartbeat, phone: { ...reported, queued: 1 }, isUpToDate: false }
    expect(await read({ ...body, queue: 1 })).toEqual(waiting)
    const deaf = { ...heartbeat, phone: { ...reported, isListening: false }, isUpToDate: false }
    expect(await read({ ...body, listener_connected: false })).toEqual(deaf)
  })

  test('facts that are impossible count as missing', async () => {
    const odd = {
      battery: 101,
      queue: -1,
      set_aside: 0.5,
      dropped: 1e10,
      sdk: '28',
      charging: 'no',
      model: ' ',
      test: 1,
    }
    const body = { type: 'heartbeat', version: 'x'.repeat(200), ...odd }
    expect(await read(body)).toMatchObject({
      phone: { ...phone, version: 'x'.repeat(100) },
      sentAt: null,
      device: null,
    })
    for (const [field, name] of [
      ['battery', 'battery'],
      ['queue', 'queued'],
    ]) {
      expect(await read({ type: 'heartbeat', [field!]: 0 })).toMatchObject({ phone: { ...phone, [name!]: 0 } })
    }
    const silent = { is: 'heartbeat', sentAt: null, device: null, phone: null, isUpToDate: true }
    expect(await read({ type: 'heartbeat', model: 'SM' })).toEqual(silent)
  })

  test('a heartbeat of fadzPay is up to date if it runs and nothing is queued', async () => {
    const beat = (forwarder: object, lines?: unknown) =>
      read({ device: { model: 'SM' }, queue: { lines }, forwarder, ts_ms: receivedAt.getTime() })
    const upToDate = { is: 'heartbeat', sentAt: receivedAt, isUpToDate: true, phone: null, device: null }
    const behind = { ...upToDate, isUpToDate: false }
    expect(await beat({ tmux_running: 0, running: 1 }, 0)).toEqual(upToDate)
    expect(await beat({ tmux_running: 1 }, '0')).toEqual(upToDate)
    expect(await beat({ running: 'YES' }, 0)).toEqual(upToDate)
    expect(await beat({ tmux_running: 1, running: 0 }, 0)).toEqual(behind)
    expect(await beat({ running: 1 }, 3)).toEqual(behind)
    expect(await beat({ running: 1 })).toEqual(behind)
    expect(await beat({}, 0)).toEqual(behind)
  })
})

describe('a body without content', () => {
  test.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['a text', '"Rp1"'],
    ['a number', '7'],
    ['half of a JSON', '{"text":"Rp1"'],
  ])('%s is refused', async (_name, body) => {
    await expect(read(body)).rejects.toMatchObject({ kind: 'unexpected', message: expect.stringContaining('empty') })
  })

  test('a list is refused with the reason, and so is an event of another type', async () => {
    await expect(read([{ text: 'Rp1' }])).rejects.toMatchObject({
      kind: 'unexpected',
      message: expect.stringContaining('list'),
    })
    await expect(read({ event_type: 'x'.repeat(500) })).rejects.toMatchObject({
      kind: 'unexpected',
      message: expect.stringMatching(/ x{100} /),
    })
    expect(await read({ event_type: 'payment.incoming', amount: 1_000 })).toMatchObject({ amount: 1_000 })
  })

  test('line breaks that an app did not escape are read as blanks', async () => {
    expect(await read('{"text":"Uang\nmasuk\tRp1"}')).toMatchObject({ text: 'Uang masuk Rp1' })
  })

  test('a form is read by its content type, without fields that have no name, no value or a file', async () => {
    expect(
      await form([
        ['', 'x'],
        ['title', ''],
        ['text', 'Rp1'],
      ]),
    ).toEqual({ ...nothing, text: 'Rp1', hasPlainFields: true })
    await expect(read('text=Rp1', 'text/plain')).rejects.toMatchObject({ kind: 'unexpected' })
    const part = (head: string, value: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
    const parts = `${part('name="text"', 'Rp1')}${part('name="title"; filename="a.png"', 'x')}--b--\r\n`
    expect(await read(parts, 'multipart/form-data; boundary=b')).toEqual({
      ...nothing,
      text: 'Rp1',
      hasPlainFields: true,
    })
    await expect(read('broken', 'multipart/form-data; boundary=b')).rejects.toMatchObject({ kind: 'unexpected' })
  })
})
