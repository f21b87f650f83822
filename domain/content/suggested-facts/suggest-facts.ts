import type { NumbersByCategory } from '#domain/content/categories-of-applicants.ts'
import type { Gender } from '#domain/content/genders.ts'
import type { PostGroup } from '#domain/content/post-groups.ts'
import type { Qualification } from '#domain/content/qualifications.ts'
import { writtenAges } from './written-ages.ts'
import { writtenFees, writtenPosts, writtenRelaxations } from './written-numbers.ts'
import { writtenQualifications } from './written-qualifications.ts'
import { writtenStates } from './written-states.ts'
import { plainText } from './written-text.ts'

/** Texts of a notice, as typed; '' for those that it does not have. */
export interface WrittenTexts {
  title: string
  location: string
  eligibility: string
  /** Names and eligibilities of the posts, one each line. */
  posts: string
}

/** Values of columns. */
export interface SuggestedFacts {
  qualifications?: Qualification[]
  graduate_fields?: string[]
  states?: string[]
  post_group?: PostGroup
  gender?: Gender
  category_vacancies?: NumbersByCategory
  age_min?: number
  age_max?: number
  age_relaxations?: NumbersByCategory
  category_fees?: NumbersByCategory
}

/** Of a longer text the rest is not read: a suggestion follows typing. */
const READ_CHARACTERS = 10_000

/**
 * @returns the facts that the texts of a notice seem to state, by column: a suggestion, which an editor checks. What no
 *   text states is left out. Source: docs/behaviour/facts.md#suggestions
 */
export function suggestFacts(texts: WrittenTexts): SuggestedFacts {
  const [title, location, eligibility, posts] = [texts.title, texts.location, texts.eligibility, texts.posts].map(
    (text) => text.slice(0, READ_CHARACTERS),
  ) as [string, string, string, string]
  const { qualifications, subjects } = firstQualifications([eligibility, posts, title])
  const about = `${eligibility}\n${posts}`
  const { min, max } = writtenAges(about)
  return stated({
    qualifications,
    graduate_fields: subjects,
    states: writtenStates(location, title),
    post_group: postGroup(`${title}\n${posts}`),
    gender: gender(`${title}\n${eligibility}`),
    category_vacancies: writtenPosts(about),
    age_min: min,
    age_max: max,
    age_relaxations: writtenRelaxations(about),
    category_fees: writtenFees(about),
  })
}

/** The eligibility says it for all posts; where it names none, the posts or the title do. */
function firstQualifications(texts: readonly string[]): ReturnType<typeof writtenQualifications> {
  const found = texts.map(writtenQualifications)
  return found.find(({ qualifications }) => qualifications.length > 0) ?? { qualifications: [], subjects: [] }
}

/** A notice for several groups has none in common. */
function postGroup(text: string): PostGroup | null {
  const groups = [
    ...plainText(text).matchAll(/\bgroup\s*[-"']?\s*([A-D])\b(?:["']?\s*(?:&|and|or|\/|,)\s*["']?([A-D])\b)?/gi),
  ]
  const letters = new Set(groups.flatMap(([, one = '', other = '']) => [one.toUpperCase(), other.toUpperCase()]))
  letters.delete('')
  return letters.size === 1 ? ([...letters][0] as PostGroup) : null
}

/** 'men and women only' is limited to neither. */
const FEMALE =
  /(?<!(?:and|or) )\b(?:only (?:women|females?|girls?)|(?:women|female|girl)s?(?: candidates| students)? only)\b|केवल महिला/i
const MALE = /(?<!(?:and|or) )\b(?:only (?:men|males?)|(?:men|males?)(?: candidates)? only)\b|केवल पुरुष/i

function gender(text: string): Gender | null {
  const plain = plainText(text)
  const isFemale = FEMALE.test(plain)
  if (isFemale === MALE.test(plain)) return null
  return isFemale ? 'female' : 'male'
}

function stated(facts: { [Column in keyof SuggestedFacts]: SuggestedFacts[Column] | null }): SuggestedFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => {
      if (value === null || value === undefined) return false
      return typeof value !== 'object' || Object.keys(value).length > 0
    }),
  )
}
