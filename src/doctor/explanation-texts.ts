import type { Verdict } from './judge-payment.ts'
import { describeLook, describeLookEn, type LastLook } from './last-look.ts'

/** The facts that a sentence may contain, as text, because each channel formats times in its own way. */
export interface ExplanationFacts extends LastLook {
  /** The amount that the customer has to pay. */
  due: string
  /** The amount that was received. */
  amounts: string
  deadline: string
  merchant: string
  /** The provider's message about the code that it did not create, for the merchant; null if it gave none. */
  refusal: string | null
}

/** The known facts (`is`), and the next step. */
export type Sentences = Record<Verdict, (facts: ExplanationFacts) => { is: string; next: string }>

const lookYourself = (due: string) =>
  `Lihat sendiri di aplikasinya apakah ${due} sudah masuk sebelum meminta pelanggan membayar lagi, dan periksa ` +
  'penerus notifikasi di HP-nya.'
const lookYourselfEn = (due: string) =>
  `Look in the app itself whether ${due} came in before you ask the customer to pay again, and check the phone’s ` +
  'notification forwarder.'

const merchantId: Sentences = {
  refunded: ({ amounts }) => ({
    is: `Sudah lunas, lalu ${amounts} kamu catat sudah dikembalikan.`,
    next: 'Pelanggan masih mau membayar? Buat tagihan baru.',
  }),
  paid: () => ({ is: 'Sudah lunas.', next: 'Tidak ada yang perlu dilakukan.' }),
  callback_failing: () => ({
    is: 'Sudah lunas, tetapi servermu belum menerima callback-nya.',
    next:
      'Periksa alamat callback dan jawabannya di bawah, lalu kirim ulang. Statusnya tetap bisa dibaca ' +
      'lewat check-payment.',
  }),
  money_in_review: ({ amounts }) => ({
    is: `${amounts} sudah masuk dan menunggu keputusanmu.`,
    next: 'Terima, alihkan ke tagihan lain, catat pengembaliannya, atau abaikan.',
  }),
  unseen: ({ due }) => ({
    is: 'Kodenya milik merchant lain: uangnya tidak terlihat oleh siapa pun di sini.',
    next:
      `Lihat sendiri di aplikasi merchant itu apakah ${due} sudah masuk, lalu konfirmasi di halaman ` +
      'tagihan ini di dasbor.',
  }),
  settling: ({ amounts }) => ({
    is: `${amounts} sudah masuk dan sedang dicatat.`,
    next: 'Tunggu sebentar; kami coba lagi otomatis. Lebih dari 10 menit? Hubungi operator.',
  }),
  money_returned: ({ amounts }) => ({
    is: `${amounts} pernah masuk dan dicatat sudah dikembalikan.`,
    next: 'Pelanggan masih mau membayar? Buat tagihan baru.',
  }),
  money_ignored: ({ amounts }) => ({
    is: `${amounts} pernah masuk dan diabaikan.`,
    next: 'Pelanggan masih mau membayar? Buat tagihan baru.',
  }),
  unread: ({ due }) => ({
    is: `HP-mu meneruskan notifikasi yang tidak dikenali, dan mungkin itu uang ${due} tagihan ini.`,
    next:
      `Jangan minta pelanggan membayar lagi. Lihat di aplikasinya apakah ${due} sudah masuk, lalu buka notifikasinya ` +
      'dan jawab apakah itu uang masuk: yang berikutnya terbaca sendiri.',
  }),
  preparing: () => ({ is: 'Penyedia sedang membuat kodenya.', next: 'Tunggu beberapa detik.' }),
  no_code: ({ refusal }) => ({
    is:
      'Penyedia tidak berhasil membuat kodenya, jadi belum ada yang bisa dibayar.' +
      (refusal === null ? '' : ` Kata penyedia: "${refusal}".`),
    next:
      refusal === null
        ? 'Buat tagihan baru, atau pakai metode lain.'
        : 'Coba koneksinya di dasbor dengan satu kode. Sementara itu pakai metode lain.',
  }),
  provider_away: facts => ({
    is: `Penyedianya sedang tidak menjawab, jadi belum diketahui apakah sudah dibayar. ${describeLook(facts)}`,
    next: 'Jangan minta pelanggan membayar lagi. Tagihan tidak kedaluwarsa sebelum bisa diperiksa; uji koneksinya.',
  }),
  waiting: facts => ({
    is: `Belum ada uang ${facts.due} yang masuk. ${describeLook(facts)}`,
    next: facts.silence
      ? lookYourself(facts.due)
      : `Pastikan pelanggan membayar tepat ${facts.due}, sebelum ${facts.deadline}, ke tujuan di halaman ` +
        'pembayarannya.',
  }),
  overdue: facts => ({
    is: `Waktunya habis ${facts.deadline}. Uang yang dikirim tepat waktu masih ditunggu. ${describeLook(facts)}`,
    next: 'Tunggu: statusnya berubah setelah catatan penyedia terbaca sampai lewat batas waktunya.',
  }),
  row_aside: ({ due }) => ({
    is: `Waktunya habis. Penyedia mengirim baris yang tidak dimengerti, dan mungkin itu uang ${due} tagihan ini.`,
    next:
      'Buka halaman koneksi di dasbor, bandingkan baris itu dengan mutasi di rekening, lalu tandai sudah diperiksa. ' +
      'Sebelum itu tagihan ini tidak kedaluwarsa.',
  }),
  expired: facts => ({
    is: facts.silence
      ? `Waktunya habis ${facts.deadline}. ${describeLook(facts)}`
      : `Sampai batas waktunya, ${facts.deadline}, tidak ada uang yang masuk.`,
    next:
      (facts.silence ? `${lookYourself(facts.due)} ` : 'Pelanggan masih mau membayar? Buat tagihan baru. ') +
      'Uang yang datang terlambat masuk ke daftar yang perlu diperiksa.',
  }),
  cancelled: () => ({
    is: 'Tagihannya dibatalkan, dan tidak ada uang yang masuk.',
    next: 'Uang yang tetap datang masuk ke daftar yang perlu diperiksa.',
  }),
}

