import { describePayments } from '../by-key.ts'
import { midtransAsPlayed } from './as-played.ts'

describePayments({ ...midtransAsPlayed, withoutQris: () => ({ fault: 'inactive', operation: 'charge' }) })
