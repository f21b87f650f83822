import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '#app/site/layout/page-meta.ts'

/** The home page, also where it stands in for a page that does not exist. */
export function homeMeta(
  matches: Parameters<typeof pageMeta>[0],
  { noindex = false }: { noindex?: boolean } = {},
): MetaDescriptor[] {
  return pageMeta(matches, {
    title: 'Government jobs, results and admit cards',
    description:
      'Government jobs, admit cards, results, answer keys, admissions and syllabus from central and state bodies, with dates, fees and official links.',
    keywords: [
      'government jobs',
      'sarkari naukri',
      'admit card',
      'sarkari result',
      'answer key',
      'admission',
      'syllabus',
      'India',
    ],
    path: '/',
    noindex,
    feeds: { folder: '', title: 'All notices' },
  })
}
