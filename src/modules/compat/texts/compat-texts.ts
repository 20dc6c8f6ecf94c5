export const compatTexts = {
  id: {
    title: 'Kunci kompatibel',
    intro:
      'Untuk toko yang kodenya memakai SDK Midtrans atau Xendit: ganti alamat dan kunci, dan pembayaran ' +
      'QRIS dibuat oleh warung ini. Kunci ini tidak berlaku di API biasa, dan kunci API biasa tidak berlaku ' +
      'di sini.',
    addresses: 'Alamat untuk SDK',
    exact:
      'Hanya metode yang uangnya dikenali dari kodenya yang dipakai, jadi pembeli membayar persis ' +
      'jumlahnya. Akun tanpa metode itu dijawab "channel not activated".',
    notAffiliated: 'Tidak berafiliasi dengan atau didukung oleh Midtrans maupun Xendit.',
    make: 'Buat kunci',
    label: 'Nama',
    labelHint: 'Misalnya nama toko online',
    scopes: 'Boleh melakukan',
    scopeNames: {
      read: 'Membaca',
      payments: 'Membuat dan mengakhiri pembayaran',
      money: 'Mengembalikan uang, membaca saldo',
    },
    notify: 'Alamat notifikasi',
    notifyHint: 'Menerima notifikasi dalam bentuk gateway itu. Midtrans juga bisa menyebutnya per pembayaran.',
    noNotify: 'tanpa alamat notifikasi',
    madeTitle: 'Kunci dibuat',
    madeText: 'Salin sekarang: kunci ini hanya ditampilkan sekali.',
    tokenText: 'Notifikasi dalam bentuk Xendit membawa x-callback-token ini:',
    done: 'Selesai',
    revoke: 'Cabut',
    sureRevoke: (label: string) => `Cabut kunci ${label}?`,
    sureRevokeText: 'SDK yang memakainya langsung ditolak.',
    works: 'Aktif',
    revoked: 'Dicabut',
  },
  en: {
    title: 'Compatible keys',
    intro:
      'For shops whose code uses the SDKs of Midtrans or Xendit: change the address and the key, and this ' +
      'shop makes their QRIS payments. These keys do not work with the ordinary API, and ordinary API keys ' +
      'do not work here.',
    addresses: 'Addresses for the SDKs',
    exact:
      'Only methods whose money is recognised by its code are used, so customers pay exactly the amount. An ' +
      'account without one is answered "channel not activated".',
    notAffiliated: 'Not affiliated with or endorsed by Midtrans or Xendit.',
    make: 'Create a key',
    label: 'Name',
    labelHint: 'The name of the online shop, for example',
    scopes: 'May',
    scopeNames: { read: 'Read', payments: 'Create and end payments', money: 'Refund, read the balance' },
    notify: 'Notification address',
    notifyHint: "Receives notifications in the gateway's form. Midtrans' form can also name one for each payment.",
    noNotify: 'no notification address',
    madeTitle: 'Key created',
    madeText: 'Copy it now: it is shown this once.',
    tokenText: "Notifications in Xendit's form carry this x-callback-token:",
    done: 'Done',
    revoke: 'Revoke',
    sureRevoke: (label: string) => `Revoke the key ${label}?`,
    sureRevokeText: 'SDKs that use it are refused at once.',
    works: 'Works',
    revoked: 'Revoked',
  },
} as const

export const snapTexts = {
  id: {
    title: (amount: string, merchant: string) => `Bayar ${amount} ke ${merchant}`,
    payTo: 'Bayar ke',
    scan: 'Scan dengan aplikasi apa pun yang mendukung QRIS',
    until: 'Bayar sebelum',
    open: 'Buka halaman pembayaran',
    paid: 'Sudah dibayar',
    ended: 'Pembayaran ini sudah berakhir',
    notAffiliated: 'Halaman warung ini. Tidak berafiliasi dengan atau didukung oleh Midtrans.',
  },
  en: {
    title: (amount: string, merchant: string) => `Pay ${amount} to ${merchant}`,
    payTo: 'Pay to',
    scan: 'Scan it with any app that supports QRIS',
    until: 'Pay before',
    open: 'Open the payment page',
    paid: 'Paid',
    ended: 'This payment has ended',
    notAffiliated: 'A page of this shop. Not affiliated with or endorsed by Midtrans.',
  },
} as const
