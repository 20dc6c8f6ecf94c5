import { z } from 'zod'
import type { DigitalFile } from '../../goods/digital-file.ts'
import type { HiddenContent } from '../../goods/hidden-content.ts'
import { imageUrl } from '../../goods/image-url.ts'
import type { ProductImage } from '../../goods/product-image.ts'
import type { Dialect } from './dialect.ts'
import { countSchema, makeShape, type Shape, type ShapeNeeds, successSchema, timeSchema, urlSchema } from './shape.ts'

type GoodsAnswers = 'filesListed' | 'contentsListed' | 'imagesListed' | 'fileAdded' | 'contentAdded' | 'imageAdded'

const isActive = z.boolean().describe('Whether new payments may use it')
const bytes = z.int().min(1).describe('Size in bytes')

const File = z
  .object({
    id: z.int(),
    original_name: z.string(),
    file_type: z.string(),
    file_size: bytes,
    is_active: isActive,
    download_count: countSchema,
    created_at: timeSchema,
  })
  .meta({ id: 'DigitalFile' })

const Content = z
  .object({
    id: z.int(),
    title: z.string(),
    content_type: z.enum(['text', 'link']),
    is_active: isActive,
    view_count: countSchema.describe('Number of payments whose content was viewed'),
    created_at: timeSchema,
  })
  .meta({ id: 'Content' })

const Image = z
  .object({
    id: z.int(),
    original_name: z.string(),
    image_url: urlSchema,
    file_size: bytes,
    mime_type: z.string(),
    width: z.int().describe('In pixels'),
    height: z.int().describe('In pixels'),
    is_active: isActive,
    created_at: timeSchema,
  })
  .meta({ id: 'Image' })

const detailedFile = (file: DigitalFile, { calendar }: ShapeNeeds): z.output<typeof File> => ({
  id: file.id,
  original_name: file.originalName,
  file_type: file.fileType,
  file_size: file.fileSize,
  is_active: file.isActive,
  download_count: file.downloadCount,
  created_at: calendar.format(file.createdAt),
})

const detailedContent = (content: HiddenContent, { calendar }: ShapeNeeds): z.output<typeof Content> => ({
  id: content.id,
  title: content.title,
  content_type: content.contentType,
  is_active: content.isActive,
  view_count: content.viewCount,
  created_at: calendar.format(content.createdAt),
})

const detailedImage = (image: ProductImage, { calendar, config }: ShapeNeeds): z.output<typeof Image> => ({
  id: image.id,
  original_name: image.originalName,
  image_url: imageUrl(config, image.storageKey),
  file_size: image.fileSize,
  mime_type: image.mimeType,
  width: image.width,
  height: image.height,
  is_active: image.isActive,
  created_at: calendar.format(image.createdAt),
})

/** Returns the shape of a detailed list, which includes its number of items. */
function detailedList<Item, Schema extends z.ZodObject>(
  schema: Schema,
  present: (item: Item, app: ShapeNeeds) => z.output<Schema>,
): Shape<Item[]> {
  return makeShape(
    z.object({
      success: successSchema,
      data: z.array(schema),
      total: countSchema.describe('Number of items returned'),
    }),
    (items, app) => ({
      success: true,
      data: items.map(item => present(item, app)),
      total: items.length,
    }),
  ) as Shape<Item[]>
}

function listShape<Item, Schema extends z.ZodObject>(
  schema: Schema,
  present: (item: Item, app: ShapeNeeds) => z.output<Schema>,
): Shape<Item[]> {
  return makeShape(z.object({ success: successSchema, data: z.array(schema) }), (items: Item[], app) => ({
    success: true,
    data: items.map(item => present(item, app)),
  })) as Shape<Item[]>
}

function itemShape<Item, Schema extends z.ZodObject>(
  schema: Schema,
  present: (item: Item, app: ShapeNeeds) => z.output<Schema>,
): Shape<Item> {
  return makeShape(z.object({ success: successSchema, data: schema }), (item: Item, app) => ({
    success: true,
    data: present(item, app),
  })) as Shape<Item>
}

export const detailedGoods: Pick<Dialect, GoodsAnswers> = {
  filesListed: detailedList(File, detailedFile),
  contentsListed: detailedList(Content, detailedContent),
  imagesListed: detailedList(Image, detailedImage),
  fileAdded: itemShape(File, detailedFile),
  contentAdded: itemShape(Content, detailedContent),
  imageAdded: itemShape(Image, detailedImage),
}

const ShortFile = z.object({ id: z.int(), filename: z.string(), size: bytes, active: isActive })
const ShortContent = z.object({ id: z.int(), title: z.string(), type: z.enum(['text', 'link']), active: isActive })
const ShortImage = z.object({ id: z.int(), filename: z.string(), url: urlSchema, active: isActive })

const shortFile = (file: DigitalFile): z.output<typeof ShortFile> => ({
  id: file.id,
  filename: file.originalName,
  size: file.fileSize,
  active: file.isActive,
})

const shortContent = (content: HiddenContent): z.output<typeof ShortContent> => ({
  id: content.id,
  title: content.title,
  type: content.contentType,
  active: content.isActive,
})

const shortImage = (image: ProductImage, { config }: ShapeNeeds): z.output<typeof ShortImage> => ({
  id: image.id,
  filename: image.originalName,
  url: imageUrl(config, image.storageKey),
  active: image.isActive,
})

export const simpleGoods: Pick<Dialect, GoodsAnswers> = {
  filesListed: listShape(ShortFile.meta({ id: 'ShortFile' }), shortFile),
  contentsListed: listShape(ShortContent.meta({ id: 'ShortContent' }), shortContent),
  imagesListed: listShape(ShortImage.meta({ id: 'ShortImage' }), shortImage),
  fileAdded: itemShape(ShortFile, shortFile),
  contentAdded: itemShape(ShortContent, shortContent),
  imageAdded: itemShape(ShortImage, shortImage),
}
