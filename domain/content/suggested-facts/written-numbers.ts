import type { NumbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { RELAXATION_YEARS_MAX } from '#domain/limits.ts'
import { CATEGORIES, writtenCategories } from './written-categories.ts'
import { plainText, YEARS } from './written-text.ts'

const RELAXES = /relax|छूट/i
const IS_FEE = /\bfee\b|₹|शुल्क/i
const FREE = String.raw`nil|free|no fee|exempt\w*|निःशुल्क|नि:शुल्क`

/** '3 years for OBC', and 'OBC: 3 years' */
const YEARS_FOR = new RegExp(
  String.raw`\b(\d{1,2})\s*${YEARS}[^\d.;,]{0,25}?(?:\bfor|\bto|\bin case of)\s+(?:the\s+)?(${CATEGORIES})`,
  'gi',
)
const YEARS_AFTER = new RegExp(String.raw`(${CATEGORIES})[^\d.;]{0,25}?\b(\d{1,2})\s*${YEARS}`, 'gi')
/** 'OBC - 270', 'UR: 1,200'; no percentage, age or amount */
const POSTS_AFTER = new RegExp(
  String.raw`(${CATEGORIES})\s*(?:-|:|=|\()\s*(\d[\d,]*)(?![\d.]*\s*(?:%|\/-|${YEARS}|marks))`,
  'gi',
)
const RUPEES_AFTER = new RegExp(
  String.raw`(${CATEGORIES})\s*(?:category|candidates)?\s*[-:=]?\s*(?:(?:₹\s*)?(\d[\d,]*(?:\.\d{1,2})?)(?!\s*${YEARS}|%)|(${FREE}))`,
  'gi',
)

/** @returns the years of relaxation that a text states: 'OBC 3 years, SC/ST 5 years relaxation' */
export function writtenRelaxations(text: string): NumbersByCategory {
  const plain = plainText(text)
  if (!RELAXES.test(plain)) return {}
  const numbers: NumbersByCategory = {}
  const add = (categories: string, years: string) => addNumber(numbers, categories, Number(years))
  const rest = plain.replace(YEARS_FOR, (_all, years: string, categories: string) => {
    add(categories, years)
    return ';'
  })
  for (const [, categories = '', years = ''] of rest.matchAll(YEARS_AFTER)) add(categories, years)
  return Object.fromEntries(Object.entries(numbers).filter(([, years]) => years <= RELAXATION_YEARS_MAX))
}

/** @returns the posts by category that a text states for two categories or more: 'UR-120, OBC-81' */
export function writtenPosts(text: string): NumbersByCategory {
  const numbers: NumbersByCategory = {}
  const sentences = plainText(text).split(/[;\n]/)
  for (const sentence of sentences.filter((each) => !IS_FEE.test(each) && !RELAXES.test(each))) {
    for (const [, categories = '', number = ''] of sentence.matchAll(POSTS_AFTER)) {
      if (writtenCategories(categories).length === 1) addNumber(numbers, categories, Number(number.replaceAll(',', '')))
    }
  }
  return Object.keys(numbers).length > 1 ? numbers : {}
}

/** @returns the fees by category that a text states: 'Fee: General/OBC ₹100, SC/ST nil' */
export function writtenFees(text: string): NumbersByCategory {
  const numbers: NumbersByCategory = {}
  const sentences = plainText(text)
    .replace(/\brs\.?\s*(?=\d)/gi, '₹')
    .split(/[;\n]|\.\s/)
  for (const sentence of sentences.filter((each) => IS_FEE.test(each))) {
    for (const [, categories = '', amount] of sentence.matchAll(RUPEES_AFTER)) {
      addNumber(numbers, categories, amount ? Number(amount.replaceAll(',', '')) : 0)
    }
  }
  return numbers
}

/** The first number that a text states for a category counts. */
function addNumber(numbers: NumbersByCategory, categories: string, number: number): void {
  for (const category of writtenCategories(categories)) numbers[category] ??= number
}
