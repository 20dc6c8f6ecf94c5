const rupiah = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })

/** `Rp 25.321` and `-Rp 25.321`, with a blank that does not break: the same form in every language. */
export function formatRupiah(amount: number): string {
  return `${amount < 0 ? '-' : ''}Rp\u00a0${rupiah.format(Math.abs(amount))}`
}

/** `25.321`, as an amount is typed into a field. */
export function groupThousands(amount: number): string {
  return rupiah.format(amount)
}

/** A fee in hundredths of a percent, rounded half up to whole rupiah. Exact: both are whole numbers. */
export function computeFee(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n)
}
