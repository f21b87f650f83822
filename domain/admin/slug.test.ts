import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { slugChoices, slugOf } from './slug.ts'

/** The rule of the database. */
const SLUG = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

describe('the slug of a title', () => {
  test.each([
    ['UPSC CDS (I) 2027 Online Form', 'upsc-cds-i-2027-online-form'],
    ['Agniveervayu Intake 02/2027', 'agniveervayu-intake-022027'],
    ['ALP Online Form 2026 - Last Date Extended', 'alp-online-form-2026-last-date-extended'],
    ['Admit Card 2026 & Exam City', 'admit-card-2026-exam-city'],
    ["  Officers' __Training__  Academy  ", 'officers-training-academy'],
    ['snake_case_title', 'snake-case-title'],
    ['--- edge --- hyphens ---', 'edge-hyphens'],
    ['UP Police\u00a0SI\tResult\n2026', 'up-police-si-result-2026'],
    ['Café Zürich: naïve №5', 'cafe-zuerich-naive-no5'],
    ['ＳＳＣ　ＣＧＬ ２０２６', 'ssc-cgl-2026'],
    ['उत्तर प्रदेश पुलिस भर्ती 2026', 'uttar-pradesh-pulis-bharti-2026'],
    ['UPSSSC लेखपाल भर्ती', 'upsssc-lekhpal-bharti'],
    ['اردو', 'ardw'],
    ['🚆', ''],
    ['!!!', ''],
    ['', ''],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
    ['x'.repeat(150), 'x'.repeat(100)],
  ])('the slug of the title %j is %j', (title, slug) => expect(slugOf(title)).toBe(slug))

  test('every slug is empty or valid in the database, has at most 100 characters and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const slug = slugOf(title)
        expect(slug || 'none').toMatch(SLUG)
        expect(slug.length).toBeLessThanOrEqual(100)
        expect(slugOf(slug)).toBe(slug)
      }),
    )
  })

  test.each(['jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'])(
    'the English titles in the sample data of %s give the slugs that are stored with them',
    (table) => {
      const file = new URL(`../../supabase/sample-data/${table}.json`, import.meta.url)
      const rows = JSON.parse(readFileSync(file, 'utf8')) as { title: string; slug: string }[]
      const english = rows.filter(({ title }) => !/\p{Script=Devanagari}/u.test(title))
      expect(english.length).toBeGreaterThan(10)
      for (const { title, slug } of english) expect([slugOf(title), `${slugOf(title)}-1`]).toContain(slug)
    },
  )
})

describe('the slugs to try', () => {
  const now = 1_795_230_000_000

  test('the slugs to try are the slug itself, 100 with a number and one with a timestamp', () => {
    const choices = slugChoices('ssc-cgl', now)
    expect(choices.slice(0, 4)).toEqual(['ssc-cgl', 'ssc-cgl-1', 'ssc-cgl-2', 'ssc-cgl-3'])
    expect(choices.slice(-2)).toEqual(['ssc-cgl-100', `ssc-cgl-${now}`])
    expect(choices).toHaveLength(102)
  })

  test('a slug to try has no two hyphens in a row where a long slug is cut', () => {
    expect(slugChoices(`${'a'.repeat(97)}-bc`, now)[1]).toBe(`${'a'.repeat(97)}-1`)
  })

  test('the slugs to try are different, valid and not too long', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }).map(slugOf).filter(Boolean), (slug) => {
        const choices = slugChoices(slug, now)
        expect(new Set(choices).size).toBe(102)
        for (const choice of choices) expect(choice.length <= 100 && SLUG.test(choice)).toBe(true)
      }),
    )
  })
})
