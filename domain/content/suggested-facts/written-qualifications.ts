import { isQualification, QUALIFICATIONS, type Qualification } from '#domain/content/qualifications.ts'
import { subjectOf, subjectsOfDegrees } from './written-subjects.ts'
import { plainText } from './written-text.ts'

interface WrittenQualifications {
  qualifications: Qualification[]
  /** Subjects of the degree; empty where any subject will do. */
  subjects: string[]
}

/** What stands for a qualification, in the order in which it is looked for: 'postgraduate' contains 'graduate'. */
const WRITTEN: readonly [Qualification, RegExp][] = [
  [
    'postgraduate',
    /post[\s-]?graduat(?:es?|ion)(?:\s+(?:degree|diploma))?|\bp\.?g\.?\s+(?:degree|diploma)|\bmaster'?s?\s+(?:degree|of (?:arts|science|commerce|technology|business|computer))|\bmaster's|\bm\.?\s?(?:tech|sc|com|phil|b\.?a|c\.?a)\b\.?|\bph\.?\s?d\b|doctorate|स्नातकोत्तर|परास्नातक|पोस्ट\s?ग्रेजुएट/gi,
  ],
  ['postgraduate', /\bM\.?\s?[AE]\b\.?/g],
  [
    'professional',
    /\bmbbs\b|\bbds\b|\bb[ah]ms\b|\bb\.?\s?ed\b\.?|\bb\.?v\.?sc\b|chartered accountan\w+|cost accountan\w+|company secretar\w+|बी\.?\s?एड|एमबीबीएस/gi,
  ],
  ['professional', /\bCA\b|\bCMA\b|\bICWA\b/g],
  [
    'diploma',
    /diplomas?(?:\s+holders?)?|polytechnic|\bd\.?\s?el\.?\s?ed\b\.?|\bd\.?\s?pharm\b|\bgnm\b|\banm\b|डिप्लोमा|पॉलिटेक्निक/gi,
  ],
  ['iti', /\bi\.?t\.?i\b\.?|industrial training|\bncvt\b|\bscvt\b|national trade certificate|आई\.?टी\.?आई|आईटीआई/gi],
  [
    'graduate',
    /(?:b\.?\s?(?:tech|sc|com|ca|ba|pharm)\b\.?|\bl\.?l\.?b\b\.?|(?<!under[\s-]?)graduat(?:es?|ion)(?:\s+degree)?|bachelor'?s?(?:\s+degree|\s+of\b)?|\bdegree|स्नातक|ग्रेजुएट|बी\.?टेक)/gi,
  ],
  ['graduate', /\bB\.?\s?[AE]\b\.?/g],
  [
    '12th',
    /\b10\s?\+\s?2\b|\+\s?2\s+pass|\bplus two\b|\b12\s?th\b|\bxii(?:th)?\b|\bclass 12\b|\b12 pass|twelfth|intermediate|(?:higher|senior)\s+secondary|\bhsc\b|\bpuc\b|pre-?university|12\s?वीं|बारहवीं|इंटरमीडिएट|इंटर\s?पास|उच्च माध्यमिक|कक्षा 12/gi,
  ],
  [
    '10th',
    /\b10\s?th\b|\bx\s?th\b|\bclass (?:10|x)\b|\b10 pass|\btenth\b|matric\w*|high\s?school|\bsslc\b|\bhslc\b|secondary (?:school|education|exam)|10\s?वीं|दसवीं|मैट्रिक\S*|हाई\s?स्कूल|कक्षा 10/gi,
  ],
  ['8th', /\b8\s?th\b|\bviii(?:th)?\b|\bclass 8\b|\b8 pass|\beighth\b|middle (?:school )?pass|8\s?वीं|आठवीं|कक्षा 8/gi],
]

/** Of several qualifications that are asked for together, the one that is hardest to have comes last. */
const BY_EFFORT: readonly Qualification[] = [
  '8th',
  '10th',
  '12th',
  'iti',
  'diploma',
  'graduate',
  'professional',
  'postgraduate',
]

/** Marks in a text stand for qualifications, so that dots and slashes inside of names separate nothing. */
const FIRST_MARK = 0xe000
const MARK = /[\ue000-\ue0ff]/g
const ALTERNATIVES = /[.;,/|\n•]|\bor\b|या|अथवा|\beither\b/i

/**
 * @returns the qualifications that a text asks for, each of which suffices: of what is joined by 'with' or 'and', the
 * hardest alone. Source: docs/behaviour/facts.md#suggestions
 */
export function writtenQualifications(text: string): WrittenQualifications {
  const marked = WRITTEN.reduce(
    (rest, [qualification, pattern]) => rest.replace(pattern, (found) => mark(qualification, found)),
    classesApart(plainText(text)),
  )
  const asked = new Set(marked.split(ALTERNATIVES).flatMap((part) => hardest(part) ?? []))
  const qualifications = QUALIFICATIONS.map(({ value }) => value).filter((value) => asked.has(value))
  return { qualifications, subjects: qualifications.includes('graduate') ? subjectsIn(marked) : [] }
}

/** 'Class 8, 10 or 12' names three classes. */
function classesApart(text: string): string {
  return text.replace(/\bclass(?:es)?\s+\d+(?:(?:\s*(?:,|\/|&)\s*|\s+(?:or|and)\s+)\d+\b)+/gi, (list) =>
    list.replace(/\bclass(?:es)?\s+/i, '').replace(/\d+/g, (number) => `class ${number}`),
  )
}

function mark(qualification: Qualification, found: string): string {
  const subject = qualification === 'graduate' ? subjectOf(found) : null
  const symbol = String.fromCharCode(FIRST_MARK + BY_EFFORT.indexOf(qualification))
  return subject ? `${symbol} in ${subject} ` : `${symbol} `
}

function hardest(part: string): Qualification | undefined {
  const found = [...part.matchAll(MARK)].map(([symbol]) => symbol.charCodeAt(0) - FIRST_MARK)
  const name = BY_EFFORT[Math.max(-1, ...found)]
  return name && isQualification(name) ? name : undefined
}

/** @returns the subjects of the degrees; none as soon as one degree is named without one */
function subjectsIn(marked: string): string[] {
  const graduate = String.fromCharCode(FIRST_MARK + BY_EFFORT.indexOf('graduate'))
  const sentences = marked.split(/[;\n]|\.\s/).filter((sentence) => sentence.includes(graduate))
  const found = sentences.map((sentence) => subjectsOfDegrees(sentence, graduate))
  return found.some((subjects) => subjects.length === 0) ? [] : [...new Set(found.flat())]
}
