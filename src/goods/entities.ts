import { DigitalFile } from './digital-file.ts'
import { HiddenContent } from './hidden-content.ts'
import { ProductImage } from './product-image.ts'
import { StoredPicture } from './stored-picture.ts'

export const goodsEntities = [DigitalFile, HiddenContent, ProductImage, StoredPicture] as const
