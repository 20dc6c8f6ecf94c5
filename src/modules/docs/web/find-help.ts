import type { Finder } from '../../../web/dashboard/finder.ts'
import { findChapters } from '../find-chapters.ts'
import { articleSlugs } from './manual/article.ts'
import { extractArticleText, manual } from './manual/article-view.ts'

/** Finds the chapters of the manual that answer a question. */
export const helpFinder: Finder = {
  order: 7,
  title: { id: 'Bantuan', en: 'Help' },
  async find(_app, { language }, { text, limit }) {
    const chapters = articleSlugs.map(slug => {
      return { slug, ...manual[language][slug], words: extractArticleText(language, slug) }
    })
    return findChapters(chapters, text)
      .slice(0, limit)
      .map(({ slug, title, lead }) => ({ path: `/docs/manual/${slug}`, title, note: lead }))
  },
}
