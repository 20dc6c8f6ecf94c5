import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { switchGoods } from '../../src/goods/switch-goods.ts'
import { detailedOnly, openShops, row, simpleOnly, type Variant } from './spec.ts'

openShops()

const datetime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Uploads a file like a client. Returns the item. */
async function upload({ shop, dialect }: Variant, path: string, field: string, file: File, key = shop.keys.demo) {
  const form = new FormData()
  form.append(field, file)
  const headers = { 'x-api-key': key, 'x-api-variant': dialect }
  const answer = await fetch(`${shop.url}/api${path}`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Item }).data
}

interface Item {
  id: number
  image_url: string
  url: string
}

const addFile = (variant: Variant) => upload(variant, '/upload-file', 'file', new File(['halo'], 'Buku.pdf'))

async function addImage(variant: Variant) {
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#373' } })
    .png()
    .toBuffer()
  return upload(variant, '/upload-image', 'image', new File([new Uint8Array(png)], 'kopi.png'))
}

async function addContent({ api }: Variant): Promise<Item> {
  const answer = await api('/upload-content', { body: { title: 'Tautan', body: 'https://example.com/kelas' } })
  expect(answer.status).toBe(200)
  return answer.body.data
}

const adders = { file: addFile, content: addContent, image: addImage }

async function listed({ api }: Variant, path: string, id: number) {
  const { body } = await api(path)
  expect(body.success).toBe(true)
  return body.data.find((item: Item) => item.id === id)
}

describe('files, contents and images', () => {
  row('1.5', 'Read endpoints: files, contents, images', async variant => {
    for (const [kind, add] of Object.entries(adders)) {
      const { id } = await add(variant)
      expect(await listed(variant, `/list-${kind}s`, id)).toBeDefined()
    }
  })

  row(
    '2.5',
    'File detailed fields',
    async variant => {
      const { id } = await addFile(variant)
      expect(await listed(variant, '/list-files', id)).toEqual({
        id,
        original_name: 'Buku.pdf',
        file_type: 'application/pdf',
        file_size: 4,
        is_active: true,
        download_count: 0,
        created_at: expect.stringMatching(datetime),
      })
    },
    detailedOnly,
  )

  row(
    '2.5',
    'File simple fields',
    async variant => {
      const { id } = await addFile(variant)
      expect(await listed(variant, '/list-files', id)).toEqual({ id, filename: 'Buku.pdf', size: 4, active: true })
    },
    simpleOnly,
  )

  row('2.5', 'Hidden content detailed / simple', async variant => {
    const { id } = await addContent(variant)
    expect(await listed(variant, '/list-contents', id)).toEqual(
      variant.dialect === 'simple'
        ? { id, title: 'Tautan', type: 'link', active: true }
        : {
            id,
            title: 'Tautan',
            content_type: 'link',
            is_active: true,
            view_count: 0,
            created_at: expect.stringMatching(datetime),
          },
    )
  })

  row('2.5', 'Product image detailed / simple', async variant => {
    const { id } = await addImage(variant)
    const item = await listed(variant, '/list-images', id)
    const address = expect.stringMatching(`^${variant.shop.url}/images/[\\w-]{22}\\.jpg$`)
    expect(item).toEqual(
      variant.dialect === 'simple'
        ? { id, filename: 'kopi.png', url: address, active: true }
        : {
            id,
            original_name: 'kopi.png',
            image_url: address,
            file_size: expect.any(Number),
            mime_type: 'image/jpeg',
            width: 40,
            height: 20,
            is_active: true,
            created_at: expect.stringMatching(datetime),
          },
    )
  })

  row(
    '2.5',
    '`total` in detailed lists',
    async variant => {
      for (const [kind, add] of Object.entries(adders)) {
        await add(variant)
        const { body } = await variant.api(`/list-${kind}s`)
        expect(body.total).toBe(body.data.length)
        expect(body.total).toBeGreaterThan(0)
      }
    },
    detailedOnly,
  )
})

