/** Subjects that customers write about: an order or the shop. */
export type Topic =
  | 'stop'
  | 'privacy'
  | 'refund'
  | 'cancel'
  | 'moved'
  | 'complaint'
  | 'order'
  | 'paid'
  | 'receipt'
  | 'least'
  | 'question'
  | 'fee'
  | 'hours'
  | 'place'
  | 'contact'
  | 'promo'
  | 'how'
  | 'paying'
  | 'menu'
  | 'person'

/** Returns the topic of a sentence whose words are spelled out; null if it has none. */
export function topicOf(sentence: string): Topic | null {
  return topics.find(([, pattern]) => pattern.test(sentence))?.[0] ?? null
}

/** One of these words: `_` is a blank inside of one, and `*` any ending. */
function oneOf(words: string): string {
  const all = words.trim().split(/\s+/).join('|')
  return `\\b(?:${all.replaceAll('_', ' ').replaceAll('*', '[\\p{L}\\p{N}]*')})\\b`
}

const has = (words: string) => new RegExp(oneOf(words), 'u')
const then = (first: string, second: string) => new RegExp(`${oneOf(first)}.*${oneOf(second)}`, 'u')
const both = (one: string, other: string) =>
  new RegExp(`${oneOf(one)}.*${oneOf(other)}|${oneOf(other)}.*${oneOf(one)}`, 'u')
const fillers =
  'kak|kakak|min|admin|gan|bang|mas|mbak|ya|dong|please|tidak|bisa|available|is|ok|now|today|ada|apa|aja|saja'
const only = (words: string) => new RegExp(`^(?:(?:${fillers}) )*${oneOf(words)}(?: (?:${fillers}))*$`, 'u')

