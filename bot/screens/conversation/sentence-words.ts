/** Abbreviations common in chats, with their full words. */
const shortForms: Record<string, string> = {
  blm: 'belum',
  blom: 'belum',
  belom: 'belum',
  sdh: 'sudah',
  udh: 'sudah',
  uda: 'sudah',
  udah: 'sudah',
  dah: 'sudah',
  gmn: 'bagaimana',
  gmna: 'bagaimana',
  gimana: 'bagaimana',
  gimn: 'bagaimana',
  brp: 'berapa',
  brapa: 'berapa',
  dmn: 'di mana',
  dmna: 'di mana',
  dimana: 'di mana',
  kpn: 'kapan',
  bs: 'bisa',
  bsa: 'bisa',
  gk: 'tidak',
  gak: 'tidak',
  ga: 'tidak',
  g: 'tidak',
  ngga: 'tidak',
  nggak: 'tidak',
  enggak: 'tidak',
  engga: 'tidak',
  ndak: 'tidak',
  tdk: 'tidak',
  gajadi: 'tidak jadi',
  gjd: 'tidak jadi',
  tlp: 'telepon',
  telp: 'telepon',
  telpon: 'telepon',
  wa: 'whatsapp',
  wasap: 'whatsapp',
  nmr: 'nomor',
  nomer: 'nomor',
  norek: 'nomor rekening',
  sy: 'saya',
  gue: 'saya',
  gw: 'saya',
  aku: 'saya',
  duit: 'uang',
  duid: 'uang',
  duitku: 'uang saya',
  duitnya: 'uang',
  pake: 'pakai',
  pke: 'pakai',
  pakek: 'pakai',
  tuker: 'tukar',
  kemana: 'ke mana',
  kmn: 'ke mana',
  kmna: 'ke mana',
  anter: 'antar',
  anterin: 'antar',
  nganter: 'antar',
  dianter: 'diantar',
  dianterin: 'diantar',
  dikirimin: 'dikirim',
  pesen: 'pesan',
  mesen: 'pesan',
  dapet: 'dapat',
  dpt: 'dapat',
  blh: 'boleh',
  knp: 'kenapa',
  knapa: 'kenapa',
  gabisa: 'tidak bisa',
  gabs: 'tidak bisa',
  gbs: 'tidak bisa',
  gaada: 'tidak ada',
  jgn: 'jangan',
  skrg: 'sekarang',
  bsk: 'besok',
  mlm: 'malam',
  malem: 'malam',
  msh: 'masih',
  bgt: 'banget',
  qrnya: 'qr',
  darimana: 'dari mana',
  tf: 'transfer',
  trf: 'transfer',
  byr: 'bayar',
  krm: 'kirim',
  kirimin: 'kirim',
  pesenan: 'pesanan',
  orderan: 'pesanan',
  pesananku: 'pesanan saya',
  orderanku: 'pesanan saya',
  paketku: 'paket saya',
  uangku: 'uang saya',
  cansel: 'batal',
  kensel: 'batal',
  sampe: 'sampai',
  nyampe: 'sampai',
  nyampai: 'sampai',
  dateng: 'datang',
  jkt: 'jakarta',
  bdg: 'bandung',
  sby: 'surabaya',
  ongkirny: 'ongkir',
  pls: 'please',
  plz: 'please',
  u: 'you',
  ur: 'your',
  r: 'are',
  im: 'i am',
  whats: 'what is',
  wheres: 'where is',
  dont: 'do not',
  cant: 'can not',
  havent: 'have not',
  hasnt: 'has not',
  didnt: 'did not',
  isnt: 'is not',
  doesnt: 'does not',
}

/** Returns a text in lower case and without punctuation. */
export function normalizeSentence(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns the words in dictionary spelling: `blm` is `belum`, `haloooo` is `halo`, `uangnya` is `uang`, and `alamatku`
 * is `alamat saya`.
 */
export function spellOut(plain: string): string {
  return plain.split(' ').map(spellWord).join(' ')
}

function spellWord(word: string): string {
  // `masuk2` stands for `masuk-masuk`, which means `masuk` here.
  const short = word
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replaceAll("'", '')
    .replace(/(?<=\p{L}{3})2$/u, '')
  if (Object.hasOwn(shortForms, short)) return shortForms[short]!
  const stem = short.length > 5 ? short.replace(/nya$/, '').replace(/(\p{L}{5})ku$/u, '$1 saya') : short
  return Object.hasOwn(shortForms, stem) ? shortForms[stem]! : stem
}
