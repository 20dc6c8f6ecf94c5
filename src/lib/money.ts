const rupiah = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })

/** Formats `Rp 25.321` or `-Rp 25.321`, with a non-breaking blank, the same in every language. */
export function formatRupiah(amount: number): string {
  return `${amount < 0 ? '-' : ''}Rp\u00a0${rupiah.format(Math.abs(amount))}`
}

/** Formats `25.321`, as an amount is typed into a field. */
export function groupThousands(amount: number): string {
  return rupiah.format(amount)
}

/** Returns a fee in hundredths of a percent, rounded half up to whole rupiah; exact, because both are integers. */
export function computeFee(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n)
}
