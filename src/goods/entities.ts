import { DigitalFile } from './digital-file.ts'
import { HiddenContent } from './hidden-content.ts'
import { ProductImage } from './product-image.ts'

export const goodsEntities = [DigitalFile, HiddenContent, ProductImage] as const
