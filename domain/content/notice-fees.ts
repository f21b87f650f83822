import {
  APPLICANT_CATEGORIES,
  categoriesLabel,
  groupedByNumber,
  numbersByCategory,
  type NumbersByCategory,
} from './categories-of-applicants.ts'
import type { ContentKind, FeeRow } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'

/** What some categories of applicants pay, in rupees. */
export interface Fee {
  /** 'SC/ST/EWS' */
  label: string
  amount: number
}

/**
 * @returns the fees that are known; 0 is a fee. A fee that is stated for a category counts before the one of the column
 * for several categories. Source: docs/behaviour/facts.md#fees-by-category
 */
export function noticeFees(kind: ContentKind, notice: NoticeCard): Fee[] {
  const stated = numbersByCategory(notice.category_fees)
  const ofColumns = kind.fees.flatMap((row) => {
    const label = labelOfOthers(row, stated)
    const amount = notice[row.field]
    return label && isAmount(amount) ? [{ label, amount }] : []
  })
  const ofCategories = groupedByNumber(stated).map(({ categories, number }) => ({
    label: categoriesLabel(categories),
    amount: number,
  }))
  return ofCategories.length > 0 ? inOrder([...ofCategories, ...ofColumns]) : ofColumns
}

/**
 * @returns whether nobody pays a fee. A category without a fee of its own pays the general one, so the fee of every
 *   category is known when the general one is. The database has the same in published.choices_of()
 */
export function isFree(kind: ContentKind, notice: NoticeCard): boolean {
  const isGeneralKnown =
    numbersByCategory(notice.category_fees).general !== undefined ||
    kind.fees.some(({ field, categories = ['general'] }) => categories.includes('general') && isAmount(notice[field]))
  return isGeneralKnown && noticeFees(kind, notice).every(({ amount }) => amount === 0)
}

function isAmount(stored: unknown): stored is number {
  return typeof stored === 'number' && Number.isFinite(stored)
}

/** @returns the label of those whose fee is not stated apart; null when that is nobody */
function labelOfOthers({ label, categories }: FeeRow, stated: NumbersByCategory): string | null {
  if (!categories?.some((category) => category in stated)) return label
  const others = categories.filter((category) => !(category in stated))
  return others.length > 0 ? categoriesLabel(others) : null
}

function inOrder(fees: readonly Fee[]): Fee[] {
  const labels = APPLICANT_CATEGORIES.map(({ label }) => label)
  const placeOf = ({ label }: Fee) => labels.indexOf(label.split('/')[0] ?? '')
  return fees.toSorted((a, b) => placeOf(a) - placeOf(b))
}
