import type { Language } from '../parts/language.ts'

const id = {
  title: 'Masuk',
  operatorTitle: 'Masuk sebagai operator',
  username: 'Nama pengguna',
  usernameOrEmail: 'Nama pengguna atau e-mail',
  usernameHint:
    'Kosongkan saja: dibuat dari nama toko. Atau 3 sampai 39 huruf kecil, angka, titik, strip, atau garis bawah.',
  email: 'Alamat e-mail',
  emailHint: 'Boleh kosong. Bisa diganti nanti di Profil dan keamanan.',
  emailHintMailed: 'Kami kirim tautan konfirmasi. Setelah itu kamu bisa masuk dan mengganti kata sandi lewat e-mail.',
  confirmEmailTitle: 'Konfirmasi alamat e-mail',
  confirmEmailText: 'Tekan tombol ini kalau kamu yang memakai alamat ini untuk tokomu.',
  confirmEmail: 'Konfirmasi',
  password: 'Kata sandi',
  newPassword: 'Kata sandi baru',
  passwordHint: 'Paling sedikit 8 karakter. Satu kalimat pendek lebih aman dan mudah diingat.',
  signIn: 'Masuk',
  toSignUp: 'Buka toko baru',
  toReset: 'Lupa kata sandi?',
  signUpTitle: 'Buka toko baru',
  signUpFree: 'Gratis 30 hari.',
  signUpText: 'Kamu mulai di mode uji, jadi belum ada uang sungguhan.',
  signUpClosed: 'Pendaftaran sedang ditutup. Minta operator membukakan akun untukmu.',
  shop: 'Nama toko',
  shopHint: 'Dilihat pelanggan di halaman pembayaran. Bisa diganti nanti.',
  signUp: 'Buka toko',
  toSignIn: 'Sudah punya toko? Masuk',
  byPasskey: 'Masuk dengan passkey',
  usePasskey: 'Pakai passkey',
  codeByPasskey: 'Konfirmasi dengan passkey di perangkatmu.',
  noPasskeyHere: 'Browser ini tidak bisa memakai passkey. Pakai kode cadangan.',
  byProvider: (name: string) => `Masuk dengan ${name}`,
  leaving: 'Sebentar, kamu diarahkan',
  goOn: 'Lanjut',
  providerDoubt: 'Masuk lewat penyedia itu tidak berhasil. Coba lagi dari awal.',
  providerAway: 'Penyedia itu sedang tidak menjawab. Coba lagi sebentar lagi.',
  linkFirst:
    'Sudah ada pengguna dengan alamat e-mail ini. Masuk dulu seperti biasa, lalu hubungkan penyedia ini di halaman ' +
    'Profil dan keamanan.',
  phoneTitle: 'Nomor HP',
  phoneText: (username: string) =>
    `Selamat datang! Nama penggunamu ${username}. Kami perlu nomor HP untuk menghubungimu.`,
  phone: 'Nomor HP',
  phoneHint: 'Misalnya 081234567890.',
  signUpPhoneHint: 'Boleh kosong. Pengelola menghubungimu lewat nomor ini.',
  againTitle: 'Pastikan ini kamu',
  againText: 'Ini menyangkut uang atau rahasia. Pastikan sekali lagi dengan cara yang biasa kamu pakai untuk masuk.',
  againBy: (name: string) => `Lanjut dengan ${name}`,
  againDoubt:
    'Penyedia itu tidak memastikan bahwa kamu baru saja masuk di sana, atau itu bukan akunmu. Pastikan dengan cara ' +
    'lain.',
  againAlone:
    'Kalau penyedia itu tidak memastikannya, keluar lalu masuk lagi. Hubungkan chat atau buat passkey di Profil dan ' +
    'keamanan supaya ada cara lain.',
  otherWay: 'Pakai cara lain',
  sendToChat: 'Kirim kode ke chat Telegram',
  openTitle: 'Tinggal satu langkah',
  openText: 'Beri nama tokomu. Nama ini dilihat pelanggan di halaman pembayaran.',
  suspendedTitle: 'Toko ditangguhkan',
  suspendedText: (shops: string) =>
    `${shops} ditangguhkan oleh operator. Tagihan yang masih terbuka tetap bisa dibayar. Hubungi operator untuk ` +
    'membukanya lagi.',
  codeTitle: 'Verifikasi dua langkah',
  codeByBot: 'Kami mengirim kode 6 angka ke chat Telegram-mu. Berlaku 5 menit.',
  codeByApp: 'Buka aplikasi autentikator dan masukkan kode 6 angka yang sedang tampil.',
  codeByBackup: 'Masukkan salah satu kode cadanganmu. Setiap kode hanya bisa dipakai sekali.',
  code: 'Kode',
  backupCode: 'Kode cadangan',
  confirm: 'Lanjut',
  sendAgain: 'Kirim kode baru',
  useBackup: 'Pakai kode cadangan',
  useCode: 'Pakai kode 6 angka',
  codeWrong: 'Kodenya salah atau sudah tidak berlaku.',
  codeUnsent: 'Kode belum bisa dikirim. Tunggu sebentar lalu minta lagi, atau pakai kode cadangan.',
  codesUsedUp: (wait: string) =>
    `Kode tidak dikirim: sudah lima kode dalam satu jam. Kode berikutnya bisa diminta dalam ${wait}. Kode cadangan ` +
    'tetap bisa dipakai.',
  resetTitle: 'Atur ulang kata sandi',
  resetText: (byMail: boolean) =>
    `Kami mengirim kode 6 angka ke chat Telegram yang terhubung${
      byMail ? ' dan ke alamat e-mail yang sudah dikonfirmasi' : ''
    }.`,
  resetByBackup: 'Punya kode cadangan? Pakai itu saja',
  resetNoWay: 'Tidak ada chat, e-mail, atau kode cadangan? Operator bisa membuatkan kata sandi baru.',
  resetCode: 'Kode 6 angka atau kode cadangan',
  resetSend: 'Kirim kode',
  resetSentTitle: 'Masukkan kodenya',
  resetSentText:
    'Kalau nama itu terdaftar dan ada chat atau e-mail untuknya, kodenya sudah terkirim. Berlaku 5 menit, paling ' +
    'banyak 5 percobaan. Kode cadangan juga bisa dipakai di sini.',
  resetSave: 'Ganti kata sandi',
}

