import { Bill } from './bill.ts'
import { BillCard } from './bill-card.ts'
import { BillLine } from './bill-line.ts'
import { BillOffer } from './bill-offer.ts'
import { BillPart } from './bill-part.ts'

export const billEntities = [Bill, BillLine, BillPart, BillOffer, BillCard] as const
