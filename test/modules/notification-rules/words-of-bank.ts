import { dots } from '../../connectors/mutations/phone.ts'

export const bank = 'id.bank.contoh'

/** Returns the bank's new wording. */
export const worded = (amount: number, payer = 'SITI CONTOH') =>
  `Hore! Duit Rp${dots(amount)} dari ${payer} nyampe ke kantongmu.`
