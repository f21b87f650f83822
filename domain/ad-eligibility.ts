import { OFFLINE_PATH } from './page-paths.ts'

/** Measures of the content of a page that ad eligibility depends on. */
export interface PageText {
  path: string
  /** The visible text. */
  text: string
  paragraphs: readonly string[]
  /** Height of the content, in CSS pixels. */
  height: number
  headings: number
  links: number
  lists: number
  images: number
  /** Whether the page has a title and a description of its own. */
  hasMetadata: boolean
}

/** Allowed positions of advertisements: inside the content, or as a banner across it. */
export interface AdEligibility {
  score: number
  content: boolean
  banner: boolean
}

const CONTENT_SCORE = 70
const BANNER_SCORE = 75

const MIN_WORDS = 300
const MIN_LONG_PARAGRAPHS = 3
const MIN_HEIGHT = 500
const MIN_HEADINGS = 2
const MIN_LINKS = 2
const MIN_SENTENCES = 5

/** A paragraph is long from this many characters on: about two lines on a laptop. */
const LONG_PARAGRAPH = 100

/** Pages that never carry advertising, with everything below them. */
const EXCLUDED = ['/admin', '/404', '/error', OFFLINE_PATH]

/**
 * Whether a page has enough of its own to stand beside advertising.
 * Source: docs/behaviour/public-pages.md#advertising.
 */
export function adEligibility(page: PageText): AdEligibility {
  if (isExcluded(page)) return { score: 0, content: false, banner: false }
  const points: [boolean, number][] = [
    [words(page.text) >= MIN_WORDS, 30],
    [page.paragraphs.filter((text) => text.trim().length >= LONG_PARAGRAPH).length >= MIN_LONG_PARAGRAPHS, 20],
    [page.height >= MIN_HEIGHT, 15],
    [page.headings >= MIN_HEADINGS, 10],
    [page.links >= MIN_LINKS, 10],
    [page.lists > 0, 5],
    [page.images > 0, 5],
    [page.hasMetadata, 5],
    [uniqueSentences(page.text) >= MIN_SENTENCES, 5],
  ]
  const score = points.reduce((sum, [isMet, worth]) => sum + (isMet ? worth : 0), 0)
  return { score, content: score >= CONTENT_SCORE, banner: score >= BANNER_SCORE }
}

function isExcluded({ path, text }: PageText): boolean {
  const below = (folder: string) => path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}-`)
  return EXCLUDED.some(below) || /under\s+construction/i.test(text)
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

function uniqueSentences(text: string): number {
  const sentences = text.split(/[.!?।]+(?=\s|$)/).map((sentence) => sentence.trim().toLowerCase().replace(/\s+/g, ' '))
  return new Set(sentences.filter(Boolean)).size
}
