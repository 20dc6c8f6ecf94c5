const rupiah = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })

/** `Rp 25.321`, with a blank that does not break: the same form in every language. */
export function formatRupiah(amount: number): string {
  return `Rp\u00a0${rupiah.format(amount)}`
}
