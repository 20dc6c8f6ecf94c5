import type { FailureKind } from '../connections/connection.ts'

/**
 * Why a provider's answer is unusable, and what to do about it. The provider's own message, in whatever language it is,
 * is shown beside it.
 */
export const failureTexts: Record<'id' | 'en', Record<FailureKind, string>> = {
  id: {
    unreachable: 'Penyedianya tidak menjawab. Kami terus mencoba; kalau lama, tanyakan ke penyedianya.',
    unauthorized: 'Kredensialnya ditolak. Ganti kredensialnya, atau hubungkan ulang.',
    refused: 'Penyedianya menolak permintaan ini.',
    taken: 'Nomor referensinya sudah terpakai di penyedia.',
    unexpected: 'Jawaban penyedianya tidak bisa dibaca. Kalau terus begini, hubungi operator.',
    silent:
      'HP-nya tidak melapor. Periksa apakah HP-nya menyala dan aplikasi penerusnya boleh berjalan di latar belakang.',
    too_late: 'Kodenya tidak selesai dibuat sebelum waktunya habis.',
  },
  en: {
    unreachable: 'The provider isn’t responding. We keep trying; if it lasts, ask the provider.',
    unauthorized: 'Its credentials were rejected. Replace them, or connect again.',
    refused: 'The provider refused this request.',
    taken: 'The provider has used this reference before.',
    unexpected: 'The provider’s answer couldn’t be read. If this goes on, contact the operator.',
    silent: 'The phone has stopped reporting. Check that it is on and that its forwarder may run in the background.',
    too_late: 'The code could not be made before the time was over.',
  },
}

/** The kinds whose stored message is our own and repeats the text above. */
const ownSentences: readonly FailureKind[] = ['silent', 'too_late']

/** Returns a failure in the reader's language, followed by the provider's words, if any. */
export function explainFailure(
  { kind, sentence }: { kind: FailureKind | null; sentence: string },
  language: 'id' | 'en',
): { text: string | null; detail: string | null } {
  if (kind === null) return { text: null, detail: sentence }
  return { text: failureTexts[language][kind], detail: ownSentences.includes(kind) ? null : sentence }
}
