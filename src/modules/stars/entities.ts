import { StarPurchase } from './star-purchase.ts'

export const starEntities = [StarPurchase] as const
