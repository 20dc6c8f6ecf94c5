import { availableSql } from './stock-sql.ts'

/** The columns of a ProductCard, of product `p`. */
export const cardColumns = `
  p.public_id as id, p.name, p.kind, offer."priceMin", offer."priceMax", offer."isSoldOut", offer."variantCount",
  case when i.id is not null then
    json_build_object('storageKey', i.storage_key, 'width', i.width, 'height', i.height) end as image`

/** Where they come from: only products that have something to order are shown. */
export const cardSource = `
  product p
  cross join lateral (
    select min(v.price) as "priceMin", max(v.price) as "priceMax", count(*) as "variantCount",
      bool_and(${availableSql} is not null and ${availableSql} = 0) as "isSoldOut"
    from variant v where v.product_id = p.id and v.is_active) offer
  left join category c on c.id = p.category_id
  left join category parent on parent.id = c.parent_id
  left join product_image i on i.id = p.image_id and i.is_active`

/** Which of them: active ones, not below a category that is switched off. */
export const isShown = `
  p.is_active and offer."variantCount" > 0 and coalesce(c.is_active, true) and coalesce(parent.is_active, true)`
