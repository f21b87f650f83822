/** Subjects of degrees, and how texts name them. */
const SUBJECTS: readonly [subject: string, pattern: RegExp][] = [
  ['Engineering', /engineering|technology/i],
  ['Law', /\blaws?\b/i],
  ['Commerce', /commerce/i],
  ['Agriculture', /agricultur/i],
  ['Computer Applications', /computer applications?/i],
  ['Computer Science', /computer science/i],
  ['Nursing', /nursing/i],
  ['Pharmacy', /pharmacy/i],
  ['Management', /management|business administration/i],
  ['Mathematics', /math/i],
  ['Statistics', /statistics/i],
  ['Economics', /economics/i],
  ['Physics', /physics/i],
  ['Chemistry', /chemistry/i],
  ['Education', /education/i],
  ['Journalism', /journalism/i],
  ['Library Science', /library/i],
  ['Arts', /\barts\b|humanities/i],
  ['Science', /(?<!computer |library )science/i],
]

/** Degrees whose names say the subject. */
const DEGREES: readonly [degree: RegExp, subject: string][] = [
  [/^b\.?\s?(?:tech|e\b)|^बी\.?टेक/i, 'Engineering'],
  [/^b\.?\s?sc/i, 'Science'],
  [/^b\.?\s?com/i, 'Commerce'],
  [/^b\.?\s?ca\b/i, 'Computer Applications'],
  [/^b\.?\s?ba\b/i, 'Management'],
  [/^b\.?\s?pharm/i, 'Pharmacy'],
  [/^b\.?\s?a\b/i, 'Arts'],
  [/^l\.?l\.?b/i, 'Law'],
]

/** Where the subject of a degree ends: 'degree in law with 55% marks'. */
const END = /\b(?:with|at|from|having|plus|for|who|by|and typing)\b|\d|\(/i

/** @returns the subject that the name of a degree says: 'Engineering' for 'B.Tech' */
export function subjectOf(degree: string): string | null {
  return DEGREES.find(([pattern]) => pattern.test(degree))?.[1] ?? null
}

/**
 * @param mark the character that stands for a degree in the sentence
 * @returns the subjects of the degrees in a sentence; none when a degree is named without one
 */
export function subjectsOfDegrees(sentence: string, mark: string): string[] {
  const [first = '', ...others] = sentence.split(mark)
  let before = first
  const found: string[] = []
  for (const after of others) {
    const subjects = subjectsAround(before, after)
    if (subjects.length === 0) return []
    found.push(...subjects)
    before = after
  }
  return [...new Set(found)]
}

/** 'law graduates', 'degree in law'; a more exact subject counts before that of 'B.Sc.' */
function subjectsAround(before: string, after: string): string[] {
  const word = /(\p{L}+)\s*$/u.exec(before)?.[1] ?? ''
  const named = /^\s*(?:\([^)]*\)\s*)?(?:in|of)\s+(.*)/s.exec(after)?.[1] ?? ''
  const text = `${word}; ${named.split(END)[0]}`
  const subjects = SUBJECTS.filter(([, pattern]) => pattern.test(text)).map(([subject]) => subject)
  return subjects.length > 1 ? subjects.filter((subject) => subject !== 'Science') : subjects
}
