import type { Answer } from './criterion.ts'

export const ANSWERS: Record<Answer, string> = { yes: 'Eligible', no: 'Not eligible', check: 'Check' }

export const ELIGIBILITY = {
  link: 'Am I eligible?',
  only: 'Only what I can apply for',
  hidden: (count: number) => (count === 0 ? 'nothing is hidden here' : `${count} hidden here`),
  unknown: 'What this notice asks for could not be loaded',
  noSuchDay: 'There is no such day. Example: 15 6 2002',
  nothing: 'Answer at least one question.',
  saved: 'Saved on this device. Jobs and admissions now say whether you may apply.',
  notStored: 'This browser stores nothing for this site, so your answers last until you close or reload this page.',
  deleted: 'Your answers are deleted.',
}
