/** The English words of the hostile set. */
export const hostileEnglish: Record<string, string> = {
  promise: `
You received Rp{} from BUDI Tomorrow
You received Rp{} from BUDI (Tomorrow)
You received Rp{} from BUDI - Scheduled
You received Rp{} from BUDI Scheduled
You received Rp{} from BUDI in 2 days
You received Rp{} from BUDI next week
You will receive Rp{} from BUDI
You may have received Rp{} from BUDI
You should have received Rp{} from BUDI
You are about to receive Rp{} from BUDI
BUDI will send you Rp{}
BUDI wants to send Rp{} to you
BUDI promised to send you Rp{}
BUDI has scheduled Rp{} to you
Incoming transfer of Rp{} from BUDI expected tomorrow
Payment of Rp{} will be received from BUDI
`,
  pending: `
You received Rp{} from BUDI (Pending)
You received Rp{} from BUDI PENDING
You received Rp{} from BUDI (Withheld)
You received Rp{} from BUDI Withheld
You received Rp{} from BUDI (Suspended)
You received Rp{} from BUDI Suspended
You received Rp{} from BUDI (Delayed)
You received Rp{} from BUDI (Under Review)
You received Rp{} from BUDI, awaiting clearance
You received Rp{} from BUDI on hold
You received Rp{} from BUDI. Processing.
You received Rp{} from BUDI. Subject to verification
You received Rp{} from BUDI but it is not available yet
You have not received Rp{} from BUDI
You haven't received Rp{} from BUDI
You have almost received Rp{} from BUDI
Payment of Rp{} from BUDI is being processed
Payment of Rp{} from BUDI not received
Payment of Rp{} from BUDI has not been received
Rp{} not received from BUDI
Incoming transfer of Rp{} from BUDI pending
Transfer received: Rp{} from BUDI (uncleared)
`,
  takenBack: `
You received Rp{} from BUDI (Denied)
You received Rp{} from BUDI DENIED
You received Rp{} from BUDI (Revoked)
You received Rp{} from BUDI (Clawback)
You received Rp{} from BUDI (Aborted)
You received Rp{} from BUDI Aborted
You received Rp{} from BUDI Cancelled
You received Rp{} from BUDI and it was reversed
You received Rp{} from BUDI. Reversed.
You received Rp{} from BUDI VOID
You received a refund of Rp{} from BUDI
You received Rp{} refund from BUDI
You received Rp{} back from BUDI
You received Rp{} from REFUND SHOPEE
You received Rp{} from Chargeback
You received IDR {} from BUDI at Refund category.
You received IDR {} from BUDI at Reversal category.
You received IDR {} from BUDI at Account Transfer category (reversed).
Refund of Rp{} received from TOKO JAYA
Reversal of Rp{} received from BUDI
Payment of Rp{} from BUDI was received and refunded
Payment of Rp{} from BUDI failed
BUDI has sent Rp{} to you, then cancelled
BUDI has taken back Rp{} from you
BUDI declined your transfer of Rp{}
RDN earning of IDR {} at Account Transfer category.
`,
  purchase: `
You spent IDR {} at Account Transfer.
You paid Rp{} to BUDI
You sent Rp{} to BUDI
You've sent Rp{} to BUDI.
You've transferred Rp{} to BUDI. Need help? Contact Tanya Jago at 1500 746.
You've paid Rp{} using your debit card. Need help? Contact Tanya Jago at 1500 746.
You've moved Rp{} out of your My Emergency Fund Pocket.
Your payment of Rp{} has been received
Your payment of Rp{} was received from BUDI
Your order payment of Rp{} has been received
Payment of Rp{} to TOKO JAYA received
Payment of Rp{} from CARD received
Payment of Rp{} from GOPAY received
Payment of Rp{} to Listrik Fiksi using Belanja Pocket was successful.
Rp{} received from GOPAY
Rp{} received from VISA CARD
Rp{} received from your wallet
Rp{} received by BUDI from you
Transfer of Rp{} to BUDI received
Your Top up request of Rp{} is successful and your current balance is Rp9.000.
Add funds of Rp {} to your account was successful.
Withdrawal of Rp{} received
`,
  anotherReceiver: `
You received Rp{} from BUDI for ANI
You received Rp{} from BUDI For ANI
You received Rp{} from BUDI on behalf of ANI
You received Rp{} from BUDI to ANI
You received Rp{} from BUDI TO ANI
You received Rp{} from BUDI through ANI
BUDI has sent Rp{} to ANI
BUDI has sent Rp{} to ANI. Need help? Contact Tanya Jago at 1500 746.
BUDI sent ANI Rp{}
BUDI received Rp{} from you
ANI received Rp{} from BUDI
Rp{} received from BUDI by ANI
Rp{} received from BUDI for ANI
`,
  offerOrRequest: `
You received a request of Rp{} from BUDI
You received an invoice of Rp{} from BUDI
You received Rp{} from Cashback Reward
You received Rp{} from Loan Offer
You received Rp{} from BONUS
You received Rp{} voucher from BUDI
You received up to Rp{} from BUDI
BUDI requested Rp{} from you
BUDI sent you a request for Rp{}
BUDI sent you a bill of Rp{}
Get Rp{} from DANA today
Claim Rp{} from BUDI
Loan of Rp{} received from BANK
Your loan payment of Rp {} is due on December 15, 2025.
Your balance is Rp{}
Daily limit of Rp{} received
OTP 482019 for payment of Rp{}
`,
  quoteOrTest: `
You received Rp{} from BUDI (Test)
You received Rp{} from BUDI TEST
You received Rp{} from BUDI Simulation
You received Rp{} from BUDI (Sample)
You received Rp{} from BUDI?
Test: You received Rp{} from BUDI
Example: Rp{} received from BUDI
BUDI: You received Rp{} from SITI
"You received Rp{} from BUDI"
If you received Rp{} from BUDI, reply YES
Did you receive Rp{} from BUDI?
Fwd: Rp{} received from BUDI
He said you received Rp{} from BUDI
No, you received Rp{} from BUDI
`,
}
