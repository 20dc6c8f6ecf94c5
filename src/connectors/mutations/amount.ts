/**
 * Returns the whole rupiah of an amount such as `Rp 10.017`, `Rp10.017,00`, `Rp 10.017,-`, `IDR 10,017.00` or `10017`;
 * null for anything else.
 */
export function readAmount(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(rp|idr)\.?:? ?/i, '')
    .replace(/[.!]$|[.,]-$/, '')
  const isWritten =
    /^\d{1,3}(\.\d{3})*(,00)?$/.test(bare) || /^\d{1,3}(,\d{3})*(\.00)?$/.test(bare) || /^\d{1,13}$/.test(bare)
  if (!isWritten) return null
  const amount = Number(bare.replace(/[.,]00$/, '').replace(/[.,]/g, ''))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null
}