const merchantEn: Sentences = {
  refunded: ({ amounts }) => ({
    is: `It was paid, then you recorded that you refunded ${amounts}.`,
    next: 'Does the customer still want to pay? Create a new invoice.',
  }),
  paid: () => ({ is: 'It’s paid.', next: 'There’s nothing to do.' }),
  callback_failing: () => ({
    is: 'It’s paid, but your server hasn’t accepted the callback.',
    next: 'Check the callback address and the responses below, then resend it. check-payment still returns the status.',
  }),
  money_in_review: ({ amounts }) => ({
    is: `${amounts} came in and is waiting for your decision.`,
    next: 'Accept it, assign it to another payment, record it as refunded, or ignore it.',
  }),
  unseen: ({ due }) => ({
    is: 'The code is another merchant’s: we can’t see its money here.',
    next:
      `Look in that merchant’s own app whether ${due} came in, then confirm it on the page of this payment ` +
      'on the dashboard.',
  }),
  settling: ({ amounts }) => ({
    is: `${amounts} came in and is being recorded.`,
    next: 'Wait a moment; we retry automatically. If it takes more than 10 minutes, contact the operator.',
  }),
  money_returned: ({ amounts }) => ({
    is: `${amounts} came in earlier and was marked as refunded.`,
    next: 'If the customer still wants to pay, create a new invoice.',
  }),
  money_ignored: ({ amounts }) => ({
    is: `${amounts} came in earlier and was ignored.`,
    next: 'If the customer still wants to pay, create a new invoice.',
  }),
  unread: ({ due }) => ({
    is: `Your phone forwarded a notification that is not recognised, and it may be the ${due} of this payment.`,
    next:
      `Don’t ask the customer to pay again. Look in the app whether ${due} came in, then open the notification ` +
      'and say whether it is money that came in: the next one is read automatically.',
  }),
  preparing: () => ({ is: 'The provider is creating the code.', next: 'Wait a few seconds.' }),
  no_code: ({ refusal }) => ({
    is:
      'The provider couldn’t create the code, so there’s nothing to pay yet.' +
      (refusal === null ? '' : ` It answered: "${refusal}".`),
    next:
      refusal === null
        ? 'Create a new invoice, or use another method.'
        : 'Try the connection with one code on the dashboard. Use another method in the meantime.',
  }),
  provider_away: facts => ({
    is: `The provider isn’t responding, so we can’t tell yet whether it has been paid. ${describeLookEn(facts)}`,
    next: 'Don’t ask the customer to pay again. The invoice won’t expire until it can be checked; test the connection.',
  }),
  waiting: facts => ({
    is: `The ${facts.due} hasn’t come in yet. ${describeLookEn(facts)}`,
    next: facts.silence
      ? lookYourselfEn(facts.due)
      : `Make sure the customer pays exactly ${facts.due} before ${facts.deadline}, as shown on the payment page.`,
  }),
  overdue: ({ deadline, ...facts }) => ({
    is: `Time ran out at ${deadline}. We’re still waiting for money that was sent in time. ${describeLookEn(facts)}`,
    next: 'Wait: the status changes once the provider’s records have been read past the deadline.',
  }),
  row_aside: ({ due }) => ({
    is: `Time ran out. The provider sent a row we don’t understand, which may be the ${due} for this payment.`,
    next:
      'Open the connection on the dashboard, compare the row with the account itself, and mark it as checked. ' +
      'Until then this payment won’t expire.',
  }),
  expired: facts => ({
    is: facts.silence
      ? `Time ran out at ${facts.deadline}. ${describeLookEn(facts)}`
      : `No money came in before the deadline, ${facts.deadline}.`,
    next:
      (facts.silence ? `${lookYourselfEn(facts.due)} ` : 'If the customer still wants to pay, create a new invoice. ') +
      'Late money is put in review.',
  }),
  cancelled: () => ({
    is: 'It was cancelled and no money came in.',
    next: 'If money still comes in, it is put in review.',
  }),
}