// The first one that fits is meant: who asks for money back may also say that it was paid.
const topics: [Topic, RegExp][] = [
  ['stop', only('stop berhenti unsubscribe unsub')],
  ['stop', then('stop berhenti jangan do_not no_more unsubscribe', 'promo* iklan spam broadcast siaran ads messages')],

  ['privacy', both('hapus* delete remove erase', 'data akun account riwayat history information')],
  ['privacy', has('privasi privacy data_pribadi data_saya personal_data my_data')],

  ['refund', has('refund* reimburse* money_?back ganti_rugi chargeback')],
  [
    'refund',
    both(
      'uang dana pembayaran saldo money',
      'kembali kembalikan dikembalikan balik balikin balikan dibalikin back returned',
    ),
  ],
  ['refund', then('return give kembaliin', 'uang dana money')],

  ['cancel', has('batal batalin batalkan dibatal* membatal* pembatalan cancel cancel*')],
  ['cancel', has('tidak_jadi changed?_my_mind do_not_want_it do_not_want_this do_not_want_my_order')],

  [
    'moved',
    both(
      `salah ganti mengganti diganti ubah mengubah diubah rubah pindah keliru koreksi berubah wrong change* update
      edit`,
      'alamat address',
    ),
  ],

  [
    'complaint',
    has(
      'komplain* komplen* complain* keluhan kecewa disappoint* protes penipu* ditipu tertipu scam* fraud bad_service',
    ),
  ],
  [
    'complaint',
    has(
      `rusak pecah cacat penyok bocor basi busuk sobek robek berjamur tumpah tertukar patah mati broken damaged
      defective faulty spilled leaking leaked rotten stale moldy cracked torn`,
    ),
  ],
  ['complaint', has('not_what_i_ordered')],
  ['complaint', then('balikin kembaliin kembalikan', 'barang produk')],
  ['complaint', has('retur return returns tukar menukar ditukar exchange garansi warranty replacement')],
  [
    'complaint',
    both(
      'salah keliru wrong different beda kurang missing incomplete tidak_lengkap tidak_sesuai tidak_cocok',
      `barang item items order pesanan kirim dikirim ukuran warna size colou?r product produk isi satu one 1 2 3 kode
      code voucher link file makanan minuman food drink`,
    ),
  ],
  [
    'complaint',
    then(
      'barang pesanan item items order kode code voucher link tautan file key makanan minuman food drink',
      `dingin error invalid cold tidak_bisa tidak_berfungsi tidak_valid can_not do_not_work does_not_work
      did_not_work is_not_working not_working not_valid not_as_described`,
    ),
  ],

  ['order', has('lacak track tracking resi kurir courier driver')],
  [
    'order',
    then(
      'kapan sudah belum',
      `sampai datang dikirim diantar diproses jadi siap terima diterima dibuat tiba kelar selesai nyampai ready`,
    ),
  ],
  ['order', has('kenapa_belum kok_belum kenapa_lama kok_lama lama_banget lama_sekali belum_datang')],
  [
    'order',
    both(
      'di_mana mana bagaimana status kabar kok lama kapan belum where when late arrive arrived shipped ready',
      'pesanan paket kiriman barang_saya parcel package my_order my_delivery my_stuff my_coffee my_food',
    ),
  ],
  [
    'order',
    has(
      `never_received never_arrived have_not_arrived have_not_received has_not_arrived has_not_come
      did_not_arrive did_not_receive did_not_get have_not_got still_waiting not_arrived not_received on_the_way
      when_will_it when_will_my is_it_ready is_it_shipped`,
    ),
  ],

  [
    'paid',
    then(
      'sudah already barusan just have tadi',
      'bayar transfer kirim_uang paid lunas dibayar transferred made_the_payment',
    ),
  ],
  ['paid', has('i_paid i_have_paid i_just_paid i_transferred i_ve_paid bayar_tadi transfer_tadi')],
  [
    'paid',
    both(
      'pembayaran bayar transfer uang payment',
      `belum_masuk tidak_masuk belum_diterima belum_terbaca belum_dicek not_received not_confirmed not_detected
      pending`,
    ),
  ],
  ['paid', has('belum_masuk belum_terverifikasi terpotong kepotong kelebihan_bayar salah_transfer')],
  ['paid', then('transfer bayar', '2x 2_kali dua_kali')],

  ['receipt', has('struk nota kwitansi kuitansi faktur receipt bukti_bayar bukti_pembelian bukti_pembayaran')],
  ['receipt', then('send need minta butuh kirim want get copy', 'invoice')],

  ['least', has('min_order min_belanja min_pembelian min_purchase')],
  [
    'least',
    then(
      'minimal minimum paling_sedikit min_order min_belanja min_pembelian',
      'order orders pembelian belanja pesan pesanan beli purchase spend',
    ),
  ],

  [
    'question',
    then('kirim antar diantar dikirim deliver ambil datang', 'jam_[0-9]+ pukul_[0-9]+ at_[0-9]+ before_[0-9]+'),
  ],
  ['question', has('reseller grosir wholesale reservasi reservation lowongan loker custom kerja_?sama pre_?order')],

  [
    'fee',
    has('ongkir ongkos biaya_kirim biaya_antar biaya_pengiriman shipping delivery_fee* delivery_cost* free_delivery'),
  ],
  ['fee', then('do can could will is_it_possible', 'you_ship you_deliver you_send deliver delivered')],
  ['fee', both('delivery deliver deliveries', 'how_much is_there available to area areas cost free charge')],
  [
    'fee',
    then(
      'bisa boleh ada terima layani melayani pakai lewat',
      'kirim antar diantar dikirim pengiriman delivery gosend grabexpress ekspedisi jne luar_kota luar_pulau cod_ke',
    ),
  ],
  ['fee', then('kirim antar diantar dikirim pengiriman delivery', 'ke bisa berapa luar daerah area')],

  ['hours', has('jam_berapa jam_buka jam_tutup jam_operasional jam_kerja opening_hours business_hours working_hours')],
  ['hours', has('opening_times? store_hours shop_hours closing_time your_hours pukul_berapa')],
  [
    'hours',
    both(
      'buka tutup libur open opens closed? closes',
      `jam kapan hari minggu senin selasa rabu kamis jumat sabtu besok sekarang malam pagi siang sore masih sudah toko
      warung are_you is_the_shop is_the_store is_your_shop what_time when until till now today tomorrow tonight late yet
      sundays? mondays? saturdays? fridays? weekends? holidays? lebaran natal`,
    ),
  ],
  ['hours', only('buka tutup libur open closed')],

  [
    'place',
    both(
      'toko lokasi alamat outlet cabang warung store shop located location address maps gmaps',
      'di_mana mana where minta share send berapa apa lengkap what_is your bagi nya',
    ),
  ],
  ['place', then('datang mampir visit come', 'toko store shop')],
  ['place', then('ambil jemput pick collect', 'sendiri di_tempat di_toko langsung up order it there ke_toko')],
  [
    'place',
    has(
      `pickup dine_in eat_in eat_there makan_di_tempat makan_di_sana minum_di_tempat nongkrong where_are_you
      where_can_i_find_you`,
    ),
  ],
  ['place', only('alamat lokasi address location maps alamat_toko lokasi_toko')],

  ['paying', has('nomor_rekening rekening cash_on_delivery bayar_di_tempat payment_methods? payment_options?')],
  ['contact', has('whatsapp dihubungi')],
  [
    'contact',
    then(
      'nomor kontak contact minta punya ada what your hubungi menghubungi call give',
      'telepon hp phone kontak number email instagram contact cs',
    ),
  ],
  ['contact', only('kontak contact telepon phone email instagram nomor_telepon nomor_hp')],

  [
    'promo',
    has('promo* diskon* discount* kupon* coupons? cashback potongan nego* kode_voucher special_offers? deals?'),
  ],
  ['promo', then('voucher', 'diskon discount belanja gratis')],
  ['promo', then('bisa boleh can could', 'kurang kurangin murah murahan murahin cheaper lower')],
  ['promo', has('kurangin murahin kemahalan too_expensive better_price best_price harga_pas on_sale any_sale')],

  [
    'how',
    then(
      'cara bagaimana how_do_i how_to how_can_i how_does',
      'pesan pesannya order ordering beli belinya bayar bayarnya buy pay it_work checkout belanja',
    ),
  ],

  [
    'paying',
    then(
      'bisa boleh terima ada bayar pembayaran pakai lewat via by with accept take pay can do_you',
      `cod cash tunai qris gopay ovo shopeepay linkaja kartu credit card cards debit paylater cicil cicilan kredit
      installments? transfer bank bca bri bni mandiri paypal crypto`,
    ),
  ],
  [
    'paying',
    then('bayar pembayaran pay payment metode', 'apa bagaimana pakai lewat methods? options? via mana how nanti later'),
  ],
  ['paying', only('cod qris transfer tunai cash')],

  [
    'menu',
    has(
      `rekomendasi* rekomen* recommend* suggest* best_?sellers? terlaris paling_laris paling_enak paling_laku katalog
      catalog catalogue daftar_harga daftar_produk daftar_menu daftar_barang price_?list menu_apa jual_apa jualan_apa
      menjual_apa punya_apa produk_apa lihat_menu minta_menu see_the_menu what_do_you_sell what_do_you_have
      what_can_i_buy what_is_good`,
    ),
  ],
  ['menu', only('menu produk katalog products')],

  [
    'person',
    both(
      'admin penjual seller cs customer_service human person someone somebody orang agent operator owner pemilik staff',
      `ada mana bicara ngobrol talk speak online chat hubungi hubungkan sambungkan connect please here di_sini
      kenapa_tidak`,
    ),
  ],
  ['person', has('anyone_there anyone_here anybody_there are_you_a_bot ini_bot ini_robot bot_ya')],
]
