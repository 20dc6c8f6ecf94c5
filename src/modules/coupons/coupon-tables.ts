import type { ArchivedTable } from '../../database/archived-table.ts'

const isOpen = `('pending', 'waiting_payment')`

export const couponTables: Record<string, ArchivedTable> = {
  coupon: {
    refers: { customer_id: 'customer' },
    arrives: { used: usesLeft('used', 'live'), used_in_test: usesLeft('used_in_test', 'test') },
  },
  inviter: {
    refers: { customer_id: 'customer' },
    arrives: {
      code: `case when exists (select 1 from public.inviter other where other.code = s.code)
        then upper(left(encode(uuid_send(gen_random_uuid()), 'hex'), 10)) else s.code end`,
    },
  },
  coupon_use: {
    refers: { order_id: 'store_order', coupon_id: 'coupon', customer_id: 'customer' },
    arriving: `not exists (
      select 1 from import_store_order o where o.id = s.order_id and o.status in ${isOpen})`,
  },
  referral: {
    refers: { invited_id: 'customer', inviter_id: 'customer' },
  },
}

// Open orders are imported without using up their coupon.
function usesLeft(column: string, mode: string): string {
  return `greatest(0, s.${column} - (
    select count(*) from import_coupon_use u join import_store_order o on o.id = u.order_id
    where u.coupon_id = s.id and o.mode = '${mode}' and o.status in ${isOpen}))`
}
