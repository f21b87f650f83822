import type { MonetaryAmount } from 'schema-dts'
import type { Notice } from './notice.ts'
import { firstText } from './notice-columns.ts'

/** Words for a type of employment in the texts of a notice. Source: Google Search Central, JobPosting, employmentType */
const TYPES = {
  FULL_TIME: 'full[- ]time',
  PART_TIME: 'part[- ]time',
  CONTRACTOR: 'contract(?:ual)?',
  TEMPORARY: 'temporary|ad[- ]?hoc',
  PER_DIEM: 'daily[- ]wages?',
}

export type EmploymentType = keyof typeof TYPES | 'INTERN'

/** An apprentice is trained for a fixed time; an apprentice development officer trains salespeople. */
const TRAINED = /\b(?:apprentices?|apprenticeships?|interns?|internships?)\b(?! development)/i

/** 'Salary: ₹35,400 to ₹1,12,400 per month' as a line, an item of a list or a row of a table. */
const PAY =
  /^[ \t>*_#|+-]*(?:salary|pay|pay scale|stipend|remuneration|emoluments)[ *_]*[:|][ *_]*(?:₹|rs\.?|inr) *([\d,.]+?)(?:\/-)?(?: *(?:-|–|to) *(?:₹|rs\.?|inr)? *([\d,.]+?)(?:\/-)?)? *(?:per|a|an|\/) *(hour|day|week|month|year|annum)\b/gim

/**
 * @returns the types of employment that a notice states; none when it is silent
 * Source: docs/behaviour/seo.md#terms-of-employment
 */
export function employmentTypes(notice: Notice): EmploymentType[] {
  const text = textOf(notice)
  const types = Object.entries(TYPES).filter(([, words]) => statement(words).test(text))
  const stated = types.map(([type]) => type as EmploymentType)
  return TRAINED.test(notice.title) ? ['INTERN', ...stated] : stated
}

/**
 * @returns the pay in rupees that a notice states in one line with its period; null when there are several, because a
 * posting has one
 * Source: docs/behaviour/seo.md#terms-of-employment
 */
export function baseSalary(notice: Notice): MonetaryAmount | null {
  const [pay, other] = [...textOf(notice).matchAll(PAY)]
  if (!pay || other) return null
  const [, least = '', most = least, period = ''] = pay
  const [minValue, maxValue] = [amountOf(least), amountOf(most)]
  if (!(minValue > 0 && maxValue >= minValue)) return null
  return {
    '@type': 'MonetaryAmount',
    currency: 'INR',
    value: {
      '@type': 'QuantitativeValue',
      ...(minValue === maxValue ? { value: minValue } : { minValue, maxValue }),
      unitText: period.toLowerCase() === 'annum' ? 'YEAR' : period.toUpperCase(),
    },
  }
}

/** @returns what matches 'posts are contractual' and 'appointed on a purely temporary basis' */
function statement(words: string): RegExp {
  const posts = '(?:posts?|vacancies|appointments?|engagements?|employment) (?:is|are|will be)'
  return new RegExp(
    `\\b(?:${posts}|appointed|engaged|hired) (?:purely )?(?:on )?(?:an? )?(?:purely )?(?:${words})\\b`,
    'i',
  )
}

function textOf(notice: Notice): string {
  const texts = [notice.title, firstText(notice, ['eligibility']), firstText(notice, ['description'])]
  return texts.filter((text) => text !== null).join('\n')
}

function amountOf(text: string): number {
  return Number(text.replaceAll(',', '').replace(/\.$/, ''))
}