const showProof = (merchant: string) => `Sudah bayar? Jangan bayar lagi: kirim bukti transfernya ke ${merchant}.`
const showProofEn = (merchant: string) =>
  `Already paid? Please don’t pay again: show ${merchant} your proof of payment.`

const payerLook = (look: LastLook) => describeLook(look, 'HP penjual')

const payerId: Sentences = {
  refunded: ({ amounts, merchant }) => ({
    is: `Pembayaranmu sudah masuk, lalu ${merchant} mencatat ${amounts} sudah dikembalikan.`,
    next: `Belum menerimanya? Hubungi ${merchant} dan sebutkan nomor tagihan ini.`,
  }),
  paid: () => ({ is: 'Pembayaranmu sudah diterima. Terima kasih!', next: '' }),
  callback_failing: () => ({ is: 'Pembayaranmu sudah diterima. Terima kasih!', next: '' }),
  money_in_review: ({ amounts, merchant }) => ({
    is: `Kami sudah menerima ${amounts} dan ${merchant} sedang memeriksanya. Uangmu aman.`,
    next: 'Jangan bayar lagi sebelum ada kabar.',
  }),
  unseen: ({ merchant }) => ({
    is: 'Pembayaran ini tidak dicek otomatis: uangnya tidak terlihat di sini.',
    next: `Sudah bayar? Kabari ${merchant}, yang mengonfirmasinya sendiri.`,
  }),
  settling: ({ amounts }) => ({
    is: `Kami sudah menerima ${amounts} dan sedang mencatatnya. Uangmu aman.`,
    next: 'Jangan bayar lagi, tunggu sebentar.',
  }),
  money_returned: ({ amounts, merchant }) => ({
    is: `Kami menerima ${amounts}, dan ${merchant} mencatat uang itu sudah dikembalikan.`,
    next: `Belum kamu terima? Hubungi ${merchant} dan sebutkan nomor tagihan ini.`,
  }),
  money_ignored: ({ amounts, merchant }) => ({
    is: `Kami menerima ${amounts}, dan ${merchant} tidak mencatatnya untuk tagihan ini.`,
    next: `Merasa sudah membayar? Hubungi ${merchant} dan sebutkan nomor tagihan ini.`,
  }),
  unread: ({ due, merchant }) => ({
    is: `Mungkin uangmu sudah masuk, tetapi belum dikenali. ${merchant} perlu memeriksanya sendiri.`,
    next: `Sudah bayar ${due}? Jangan bayar lagi: kirim bukti transfernya ke ${merchant}.`,
  }),
  preparing: () => ({ is: 'Kode pembayarannya sedang disiapkan.', next: 'Tunggu beberapa detik, ya.' }),
  no_code: ({ merchant }) => ({
    is: 'Kode pembayarannya tidak dapat dibuat. Kamu belum membayar apa pun.',
    next: `Minta tagihan baru ke ${merchant}.`,
  }),
  provider_away: facts => ({
    is:
      'Penyedia pembayaran sedang tidak menjawab, jadi kami belum tahu apakah uangmu sudah masuk. ' +
      `${payerLook(facts)}`,
    next: 'Sudah bayar? Jangan bayar lagi: uangmu tercatat begitu penyedianya menjawab.',
  }),
  waiting: facts => ({
    is: facts.silence
      ? `Kami menunggu kabar dari HP penjual tentang ${facts.due} ini. ${payerLook(facts)}`
      : `Belum ada uang ${facts.due} yang masuk. ${payerLook(facts)}`,
    next: facts.silence
      ? showProof(facts.merchant)
      : 'Sudah bayar? Biasanya diterima 5-60 detik setelah berhasil di aplikasimu. Pastikan nominalnya tepat.',
  }),
  overdue: facts => ({
    is: `Waktunya habis. Uang yang dikirim tepat waktu masih kami tunggu. ${payerLook(facts)}`,
    next: 'Jangan bayar lagi. Sudah bayar? Tunggu sebentar.',
  }),
  row_aside: ({ merchant }) => ({
    is: `Waktunya habis, tetapi mungkin uangmu sudah masuk. ${merchant} perlu memeriksanya sendiri.`,
    next: `Jangan bayar lagi. Sudah bayar? Kirim bukti transfernya ke ${merchant}.`,
  }),
  expired: facts => ({
    is: facts.silence
      ? `Waktunya habis. ${payerLook(facts)}`
      : 'Sampai batas waktunya tidak ada uang yang masuk untuk tagihan ini.',
    next: facts.silence
      ? showProof(facts.merchant)
      : `Jangan dibayar lagi. Telanjur bayar? Hubungi ${facts.merchant} dan sebutkan nomor tagihan ini.`,
  }),
  cancelled: ({ merchant }) => ({
    is: 'Tagihan ini dibatalkan, dan tidak ada uang yang masuk.',
    next: `Jangan dibayar. Telanjur bayar? Hubungi ${merchant} dan sebutkan nomor tagihan ini.`,
  }),
}

