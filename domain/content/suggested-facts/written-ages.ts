import { plainText, YEARS } from './written-text.ts'

interface WrittenAges {
  min: number | null
  max: number | null
}

const RANGE = String.raw`(\d{2})\s*(?:-|to\b|and\b|से)\s*(\d{2})\b`
const RANGES = [
  new RegExp(String.raw`\b${RANGE}\s*${YEARS}(?!\s*(?:of\s+)?experience)`, 'gi'),
  new RegExp(String.raw`(?:\bage[sd]?\b|आयु|उम्र)[^\d.;]{0,30}${RANGE}`, 'gi'),
]
/** 'Upper age is 27, 30 or 32 by post' */
const UPPER = new RegExp(
  String.raw`(?:\b(?:upper|maximum|max\.?)\s+age\b|\bage\b[^\d.;]{0,20}\b(?:not (?:more than|exceed\w*)|below|under|up\s?to)\b|अधिकतम आयु)[^\d.;]{0,30}?(\d{2}(?:[^\d.;%]{1,16}\d{2}\b)*)`,
  'gi',
)
const UPPER_YEARS = new RegExp(
  String.raw`\b(?:not (?:more than|exceed\w*)|below|under|up\s?to|maximum|max\.?)\s+(\d{2})\s*${YEARS}(?!\s*(?:of\s+)?experience)`,
  'gi',
)
const LOWER = new RegExp(
  String.raw`(?:\b(?:minimum|min\.?|lower)\s+age\b|न्यूनतम आयु)[^\d.;]{0,25}?(\d{2})\b|\b(?:minimum|at least|not (?:less|below) than)\s+(\d{2})\s*${YEARS}(?!\s*(?:of\s+)?experience)`,
  'gi',
)
/** Ages in years that a notice may state. */
const isAge = (age: number) => age >= 5 && age <= 75

/** @returns the lowest and the highest age that a text states, over all posts */
export function writtenAges(text: string): WrittenAges {
  const plain = plainText(text)
  const ranges = RANGES.flatMap((pattern) => [...plain.matchAll(pattern)])
    .map(([, min, max]) => [Number(min), Number(max)] as const)
    .filter(([min, max]) => isAge(min) && isAge(max) && min <= max)
  const upper = [UPPER, UPPER_YEARS].flatMap((pattern) => numbersIn(plain, pattern)).filter(isAge)
  const lower = numbersIn(plain, LOWER).filter(isAge)
  return {
    min: least([...ranges.map(([min]) => min), ...lower]),
    max: most([...ranges.map(([, max]) => max), ...upper]),
  }
}

function numbersIn(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].flatMap(([, one, other]) =>
    [...(one ?? other ?? '').matchAll(/\d{2}/g)].map(([number]) => Number(number)),
  )
}

const least = (ages: readonly number[]) => (ages.length > 0 ? Math.min(...ages) : null)
const most = (ages: readonly number[]) => (ages.length > 0 ? Math.max(...ages) : null)
