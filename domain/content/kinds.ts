/** Every kind of notice, one line each. Their orders are in their files. */
export { jobs } from './kinds/jobs.ts'
export { admitCards } from './kinds/admit-cards.ts'
export { results } from './kinds/results.ts'
export { answerKeys } from './kinds/answer-keys.ts'
export { admissions } from './kinds/admissions.ts'
export { documents } from './kinds/documents.ts'
export { syllabus } from './kinds/syllabus.ts'
