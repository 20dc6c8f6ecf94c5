import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ settings: { IMAGE_BYTES_MAX: '5000' } })
})

afterAll(() => shop.close())

async function post(path: string, fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const answer = await fetch(`${shop.url}/api${path}`, {
    method: 'POST',
    headers: { 'x-api-key': shop.keys.demo },
    body,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  return { status: answer.status, body: (await answer.json()) as any }
}

test.each([
  ['/upload-file', { file: 'text, not bytes' }, 'file'],
  ['/upload-file', {}, 'file'],
  ['/upload-file', { file: new File([], 'empty.pdf') }, 'file'],
  ['/upload-file', { file: new File(['x'], 'a.pdf'), original_name: 'x'.repeat(256) }, 'original_name'],
  ['/upload-image', { image: new File(['no picture'], 'a.png') }, 'image'],
  ['/upload-image', { image: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg') }, 'image'],
  ['/upload-image', { image: new File(['x'.repeat(5001)], 'a.png') }, 'image'],
] as const)('%s with %j is 400 and names %s', async (path, fields, field) => {
  const { status, body } = await post(path, fields)
  expect([status, body.fields?.[0].path]).toEqual([400, field])
})

test.each([
  ['another name', [['attachment', new File(['x'], 'a.pdf')]], 'file', 'is required'],
  ['text in place of a file', [['file', 'x']], 'file', 'is a file of the form'],
  [
    'two files of one name',
    [
      ['file', new File(['x'], 'a.pdf')],
      ['file', new File(['x'], 'b.pdf')],
    ],
    'file',
    'is a second file: one is taken',
  ],
  [
    'two files of two names',
    [
      ['file', new File(['x'], 'a.pdf')],
      ['cover', new File(['x'], 'b.png')],
    ],
    'cover',
    'is a second file: one is taken',
  ],
  [
    'text and a file of one name',
    [
      ['file', 'x'],
      ['file', new File(['x'], 'a.pdf')],
    ],
    'file',
    'is given more than once',
  ],
  [
    'a file and text of one name',
    [
      ['file', new File(['x'], 'a.pdf')],
      ['file', 'x'],
    ],
    'file',
    'is given more than once',
  ],
  ['twenty more fields', Array.from({ length: 20 }, (_, nth) => [`f${nth}`, 'x']), 'body', 'has more than 10 fields'],
  ['nothing', [], 'file', 'is required'],
] as [string, [string, string | File][], string, string][])(
  'a form with %s reports the field and the mistake, and stores nothing',
  async (_name, entries, path, error) => {
    const kept = async () => (await shop.api('/list-files?active_only=false')).body.total
    const before = await kept()
    const body = new FormData()
    for (const [name, value] of entries) body.append(name, value)
    const answer = await fetch(`${shop.url}/api/upload-file`, {
      method: 'POST',
      headers: { 'x-api-key': shop.keys.demo },
      body,
    })
    expect(answer.status).toBe(400)
    expect((await answer.json()) as object).toMatchObject({ code: 'invalid_request', fields: [{ path, error }] })
    expect(await kept()).toBe(before)
  },
)

test('an oversized picture is refused immediately, with the maximum size', async () => {
  const { status, body } = await post('/upload-image', { image: new File(['x'.repeat(1_000_000)], 'a.png') })
  expect([status, body.code, body.fields]).toEqual([
    400,
    'image_too_large',
    [{ path: 'image', error: 'has 5000 bytes at most' }],
  ])
})

test.each([
  [{}, 'title'],
  [{ title: 'x' }, 'body'],
  [{ title: '  ', body: 'x' }, 'title'],
  [{ title: 'x', body: ' \n ' }, 'body'],
  [{ title: 'x'.repeat(101), body: 'x' }, 'title'],
  [{ title: 'x', body: 'x'.repeat(20_001) }, 'body'],
  [{ title: 'a\0b', body: 'x' }, 'title'],
  [{ title: 7, body: 'x' }, 'title'],
])('upload-content with %j is 400 and names %s', async (body, field) => {
  const answer = await shop.api('/upload-content', { body })
  expect([answer.status, answer.body.fields?.[0].path]).toEqual([400, field])
})

test('a file keeps its own name, unless a field gives another, and never a path', async () => {
  const named = await post('/upload-file', { file: new File(['x'], '../../etc/passwd') })
  expect(named.body.data.original_name).toBe('passwd')
  const renamed = await post('/upload-file', { file: new File(['x'], 'a.bin'), original_name: 'Buku.epub' })
  expect(renamed.body.data).toMatchObject({ original_name: 'Buku.epub', file_type: 'application/epub+zip' })
  const longest = `${'x'.repeat(251)}.pdf`
  const long = await post('/upload-file', { file: new File(['x'], longest) })
  expect(long.body.data.original_name).toBe(longest)
})

test('bytes can be uploaded in a form only, and JSON is 400', async () => {
  const answer = await shop.api('/upload-file', { body: { file: { type: 'Buffer', data: [1] } } })
  expect([answer.status, answer.body.fields[0].path]).toEqual([400, 'Content-Type'])
})
