import type { ConnectorErrorKind } from '../../connectors/connector.ts'
import type { Language } from '../language.ts'

/** Why a provider's answer is of no use; the provider's own sentence, which is in no chosen language, goes beside it. */
export const failureTexts: Record<Language, Record<ConnectorErrorKind, string>> = {
  id: {
    unreachable: 'penyedianya tidak menjawab. Coba lagi sebentar lagi.',
    unauthorized: 'kredensialnya ditolak. Ganti kredensialnya, atau hubungkan ulang.',
    refused: 'penyedianya menolak permintaan ini.',
    taken: 'nomor referensinya sudah terpakai di penyedia.',
    unexpected: 'jawaban penyedianya tidak bisa dibaca. Kalau terus begini, hubungi operator.',
  },
  en: {
    unreachable: 'the provider isn’t responding. Try again in a moment.',
    unauthorized: 'its credentials were rejected. Replace them, or connect again.',
    refused: 'the provider refused this request.',
    taken: 'the provider has used this reference before.',
    unexpected: 'the provider’s answer couldn’t be read. If this goes on, contact the operator.',
  },
}
