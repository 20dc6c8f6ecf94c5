import type { User } from '../user.ts'
import type { Mail } from './mailer.ts'

type Texts = Record<'reset' | 'verify', (data: MailData) => Omit<Mail, 'to'>>

interface MailData {
  username: string
  /** The address of the installation. */
  shopUrl: string
  /** The code, or the address of the page that confirms the e-mail address. */
  proof: string
}

/** The e-mail messages to users, by their language. */
export const mailTexts: Record<'id' | 'en', Texts> = {
  id: {
    reset: ({ username, shopUrl, proof }) => ({
      subject: 'Kode untuk mengganti kata sandi',
      text:
        `Kode untuk mengganti kata sandi ${username} di ${shopUrl}:\n\n${proof}\n\n` +
        'Berlaku 5 menit. Kalau bukan kamu yang memintanya, abaikan e-mail ini: kata sandimu tidak berubah.\n',
    }),
    verify: ({ username, shopUrl, proof }) => ({
      subject: 'Konfirmasi alamat e-mailmu',
      text:
        `Alamat ini dipakai ${username} di ${shopUrl}. Konfirmasi di halaman ini, berlaku 24 jam:\n\n${proof}\n\n` +
        'Setelah itu kamu bisa masuk dengan alamat ini dan mengganti kata sandi yang lupa. Kalau bukan kamu yang ' +
        'memakainya, abaikan e-mail ini.\n',
    }),
  },
  en: {
    reset: ({ username, shopUrl, proof }) => ({
      subject: 'Your code for a new password',
      text:
        `The code for a new password of ${username} at ${shopUrl}:\n\n${proof}\n\n` +
        'It is good for 5 minutes. If you did not ask for it, ignore this message: your password stays as it is.\n',
    }),
    verify: ({ username, shopUrl, proof }) => ({
      subject: 'Confirm your e-mail address',
      text:
        `${username} at ${shopUrl} uses this address. Confirm it on this page within 24 hours:\n\n${proof}\n\n` +
        'After that you can sign in with this address, and set a new password if you forget yours. If it was not ' +
        'you, ignore this message.\n',
    }),
  },
}

/** Returns the language that a user reads. */
export function chooseMailLanguage({ language }: User): 'id' | 'en' {
  return language
}
