import { Category } from './category.ts'
import { OptionGroup, ProductOption } from './options/option-group.ts'
import { ProductPicture } from './pictures/product-picture.ts'
import { Product, Stock, Variant } from './product.ts'
import { SearchMiss } from './search-miss.ts'
import { ShopRules } from './shop-rules.ts'
import { StockChange } from './stock/stock-change.ts'
import { StockUnit } from './stock/stock-unit.ts'

export const catalogEntities = [
  Category,
  Product,
  Variant,
  Stock,
  StockChange,
  StockUnit,
  OptionGroup,
  ProductOption,
  ProductPicture,
  ShopRules,
  SearchMiss,
] as const
