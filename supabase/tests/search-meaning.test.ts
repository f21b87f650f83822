import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { undone } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

/** Titles by kind; of the jobs, what else is searched. Nothing else is in the database. */
const titles: Partial<Record<ContentTable, Record<string, { eligibility?: string; qualifications?: string[] }>>> = {
  jobs: {
    'SSC GD Constable Recruitment 2027': {},
    'SSC CHSL (10+2) Recruitment 2026': { qualifications: ['12th'] },
    'Railway RRB Group D Level 1 Recruitment 2026': { eligibility: 'Matriculation or ITI' },
    'Railway RRB NTPC Undergraduate Level Recruitment 2026': { qualifications: ['12th'] },
    'Bihar Home Guard Recruitment 2026': { qualifications: ['10th'] },
    'Indian Air Force Agniveer Rally 2026': { eligibility: 'Class 12 pass in any stream' },
    'SBI Clerk Recruitment 2026': { eligibility: 'Degree of a university', qualifications: ['graduate'] },
    'High Court Peon Recruitment 2026': { eligibility: 'Class 8 pass' },
    'बिहार शिक्षक भर्ती 2026': {},
  },
  admit_cards: {
    'SSC CGL Tier I Admit Card 2026': {},
    'SSC CHSL Tier I Exam City 2026': {},
    'RRB Group D CBT Admit Card 2026': {},
    'UPSSSC Lekhpal Hall Ticket 2026': {},
  },
  results: { 'SSC CGL Tier I Result 2025': {}, 'RRB Group D Final Marks 2025': {}, 'Bihar Police SI Merit 2026': {} },
  answer_keys: { 'SSC CGL Tier I 2025 Objection': {} },
  syllabus: { 'SSC CGL Tier I 2026 Topics': {} },
}

async function fill(by: postgres.ISql): Promise<void> {
  for (const [table, notices] of Object.entries(titles)) {
    const rows = Object.entries(notices).map(([title, further], index) => ({
      title,
      slug: `${table.replaceAll('_', '-')}-${index}`,
      ...(table === 'jobs' && { eligibility: null, qualifications: null, ...further }),
    }))
    await by`insert into ${by(table)} ${by(rows)}`
  }
}

interface Titled {
  title: string
}

const titlesOf = (rows: Titled[]) => rows.map(({ title }) => title).sort()

/** @returns the rows of a list, and its close matches */
async function list(table: ContentTable, text: string) {
  const [row] = await undone(sql, async (by) => {
    await fill(by)
    return by`select list_notices(${table}, ${text}) as page`
  })
  return { exact: titlesOf(row?.['page'].rows), close: titlesOf(row?.['page'].closeMatches) }
}

