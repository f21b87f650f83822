import type { PageMeta } from '#app/pages/page.ts'

/** Metadata of the home page, also when it replaces a page that does not exist. */
export const HOME_META: PageMeta = {
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
  feeds: { folder: '', title: 'All notices' },
}