describe('the lists', () => {
  const exists = (path: string) => async (variant: Variant) => {
    expect((await variant.api(path)).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await variant.api(path, { method, body: {} })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  }
  row('4', 'GET /api/list-files.php exists, other methods 405', exists('/list-files.php'))
  row('4', 'GET /api/list-contents.php exists, other methods 405', exists('/list-contents.php'))
  row('4', 'GET /api/list-images.php exists, other methods 405', exists('/list-images.php'))

  const activeOnly = (kind: 'file' | 'content' | 'image') => async (variant: Variant) => {
    const { id } = await adders[kind](variant)
    const path = `/list-${kind}s`
    await switchGoods(variant.shop.app, variant.shop.demo.accountId, { kind, id, isActive: false })
    for (const query of ['', '?active_only=', '?active_only=true', '?active_only=1']) {
      expect(await listed(variant, path + query, id)).toBeUndefined()
    }
    for (const query of ['?active_only=false', '?active_only=0']) {
      const item = await listed(variant, path + query, id)
      expect(variant.dialect === 'simple' ? item.active : item.is_active).toBe(false)
    }
    for (const wrong of ['yes', 'TRUE', '2', '-1', 'null']) {
      const answer = await variant.api(`${path}?active_only=${wrong}`)
      expect([answer.status, answer.body.fields?.[0].path]).toEqual([400, 'active_only'])
    }
    const theirs = await variant.api(`${path}?active_only=false`, { key: variant.shop.keys.second })
    expect(theirs.body.data).toEqual([])
    const refused = switchGoods(variant.shop.app, variant.shop.second.accountId, { kind, id, isActive: true })
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  }
  row('4.3', 'list-files active_only default true', activeOnly('file'))
  row('4.3', 'list-contents active_only default true', activeOnly('content'))
  row('4.3', 'list-images active_only default true', activeOnly('image'))
})

describe('payments that carry them', () => {
  const attach = async (variant: Variant) => ({
    file_id: (await addFile(variant)).id,
    content_id: (await addContent(variant)).id,
    product_image_id: (await addImage(variant)).id,
  })

  row('4.1', 'file_id, content_id, product_image_id accepted', async variant => {
    const goods = await attach(variant)
    expect((await variant.create(goods)).file_id).toBe(goods.file_id)
    for (const [field, id] of Object.entries(goods)) {
      const body = { amount: 20_000, payment_method: 'wallet_direct', [field]: id }
      const answer = await variant.api('/create-payment', { key: variant.shop.keys.second, body })
      expect([answer.status, answer.body.fields?.[0].path]).toEqual([400, field])
    }
  })

  row('2.1', 'has_file, has_product_image boolean', async variant => {
    expect(await variant.create(await attach(variant))).toMatchObject({ has_file: true, has_product_image: true })
    expect(await variant.create()).toMatchObject({ has_file: false, has_product_image: false })
  })

  row('2.1', 'file_id, product_image_id numbers', async variant => {
    const { file_id, product_image_id } = await attach(variant)
    expect(await variant.create({ file_id, product_image_id })).toMatchObject({ file_id, product_image_id })
  })

  row('4.1 A', 'Shape A: download_token when applicable', async variant => {
    const { download_token } = await variant.create(await attach(variant))
    expect(Buffer.from(download_token, 'base64url')).toHaveLength(32)
    expect(await variant.create()).not.toHaveProperty('download_token')
  })

  const tokens = async (variant: Variant) => {
    const { file_id } = await attach(variant)
    const { invoice_id, download_token } = await variant.create({ file_id, payment_method: 'wallet_direct' })
    await variant.pay(invoice_id)
    const log: { body: string }[] = (await variant.shop.sandbox('/receiver/log')).body
    const sent = log.map(({ body }) => JSON.parse(body)).find(callback => callback.invoice_id === invoice_id)
    expect(sent).toMatchObject({ has_file: true, has_content: false, download_token })
  }
  row('2.1', 'download_token when a file is attached (create, callback)', tokens)
  row('6', 'Body download_token (some variants)', tokens)
})
