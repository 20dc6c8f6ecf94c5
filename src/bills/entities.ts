import { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

export const billEntities = [Bill, BillPart] as const
