/** Words that do not help to identify a product. */
const common = new Set(
  `aku saya sy gue gw kamu anda kalian kami kita dia mereka yang yg untuk utk buat dan atau di ke dari dengan dgn pada
  bisa boleh minta mohon tolong bantu kok kenapa mengapa apa apakah siapa kapan mana dimana bagaimana gimana berapa brp
  belum blm sudah udah sdh lagi sekarang hari besok kemarin nanti jam ini itu ada mau pengen ingin pesan pesanan order
  beli jual kirim dikirim antar diantar bayar pakai pake lewat nomor tanya nanya kalau kalo klo karena tapi juga jadi
  saja aja dong deh sih ya yah nih kan lah kah gak ga tidak nggak banget sekali semua sama masih harus perlu soal
  tentang cara kak kakak min admin bang mas mbak gan sis bro halo hai pagi siang sore malam harga harganya stok stoknya
  ready
  tersedia kosong habis uang kembali data lama hal baik
  a an the to for of my me i im you your we us is are am was be it its this that there here on in at by with and or not
  no do does did have has had can could will would should please want need like get how what when where why who which
  buy send hi hello hey any some just about if so but still from price stock available much many`.split(/\s+/),
)

/** Returns the words of a search that can identify a product. */
export function selectDistinctiveWords(words: readonly string[]): string[] {
  return words.filter(word => !common.has(word))
}
