/** Largest value of the database's integer columns; amounts are no larger. */
const MOST = 2_147_483_647

/** Digits with separators, in Indian or Western grouping. */
const GROUPED = /^\d{1,3}((,\d\d)*|(,\d{3})*),\d{3}(\.\d+)?$/

/** An amount in rupees has two decimals at most: paise. */
const BELOW_PAISE = /\.\d{3,}$/

/** Marks and percentiles are announced with seven decimals at most. */
const BELOW_MARKS = /\.\d{8,}$/

/** Why a typed number is rejected. */
export type NumberProblem = 'not-a-number' | 'not-whole' | 'below-paise' | 'below-marks' | 'negative' | 'too-large'

/**
 * Parses a typed number for an integer column, an amount in rupees with paise, or a mark. Digits may be grouped; an amount may
 * be written as official notifications print it: '₹1,250/-'. Source: docs/behaviour/admin.md#typed-numbers.
 *
 * @returns the number, null for an empty text, or the kind of error
 */
export function typedNumber(
  text: string,
  { isAmount, isMark = false }: { isAmount: boolean; isMark?: boolean },
): number | null | NumberProblem {
  const typed = text.trim()
  const plain = isAmount ? typed.replace(/^₹\s*/, '').replace(/\s*\/-$/, '') : typed
  if (!typed) return null
  const digits = GROUPED.test(plain) ? plain.replaceAll(',', '') : plain
  if (!/^-?(\d+|\d*\.\d+)$/.test(digits)) return 'not-a-number'
  const number = Number(digits)
  if (number < 0) return 'negative'
  if (number > MOST) return 'too-large'
  if (isMark) return BELOW_MARKS.test(digits) ? 'below-marks' : number
  if (isAmount) return BELOW_PAISE.test(digits) ? 'below-paise' : number
  return Number.isInteger(number) ? number : 'not-whole'
}