/** What is typed in the box of a list, and what the list shows as close matches. */
const queries: [table: ContentTable, text: string, found: string[]][] = [
  // The kind of the list is understood, and not required in the title.
  ['admit_cards', 'ssc cgl admit card', ['SSC CGL Tier I Admit Card 2026']],
  ['admit_cards', 'chsl admit card', ['SSC CHSL Tier I Exam City 2026']],
  ['admit_cards', 'admit card lekhpal', ['UPSSSC Lekhpal Hall Ticket 2026']],
  ['admit_cards', 'lekhpal ka admitcard kab aayega', ['UPSSSC Lekhpal Hall Ticket 2026']],
  ['admit_cards', 'प्रवेश पत्र लेखपाल', ['UPSSSC Lekhpal Hall Ticket 2026']],
  ['results', 'group d result', ['RRB Group D Final Marks 2025']],
  ['results', 'bihar police si ka parinam', ['Bihar Police SI Merit 2026']],
  ['answer_keys', 'cgl answer key', ['SSC CGL Tier I 2025 Objection']],
  ['answer_keys', 'उत्तर कुंजी cgl', ['SSC CGL Tier I 2025 Objection']],
  ['syllabus', 'cgl syllabus', ['SSC CGL Tier I 2026 Topics']],
  // Any order, other spellings, joined and split words, other scripts.
  ['jobs', 'group d railway', ['Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'relway grop d', ['Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'रेलवे ग्रुप डी', ['Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'sscgd', ['SSC GD Constable Recruitment 2027']],
  ['jobs', 'sscgdconstable', ['SSC GD Constable Recruitment 2027']],
  ['jobs', 'groupd railway', ['Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'under graduate level', ['Railway RRB NTPC Undergraduate Level Recruitment 2026']],
  ['jobs', 'bihar ke shikshak', ['बिहार शिक्षक भर्ती 2026']],
  ['jobs', 'bihar teacher', ['बिहार शिक्षक भर्ती 2026']],
  ['jobs', 'होम गार्ड', ['Bihar Home Guard Recruitment 2026']],
  // Qualifications, in titles, in the eligibility and among the facts.
  ['jobs', 'CHSL 10+2', ['SSC CHSL (10+2) Recruitment 2026']],
  ['jobs', '10th pass', ['Bihar Home Guard Recruitment 2026', 'Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'दसवीं पास', ['Bihar Home Guard Recruitment 2026', 'Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'high school', ['Bihar Home Guard Recruitment 2026', 'Railway RRB Group D Level 1 Recruitment 2026']],
  ['jobs', 'railway matric', ['Railway RRB Group D Level 1 Recruitment 2026']],
  [
    'jobs',
    'intermediate pass',
    [
      'Indian Air Force Agniveer Rally 2026',
      'Railway RRB NTPC Undergraduate Level Recruitment 2026',
      'SSC CHSL (10+2) Recruitment 2026',
    ],
  ],
  ['jobs', 'आठवीं पास सरकारी नौकरी', ['High Court Peon Recruitment 2026']],
  ['jobs', 'graduation bank clerk', ['SBI Clerk Recruitment 2026']],
  ['jobs', 'xylophone', []],
]

describe('a list finds what visitors mean, apart from what has the text', () => {
  test.each(queries)('the list of %s has as close matches for %j', async (table, text, found) => {
    expect(await list(table, text)).toEqual({ exact: [], close: [...found].sort() })
  })

  test('a list has rows with the text first, and none of them again as a close match', async () => {
    expect(await list('admit_cards', 'hall ticket')).toEqual({
      exact: ['UPSSSC Lekhpal Hall Ticket 2026'],
      close: ['RRB Group D CBT Admit Card 2026', 'SSC CGL Tier I Admit Card 2026', 'SSC CHSL Tier I Exam City 2026'],
    })
    const enough = await list('jobs', 'recruitment')
    expect([enough.exact.length, enough.close]).toEqual([7, []])
  })
})

describe('the search of the whole site understands the same', () => {
  test.each([
    ['ssc cgl result', 'results', 'SSC CGL Tier I Result 2025'],
    ['group d result', 'results', 'RRB Group D Final Marks 2025'],
    ['cgl answer key', 'answer_keys', 'SSC CGL Tier I 2025 Objection'],
    ['sscgd', 'jobs', 'SSC GD Constable Recruitment 2027'],
    ['दसवीं पास रेलवे', 'jobs', 'Railway RRB Group D Level 1 Recruitment 2026'],
  ])('the first close match for %j is in %s', async (text, category, title) => {
    const [row] = await undone(sql, async (by) => {
      await fill(by)
      return by`select search_notices(${text}) as answer`
    })
    expect(row?.['answer']).toMatchObject({ totalFound: 0 })
    expect(row?.['answer'].closeMatches[0]).toMatchObject({ category, title })
  })
})

test('a word that an admin adds is understood at once, and no longer when it is deleted', async () => {
  const found = await undone(sql, async (by) => {
    await fill(by)
    const search = async () => {
      const [row] = await by`select list_notices('admit_cards', 'anumati') -> 'closeMatches' as close`
      return titlesOf(row?.['close'])
    }
    await by`insert into search_words (written, means) values ('Anumati', 'admit card')`
    const added = await search()
    await by`delete from search_words where written = 'Anumati'`
    return [added, await search()]
  })
  expect(found).toEqual([Object.keys(titles.admit_cards ?? {}).sort(), []])
})
