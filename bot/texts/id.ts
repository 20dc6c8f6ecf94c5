/** Every sentence of the bot in Indonesian; `en.ts` has the same keys. */
export const id = {
  unknownButton: 'Tombol ini sudah kedaluwarsa, buka /start',
  formClosed: 'Formulir tadi ditutup karena ada pembaruan. Silakan ulangi langkahnya.',
  cancelled: 'Baik, dibatalkan.',
  nothingToCancel: 'Tidak ada yang sedang diisi.',
  broken: (reference: string) => `Maaf, ada gangguan di sisi kami. Coba lagi sebentar. Kode: ${reference}`,
}
