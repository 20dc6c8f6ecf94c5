import { Bill } from './bill.ts'
import { BillCard } from './bill-card.ts'
import { BillOffer } from './bill-offer.ts'
import { BillPart } from './bill-part.ts'

export const billEntities = [Bill, BillPart, BillOffer, BillCard] as const
