import type { Choice } from './choice.ts'

export type Qualification = '8th' | '10th' | '12th' | 'iti' | 'diploma' | 'graduate' | 'postgraduate' | 'professional'

/** What a notice may ask for, the lowest first. The database has the same in rules.qualifications(). */
export const QUALIFICATIONS: readonly Choice<Qualification>[] = [
  { value: '8th', label: '8th pass' },
  { value: '10th', label: '10th pass' },
  { value: '12th', label: '12th pass' },
  { value: 'iti', label: 'ITI' },
  { value: 'diploma', label: 'Diploma' },
  { value: 'graduate', label: 'Graduate' },
  { value: 'postgraduate', label: 'Postgraduate' },
  { value: 'professional', label: 'Professional degree' },
]

const LOWER: Record<Qualification, readonly Qualification[]> = {
  '8th': [],
  '10th': ['8th'],
  '12th': ['10th', '8th'],
  iti: ['10th', '8th'],
  diploma: ['10th', '8th'],
  graduate: ['12th', '10th', '8th'],
  postgraduate: ['graduate', '12th', '10th', '8th'],
  professional: ['graduate', '12th', '10th', '8th'],
}

/**
 * @param held what an applicant has
 * @param wanted what a notice asks for
 * @returns whether it suffices: it is the same or a higher one on the same way.
 * Source: docs/behaviour/facts.md#qualifications
 */
export function includes(held: Qualification, wanted: Qualification): boolean {
  return held === wanted || LOWER[held].includes(wanted)
}

/** @returns whether a text names a qualification */
export function isQualification(text: string): text is Qualification {
  return Object.hasOwn(LOWER, text)
}
