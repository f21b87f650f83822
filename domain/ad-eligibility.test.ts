import { describe, expect, test } from 'vitest'
import { adEligibility, type PageText } from './ad-eligibility.ts'

const empty: PageText = {
  path: '/jobs/ssc-cgl',
  text: '',
  paragraphs: [],
  height: 0,
  headings: 0,
  links: 0,
  lists: 0,
  images: 0,
  hasMetadata: false,
}
const words = (count: number) => Array(count).fill('word').join(' ')
const long = 'x'.repeat(100)
const full: PageText = {
  path: '/jobs/ssc-cgl',
  text: `One. Two! Three? Four. Five. ${words(300)}`,
  paragraphs: [long, long, long],
  height: 500,
  headings: 2,
  links: 2,
  lists: 1,
  images: 1,
  hasMetadata: true,
}

test.each<[string, Partial<PageText>, number]>([
  ['nothing', {}, 0],
  ['300 words', { text: words(300) }, 30],
  ['299 words', { text: words(299) }, 0],
  ['3 long paragraphs', { paragraphs: [long, long, long] }, 20],
  ['2 long paragraphs and a short one', { paragraphs: [long, long, 'x'.repeat(99)] }, 0],
  ['a height of 500', { height: 500 }, 15],
  ['a height of 499', { height: 499.9 }, 0],
  ['2 headings', { headings: 2 }, 10],
  ['1 heading', { headings: 1 }, 0],
  ['2 links', { links: 2 }, 10],
  ['1 link', { links: 1 }, 0],
  ['a list', { lists: 1 }, 5],
  ['an image', { images: 1 }, 5],
  ['metadata', { hasMetadata: true }, 5],
  ['5 unique sentences', { text: 'A. B. C! D? E।' }, 5],
  ['5 sentences, two alike', { text: 'A. B. C. D. a.' }, 0],
])('a page with %s has the expected score', (_, page, score) => {
  expect(adEligibility({ ...empty, ...page }).score).toBe(score)
})

describe('thresholds', () => {
  test('70 is enough for content, 75 for a banner', () => {
    const seventy = { ...empty, text: words(300), paragraphs: [long, long, long], headings: 2, links: 2 }
    expect(adEligibility(seventy)).toEqual({ score: 70, content: true, banner: false })
    expect(adEligibility({ ...seventy, lists: 1 })).toEqual({ score: 75, content: true, banner: true })
    expect(adEligibility({ ...seventy, links: 1, lists: 1 })).toEqual({ score: 65, content: false, banner: false })
    expect(adEligibility(full)).toEqual({ score: 105, content: true, banner: true })
  })
})

test.each(['/admin', '/admin/jobs', '/admin-login', '/404', '/error', '/offline'])(
  'the page %s never has advertising',
  (path) => {
    expect(adEligibility({ ...full, path }).content).toBe(false)
  },
)

test('a page under construction never has advertising', () => {
  expect(adEligibility({ ...full, text: `${full.text} This page is Under Construction.` }).content).toBe(false)
  expect(adEligibility({ ...full, path: '/administration' }).content).toBe(true)
})