const payerEn: Sentences = {
  refunded: ({ amounts, merchant }) => ({
    is: `Your payment arrived, then ${merchant} noted that ${amounts} was refunded.`,
    next: `Haven’t got it? Contact ${merchant} and quote this invoice ID.`,
  }),
  paid: () => ({ is: 'Your payment has arrived. Thank you!', next: '' }),
  callback_failing: () => ({ is: 'Your payment has arrived. Thank you!', next: '' }),
  money_in_review: ({ amounts, merchant }) => ({
    is: `We have received ${amounts} and ${merchant} is checking it. Your money is safe.`,
    next: 'Please don’t pay again until you hear back.',
  }),
  unseen: ({ merchant }) => ({
    is: 'This payment is not checked automatically: we can’t see its money here.',
    next: `Already paid? Tell ${merchant}, who confirms it by hand.`,
  }),
  settling: ({ amounts }) => ({
    is: `We have received ${amounts} and are recording it. Your money is safe.`,
    next: 'Please don’t pay again, just wait a moment.',
  }),
  money_returned: ({ amounts, merchant }) => ({
    is: `We received ${amounts}, and ${merchant} noted that it was refunded.`,
    next: `Haven’t got it? Contact ${merchant} and quote this invoice ID.`,
  }),
  money_ignored: ({ amounts, merchant }) => ({
    is: `We received ${amounts}, and ${merchant} did not count it for this invoice.`,
    next: `Think you have paid? Contact ${merchant} and quote this invoice ID.`,
  }),
  unread: ({ due, merchant }) => ({
    is: `Your money may have arrived, but it was not recognised. ${merchant} has to look for it.`,
    next: `Already paid ${due}? Please don’t pay again: show ${merchant} your proof of payment.`,
  }),
  preparing: () => ({ is: 'The payment code is being prepared.', next: 'This takes a few seconds.' }),
  no_code: ({ merchant }) => ({
    is: 'The payment code couldn’t be created. You haven’t been charged.',
    next: `Ask ${merchant} for a new invoice.`,
  }),
  provider_away: facts => ({
    is:
      'The payment provider isn’t answering, so we can’t tell yet whether your money has arrived. ' +
      `${describeLookEn(facts)}`,
    next: 'Already paid? Please don’t pay again: your money is recorded as soon as the provider answers.',
  }),
  waiting: facts => ({
    is: facts.silence
      ? `We are waiting for the seller’s phone to report your ${facts.due}. ${describeLookEn(facts)}`
      : `We haven’t received ${facts.due} yet. ${describeLookEn(facts)}`,
    next: facts.silence
      ? showProofEn(facts.merchant)
      : 'Already paid? It usually arrives 5-60 seconds after your app says so. Make sure that the amount is exact.',
  }),
  overdue: facts => ({
    is: `Time is up. We are still waiting for money that was sent in time. ${describeLookEn(facts)}`,
    next: 'Please don’t pay again. Already paid? Just wait a moment.',
  }),
  row_aside: ({ merchant }) => ({
    is: `Time is up, but your money may have arrived. ${merchant} has to look for it.`,
    next: `Please don’t pay again. Already paid? Show ${merchant} your proof of payment.`,
  }),
  expired: facts => ({
    is: facts.silence
      ? `Time is up. ${describeLookEn(facts)}`
      : 'No money arrived for this invoice before its deadline.',
    next: facts.silence
      ? showProofEn(facts.merchant)
      : `Don’t pay it now. Already paid? Contact ${facts.merchant} and quote this invoice ID.`,
  }),
  cancelled: ({ merchant }) => ({
    is: 'This invoice was cancelled, and no money arrived.',
    next: `Don’t pay it. Already paid? Contact ${merchant} and quote this invoice ID.`,
  }),
}

/** Returns a sentence for the payer about how far the money of a payment was looked for. */
export const payerLookTexts = { id: payerLook, en: describeLookEn }

/** The explanations for the merchant and for the payer, each in their words. */
export const explanationTexts = {
  merchant: { id: merchantId, en: merchantEn },
  payer: { id: payerId, en: payerEn },
}
