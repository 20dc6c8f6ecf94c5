import { builtInApps } from '../apps.ts'
import { forms } from '../forms.ts'
import type { SentenceForm } from '../grammar.ts'
import {
  brandNames,
  brandWords,
  businessWords,
  doubtfulRoots,
  doubtfulStems,
  harmlessWords,
  months,
  sentenceWords,
  storeCategories,
  titleBrands,
  titleWords,
  transferCategories,
} from '../words.ts'

// Besides the words of known sentences, other wordings that apps could use. A capitalised word missing here may be
// taken for a name, which creates a rule that also matches other words in its place.
const others = `
  cuan duit duitnya fulus rezeki asyik asik hore horee yeay yey hai halo hi hey wah wow mantap selamat sip nice yay
  nambah tambah tambahan mendarat nyampe sampai tiba mampir meluncur cair terkirim kiriman dikirim terisi naik
  pemasukan penerimaan pelunasan penjualan omzet pendapatan income earnings sales sale deposit setoran nominal jumlah
  total senilai sebesar sejumlah sebanyak amount nilai rupiah idr rp pengirim penerima sender receiver recipient
  nama name keterangan berita catatan info rincian detail details ringkasan ref referensi reff no nomor number id
  invoice struk tanggal tgl date time waktu pukul jam wib wita wit kini saat pada di ke dari dr via melalui lewat
  metode method channel kanal bank wallet dompet e-wallet ewallet digital qris qr kasir outlet cabang toko tokomu
  merchant mitra usaha bisnis business store shop rekening rekeningmu rek saldo saldomu balance akun akunmu account
  kantong kantongmu your you anda kamu mu sukses berhasil success successful successfully done selesai lunas
  terbayar dibayar membayar bayar paid pays payment payments pembayaran transaksi transaction transfer trf trx kredit
  credit credited cr dana uang masuk diterima terima menerima nerima received receive incoming in got get has have
  been just was is your to from for at on of the a an and dan yang telah sudah udah baru saja barusan new baru
  notifikasi notification alert pemberitahuan terbaru update kak kakak sahabat bro bos gan mitra juragan pelanggan
  pembeli customer seseorang someone sent sends transferred added landed arrived deposited by oleh dengan with
  silakan silahkan cek lihat buka klik tap ketuk check see view open app aplikasi sekarang now terima kasih
  terimakasih makasih thanks thank ada terdapat tercatat berupa berasal asal sebagai ini itu nih lho loh dong ya yuk
  kabar baik good news horay mantul yuhu alhamdulillah berita langsung otomatis segera real-time realtime instan cepat
  mutasi
`

const namesWithoutMeaning = new Set([...businessWords])

/** Words in apps' sentences that are not names even if capitalised. */
export const nonNameWords: ReadonlySet<string> = new Set(
  [
    ...others.split(/\s+/),
    ...sentenceWords,
    ...doubtfulRoots,
    ...doubtfulStems,
    ...titleWords,
    ...[...titleBrands].flatMap(brand => brand.split(' ')),
    ...harmlessWords,
    ...months,
    ...storeCategories,
    ...brandWords,
    ...brandNames,
    ...[...transferCategories].flatMap(category => category.split(' ')),
    ...builtInApps.flatMap(({ sentences, titles }) => [...sentences, ...titles].flatMap(wordsIn)),
    ...Object.values(forms).flatMap(group => group.flatMap(({ parts }) => parts.flatMap(listLiterals))),
  ].filter(word => word !== '' && !namesWithoutMeaning.has(word)),
)

function wordsIn(sentence: string): string[] {
  return sentence
    .replaceAll(/\{[a-z]+\}/g, ' ')
    .toLowerCase()
    .split(/[^a-z'-]+/)
}

function listLiterals(part: SentenceForm['parts'][number]): string[] {
  if (part.is === 'word') return [part.word]
  return part.is === 'slot' ? [] : part.of.flat().flatMap(listLiterals)
}
