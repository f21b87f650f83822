import { FORM } from './messages.ts'
import type { NumberProblem } from './typed-number.ts'

const MESSAGES: Record<NumberProblem, (field: string, value: string) => string> = {
  'not-a-number': FORM.notANumber,
  'not-whole': FORM.notWhole,
  'below-paise': FORM.belowPaise,
  'below-marks': FORM.belowMarks,
  negative: FORM.negative,
  'too-large': FORM.numberTooLarge,
}

/** @returns the message about a typed number that is rejected */
export function numberError(problem: NumberProblem, label: string, text: string): string {
  return MESSAGES[problem](label, text)
}
