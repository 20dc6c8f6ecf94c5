import { matchAny, matchBoth, matchInOrder, matchOnly } from './sentence-patterns.ts'
import type { Topic } from './topic.ts'

const moneyWords = 'pembayaran bayar transfer transferan uang payment'

/** The patterns of topics about orders and their money, by priority: the first match wins. */
export const orderPatterns: [Topic, RegExp][] = [
  ['stop', matchOnly('stop berhenti unsubscribe unsub')],
  [
    'stop',
    matchInOrder(
      'stop berhenti jangan tidak_usah tidak_mau do_not no_more unsubscribe',
      'promo* iklan spam broadcast siaran ads messages pesan_lagi chat_lagi',
    ),
  ],

  ['privacy', matchBoth('hapus* delete remove erase', 'data akun account riwayat history information')],
  ['privacy', matchAny('privasi privacy data_pribadi data_saya personal_data my_data')],

  ['receipt', matchBoth('struk nota kwitansi kuitansi faktur invoice', 'reimburse* klaim kantor')],
  ['refund', matchAny('refund* reimburse* money_?back ganti_rugi chargeback')],
  [
    'refund',
    matchBoth(
      'uang dana pembayaran saldo money',
      'kembali kembalikan dikembalikan balik balikin balikan dibalikin back returned',
    ),
  ],
  ['refund', matchInOrder('return give kembaliin', 'uang dana money')],

  ['cancel', matchAny('batal batalin batalkan dibatal* membatal* pembatalan cancel cancel*')],
  ['cancel', matchAny('tidak_jadi changed?_my_mind do_not_want_it do_not_want_this do_not_want_my_order')],

  [
    'moved',
    matchBoth(
      `salah ganti mengganti diganti ubah mengubah diubah rubah pindah keliru koreksi berubah wrong change* update
      edit`,
      'alamat address',
    ),
  ],
  ['moved', matchAny('alamat_lain alamat_baru alamat_saya_jadi another_address different_address new_address')],

  [
    'changed',
    matchInOrder(
      'ganti ubah rubah mengubah edit tambah nambah tambahin change modify add',
      'pesanan order my_order to_it',
    ),
  ],
  ['changed', matchInOrder('pesanan order', 'bisa_diganti bisa_diubah bisa_ganti ditambah ditambahin be_changed')],
  ['changed', matchAny('salah_pesan salah_order salah_pilih ordered_the_wrong ordered_wrong wrong_order')],

  ['paid', matchAny('was_charged got_charged been_charged terpotong kepotong')],
  [
    'code',
    matchBoth(
      'qr qris barcode',
      `mana lagi ulang baru expired kadaluarsa kadaluwarsa kedaluwarsa kedaluarsa habis hilang error gagal invalid rusak
      tidak_bisa tidak_muncul tidak_terbaca tidak_keluar belum_muncul can_not does_not_work not_working did_not_work
      resend new again minta kirim`,
    ),
  ],
  [
    'code',
    matchAny(
      `waktu_habis pembayaran_gagal bayar_gagal gagal_bayar gagal_transfer transfer_gagal tidak_bisa_bayar
      payment_failed payment_fails can_not_pay payment_link payment_error`,
    ),
  ],

  [
    'complaint',
    matchAny(
      'komplain* komplen* complain* keluhan kecewa disappoint* protes penipu* ditipu tertipu scam* fraud bad_service',
    ),
  ],
  [
    'complaint',
    matchAny(
      `rusak pecah cacat penyok bocor basi busuk sobek robek berjamur tumpah tertukar patah mati broken damaged
      defective faulty spilled leaking leaked rotten stale moldy cracked torn`,
    ),
  ],
  [
    'complaint',
    matchAny(
      `not_what_i_ordered tidak_enak rasa_aneh jelek buruk kekecilan kebesaran kesempitan kelonggaran too_small too_big
      tastes_bad terrible horrible awful tukar_dong mengecewakan`,
    ),
  ],
  ['complaint', matchInOrder('balikin kembaliin kembalikan', 'barang produk')],
  ['complaint', matchAny('retur return returns tukar menukar ditukar exchange garansi warranty replacement')],
  [
    'complaint',
    matchBoth(
      'salah keliru wrong different beda kurang missing incomplete tidak_lengkap tidak_sesuai tidak_cocok',
      `barang item items order pesanan kirim dikirim ukuran warna size colou?r product produk isi satu one 1 2 3 kode
      code voucher link file makanan minuman food drink`,
    ),
  ],
  [
    'complaint',
    matchInOrder(
      'barang pesanan item items order kode code voucher link tautan file key makanan minuman food drink',
      `dingin error invalid expired kadaluarsa kadaluwarsa kedaluwarsa kedaluarsa
      cold tidak_bisa tidak_berfungsi tidak_valid can_not do_not_work does_not_work
      did_not_work is_not_working not_working not_valid not_as_described`,
    ),
  ],

  ['paid', matchBoth(`${moneyWords} bayaran dana saldo`, 'belum_masuk tidak_masuk belum_sampai belum_nyampai')],
  [
    'question',
    matchInOrder('kapan when', 'restock restok ready_lagi ada_lagi stok_lagi back_in_stock available_again in_stock'),
  ],

  ['order', matchAny('lacak track tracking resi kurir courier driver')],
  [
    'order',
    matchInOrder(
      'kode code voucher link file',
      'belum_masuk tidak_masuk belum_ada belum_muncul belum_dapat belum_terima',
    ),
  ],
  [
    'order',
    matchAny(
      'dipercepat percepat cepetan buruan lebih_cepat faster hurry urgent lama_amat lama_bener so_long too_long',
    ),
  ],
  [
    'order',
    matchInOrder(
      'kapan sudah belum',
      `sampai datang dikirim diantar diproses jadi siap terima diterima dibuat tiba kelar selesai nyampai ready`,
    ),
  ],
  [
    'order',
    matchAny('kenapa_belum kok_belum kenapa_lama kok_lama lama_banget lama_sekali belum_datang nyasar kesasar'),
  ],
  [
    'order',
    matchBoth(
      'di_mana mana bagaimana status kabar kok lama kapan belum where when late arrive arrived shipped ready',
      'pesanan paket kiriman barang_saya parcel package my_order my_delivery my_stuff my_coffee my_food',
    ),
  ],
  [
    'order',
    matchAny(
      `never_received never_arrived have_not_arrived have_not_received has_not_arrived has_not_come
      did_not_arrive did_not_receive did_not_get have_not_got still_waiting not_arrived not_received on_the_way
      when_will_it when_will_my is_it_ready is_it_shipped`,
    ),
  ],

  [
    'paid',
    matchInOrder(
      'sudah already barusan just have tadi',
      'bayar transfer kirim_uang paid lunas dibayar transferred made_the_payment',
    ),
  ],
  ['paid', matchAny('i_paid i_have_paid i_just_paid i_transferred i_ve_paid bayar_tadi transfer_tadi')],
  [
    'paid',
    matchBoth(
      moneyWords,
      `belum_diterima belum_terbaca belum_dicek not_received not_confirmed not_detected
      pending`,
    ),
  ],
  ['paid', matchAny('belum_masuk belum_terverifikasi salah_transfer salah_nominal wrong_amount')],
  ['paid', matchInOrder('salah keliru', 'nominal jumlah_transfer')],
  ['paid', matchBoth('transfer bayar kebayar terbayar paid', '2x 2_kali dua_kali dobel double twice')],
  ['paid', matchBoth('transfer bayar uang nominal', 'kurang kelebihan too_much too_little')],

  ['receipt', matchAny('struk nota kwitansi kuitansi faktur receipt bukti_bayar bukti_pembelian bukti_pembayaran')],
  ['receipt', matchInOrder('send need minta butuh kirim want get copy', 'invoice')],
]
