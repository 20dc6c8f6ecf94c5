import { matchAny, matchBoth, matchInOrder, matchOnly } from './sentence-patterns.ts'
import type { Topic } from './topic.ts'

/** The patterns of topics about the shop and its rules, by priority: the first match wins. */
export const shopPatterns: [Topic, RegExp][] = [
  ['least', matchAny('min_order min_belanja min_pembelian min_purchase')],
  [
    'least',
    matchInOrder(
      'minimal minimum paling_sedikit min_order min_belanja min_pembelian',
      'order orders pembelian belanja pesan pesanan beli purchase spend',
    ),
  ],

  [
    'question',
    matchInOrder('kirim antar diantar dikirim deliver ambil datang', 'jam_[0-9]+ pukul_[0-9]+ at_[0-9]+ before_[0-9]+'),
  ],
  [
    'question',
    matchInOrder(
      'kirim antar diantar dikirim deliver ship shipped',
      'hari_ini besok nanti sekarang today tomorrow tonight now',
    ),
  ],
  [
    'question',
    matchBoth(
      'how_long how_many_days how_fast berapa_lama berapa_hari berapa_jam lama estimasi',
      `kirim pengiriman kiriman antar diantar dikirim sampai proses bikin buat siap delivery deliver deliveries shipping
      ship take arrive`,
    ),
  ],
  [
    'question',
    matchAny(
      `reseller grosir wholesale reservasi reservation booking book_a lowongan loker custom kerja_?sama pre_?order halal
      bpom wifi parkir parking ingredients komposisi bahan_apa alergi allergy allergic is_it_safe is_this_safe
      jangan_pakai jangan_pedas tidak_pedas tidak_pakai without_sugar no_sugar less_sugar kurang_manis ganti_nomor
      catering katering acara_kantor pesan_banyak order_banyak beli_banyak borongan partai_besar bulk_order
      toko_resmi terpercaya amanah ketinggalan tertinggal`,
    ),
  ],
  [
    'question',
    matchOnly('asli ori original aman expired kadaluarsa kedaluwarsa kapan_expired expired_kapan kadaluarsa_kapan'),
  ],
  [
    'question',
    matchBoth(
      'salah ganti ubah diganti wrong change* update',
      'nomor_hp no_hp nomor_saya nomor_telepon nama_penerima nama_saya phone_number my_number my_name',
    ),
  ],

  ['place', matchInOrder('kirim dikirim pengiriman ship shipped sent', 'dari_mana from_where')],
  ['place', matchAny('dari_mana_kirim dari_mana_pengiriman where_do_you_ship_from ship_from ships_from')],

  [
    'fee',
    matchAny(
      'ongkir ongkos biaya_kirim biaya_antar biaya_pengiriman shipping delivery_fee* delivery_cost* free_delivery',
    ),
  ],
  ['fee', matchInOrder('do can could will is_it_possible', 'you_ship you_deliver you_send deliver delivered')],
  ['fee', matchBoth('delivery deliver deliveries', 'how_much is_there available to area areas cost free charge')],
  [
    'fee',
    matchInOrder(
      'bisa boleh ada terima layani melayani pakai lewat',
      'kirim antar diantar dikirim pengiriman delivery gosend grabexpress ekspedisi jne luar_kota luar_pulau cod_ke',
    ),
  ],
  ['fee', matchInOrder('kirim antar diantar dikirim pengiriman delivery', 'ke bisa berapa luar daerah area')],
  ['question', matchInOrder('kasih_tau kasih_tahu kabari kabarin', 'ready ada restock restok')],
  ['fee', matchInOrder('gosend grabexpress ekspedisi jne jnt sicepat', 'bisa ada boleh')],

  [
    'hours',
    matchAny('jam_berapa jam_buka jam_tutup jam_operasional jam_kerja opening_hours business_hours working_hours'),
  ],
  ['hours', matchAny('opening_times? store_hours shop_hours closing_time your_hours pukul_berapa')],
  [
    'hours',
    matchBoth(
      'buka tutup libur open opens closed? closes',
      `jam kapan hari minggu senin selasa rabu kamis jumat sabtu besok sekarang malam pagi siang sore masih sudah toko
      warung are_you is_the_shop is_the_store is_your_shop what_time when until till now today tomorrow tonight late yet
      sundays? mondays? saturdays? fridays? weekends? holidays? lebaran natal`,
    ),
  ],
  ['hours', matchOnly('buka tutup libur open closed')],

  [
    'place',
    matchBoth(
      'toko lokasi alamat outlet cabang warung store shop located location address maps gmaps',
      'di_mana mana where minta share send berapa apa lengkap what_is your bagi nya',
    ),
  ],
  [
    'place',
    matchInOrder(
      'ada punya buka do_you_have is_there are_there have_you_got',
      `toko_di cabang_di outlet_di gerai_di cabang gerai store_in shop_in branch branches outlet outlets store_near
      shop_near`,
    ),
  ],
  [
    'place',
    matchAny('toko_di_[a-z]+ share_?loc share_?lok shareloc physical_store offline_store toko_fisik toko_offline'),
  ],
  ['place', matchInOrder('datang mampir visit come', 'toko store shop')],
  ['place', matchInOrder('ambil jemput pick collect', 'sendiri di_tempat di_toko langsung up order it there ke_toko')],
  [
    'place',
    matchAny(
      `pickup dine_in eat_in eat_there makan_di_tempat makan_di_sana minum_di_tempat nongkrong where_are_you
      where_can_i_find_you`,
    ),
  ],
  ['place', matchOnly('alamat lokasi address location maps alamat_toko lokasi_toko')],

  ['paying', matchAny('nomor_rekening rekening cash_on_delivery bayar_di_tempat payment_methods? payment_options?')],
  ['contact', matchAny('whatsapp dihubungi')],
  [
    'contact',
    matchInOrder(
      'nomor kontak contact minta punya ada what your hubungi menghubungi call give',
      'telepon hp phone kontak number email instagram contact cs',
    ),
  ],
  ['contact', matchOnly('kontak contact telepon phone email instagram nomor_telepon nomor_hp')],

  [
    'promo',
    matchAny('promo* diskon* discount* kupon* coupons? cashback potongan nego* kode_voucher special_offers? deals?'),
  ],
  ['promo', matchInOrder('voucher', 'diskon discount belanja gratis')],
  ['promo', matchInOrder('bisa boleh can could', 'kurang kurangin murah murahan murahin cheaper lower')],
  [
    'promo',
    matchAny(
      `kurangin murahin kemahalan mahal_banget mahal_sekali mahal_amat kok_mahal too_expensive better_price best_price
      harga_pas on_sale any_sale`,
    ),
  ],

  [
    'how',
    matchInOrder(
      'cara bagaimana how_do_i how_to how_can_i how_does',
      'pesan pesannya order ordering beli belinya bayar bayarnya buy pay it_work checkout belanja',
    ),
  ],

  [
    'paying',
    matchInOrder(
      'bisa boleh terima ada bayar pembayaran pakai lewat via by with accept take pay can do_you',
      `cod cash tunai qris gopay ovo shopeepay linkaja kartu credit card cards debit paylater cicil cicilan kredit
      installments? transfer bank bca bri bni mandiri paypal crypto`,
    ),
  ],
  [
    'paying',
    matchInOrder(
      'bayar pembayaran pay payment metode',
      'apa bagaimana pakai lewat methods? options? via mana how nanti later',
    ),
  ],
  [
    'paying',
    matchBoth(
      'bayar pembayaran pakai lewat via pay paying payment',
      'dana gopay ovo shopeepay linkaja bca bri bni mandiri transfer kartu besok',
    ),
  ],
  ['paying', matchBoth('transfer gopay ovo shopeepay', 'bisa boleh ok_kah')],
  ['paying', matchInOrder('bayar pay', 'setengah separuh dp half deposit')],
  ['paying', matchOnly('cod qris transfer tunai cash dana')],

  [
    'menu',
    matchAny(
      `rekomendasi* rekomen* recommend* suggest* best_?sellers? terlaris paling_laris paling_enak paling_laku
      paling_murah termurah cheapest katalog catalog catalogue daftar_harga daftar_produk daftar_menu
      daftar_barang price_?list menu_apa jual_apa jualan_apa menjual_apa punya_apa produk_apa lihat_menu
      minta_menu see_the_menu what_do_you_sell what_do_you_have what_can_i_buy what_is_good`,
    ),
  ],
  ['menu', matchOnly('menu produk katalog products')],

  [
    'person',
    matchBoth(
      'admin penjual seller cs customer_service human person someone somebody orang agent operator owner pemilik staff',
      `ada mana bicara ngomong ngobrol talk speak online chat hubungi hubungkan sambungkan connect please here di_sini
      kenapa_tidak`,
    ),
  ],
  [
    'person',
    matchAny('bales dibales balas dibalas jawab dijawab no_reply not_replying no_answer answer_me reply_please'),
  ],
  ['person', matchAny('anyone_there anyone_here anybody_there are_you_a_bot ini_bot ini_robot bot_ya')],
]