export type SignInTexts = typeof id

const en: SignInTexts = {
  title: 'Sign in',
  operatorTitle: 'Sign in as the operator',
  username: 'Username',
  usernameOrEmail: 'Username or e-mail',
  usernameHint:
    'Leave it empty to have one made from the shop’s name. Or 3 to 39 lowercase letters, digits, dots, dashes or ' +
    'underscores.',
  email: 'E-mail address',
  emailHint: 'Optional. You can change it later under Profile and security.',
  emailHintMailed: 'We’ll send you a link to confirm it. Then you can sign in and reset your password by e-mail.',
  confirmEmailTitle: 'Confirm your e-mail address',
  confirmEmailText: 'Press this button if you use this address for your shop.',
  confirmEmail: 'Confirm',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'At least 8 characters. A short sentence is safer and easy to remember.',
  signIn: 'Sign in',
  toSignUp: 'Open a new shop',
  toReset: 'Forgot your password?',
  signUpTitle: 'Open a new shop',
  signUpFree: 'Free for 30 days.',
  signUpText: 'You start in test mode, without real money.',
  signUpClosed: 'Sign-up is closed at the moment. Ask the operator to open an account for you.',
  shop: 'Shop name',
  shopHint: 'Customers see it on the payment page. You can change it later.',
  signUp: 'Open the shop',
  toSignIn: 'Already have a shop? Sign in',
  byPasskey: 'Sign in with a passkey',
  usePasskey: 'Use a passkey',
  codeByPasskey: 'Confirm with the passkey on your device.',
  noPasskeyHere: 'This browser cannot use passkeys. Use a backup code.',
  byProvider: name => `Sign in with ${name}`,
  leaving: 'One moment, taking you there',
  goOn: 'Continue',
  providerDoubt: 'Signing in there didn’t work. Start again.',
  providerAway: 'That provider is not answering. Try again in a moment.',
  linkFirst:
    'There’s already a user with this e-mail address. Sign in as usual first, then link this provider under Profile ' +
    'and security.',
  phoneTitle: 'Phone number',
  phoneText: username => `Welcome! Your username is ${username}. We need a phone number to reach you.`,
  phone: 'Phone number',
  phoneHint: 'Such as 081234567890.',
  signUpPhoneHint: 'Optional. The operator reaches you by this number.',
  againTitle: 'Confirm it’s you',
  againText: 'This involves money or secrets. Please confirm it’s you, the way you usually sign in.',
  againBy: name => `Continue with ${name}`,
  againDoubt: 'That provider does not confirm that you signed in there just now, or it is not yours. Use another way.',
  againAlone:
    'If the provider does not confirm it, sign out and in again. Link a chat or add a passkey under Profile and ' +
    'security to have another way.',
  otherWay: 'Use another way',
  sendToChat: 'Send a code to the Telegram chat',
  suspendedTitle: 'Shop suspended',
  suspendedText: shops =>
    `${shops} was suspended by the operator. Invoices that are open can still be paid. Contact the operator to have ` +
    'it opened again.',
  openTitle: 'One more step',
  openText: 'Give your shop a name. Customers see it on the payment page.',
  codeTitle: 'Two-step verification',
  codeByBot: 'We sent a 6-digit code to your Telegram chat. It’s valid for 5 minutes.',
  codeByApp: 'Open your authenticator app and enter the 6 digits that it shows now.',
  codeByBackup: 'Enter one of your backup codes. Each works once.',
  code: 'Code',
  backupCode: 'Backup code',
  confirm: 'Continue',
  sendAgain: 'Send a new code',
  useBackup: 'Use a backup code',
  useCode: 'Use the 6-digit code',
  codeWrong: 'The code is wrong, or it has expired.',
  codeUnsent: 'The code could not be sent. Wait a moment and ask again, or use a backup code.',
  codesUsedUp: wait =>
    `No code was sent: there were five within the hour. The next can be asked for in ${wait}. Backup codes still work.`,
  resetTitle: 'Reset your password',
  resetText: byMail =>
    `We send a 6-digit code to the linked Telegram chat${byMail ? ' and the confirmed e-mail address' : ''}.`,
  resetByBackup: 'Have a backup code? Use it instead',
  resetNoWay: 'No chat, e-mail or backup code? The operator can give you a new password.',
  resetCode: '6-digit code or backup code',
  resetSend: 'Send the code',
  resetSentTitle: 'Enter the code',
  resetSentText:
    'If the name exists and has a chat or an e-mail address, the code is on its way. It’s valid for 5 minutes and 5 ' +
    'attempts. A backup code works here too.',
  resetSave: 'Change the password',
}

export const signInTexts: Record<Language, SignInTexts> = { id, en }
