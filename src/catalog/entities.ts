import { Category } from './category.ts'
import { Product } from './product.ts'
import { Stock } from './stock.ts'
import { StockChange } from './stock-change.ts'
import { StockUnit } from './stock-unit.ts'
import { Variant } from './variant.ts'

export const catalogEntities = [Category, Product, Variant, Stock, StockChange, StockUnit] as const
