import { expect, test } from 'vitest'
import { eligibility } from './eligibility.ts'
import { readFacts, type EligibilityFacts } from './facts.ts'
import type { Profile } from './profile.ts'

const TODAY = '2026-11-22'

/** A graduate of 24 years from Bihar. */
const person: Profile = {
  born: '2002-06-15',
  category: 'general',
  isDisabled: false,
  isExServiceman: false,
  gender: 'male',
  qualifications: ['graduate'],
  field: null,
  state: 'bihar',
}

/** A notice that everybody from 18 to 30 may answer. */
const notice: EligibilityFacts = {
  qualifications: ['10th'],
  fields: [],
  states: ['all-india'],
  gender: null,
  ageMin: 18,
  ageMax: 30,
  ageDay: '2026-08-01',
  lastDate: '2026-12-12',
  relaxations: { obc: 3, sc: 5, st: 5, pwd: 10, ex_servicemen: 3 },
  isRelaxed: true,
}

type Row = [who: Partial<Profile>, what: Partial<EligibilityFacts>, answer: string, reason: string]

const decide = (who: Partial<Profile>, what: Partial<EligibilityFacts>) =>
  eligibility({ ...person, ...who }, { ...notice, ...what }, TODAY)

/** Each row is a test of its own. */
function criterionTable(name: string, rows: Row[]): void {
  test.each(rows)(`${name} of %j and %j: %s, %s`, (who, what, answer, reason) => {
    const found = decide(who, what).criteria.find((criterion) => criterion.name === name)
    expect(found).toEqual({ name, answer, reason })
  })
}

const YOUNG = { ageMin: 18, ageMax: null }
const OLD = { ageMin: null, ageMax: 30 }
const UNSTATED = { relaxations: null, isRelaxed: true }
const LIMITS = 'the limits are 18 to 30'

criterionTable('Age', [
  [{}, {}, 'yes', `24 years 1 month 17 days on 01-08-2026; ${LIMITS}`],
  [{}, { ageMin: null, ageMax: null }, 'check', 'Age limits are not stated'],
  [{ born: null }, {}, 'check', 'Your date of birth is not given'],
  [{ born: null }, { ageMin: null, ageMax: null }, 'check', 'Age limits are not stated'],

  // The least age: reached on the birthday.
  [{ born: '2008-08-01' }, {}, 'yes', `18 years on 01-08-2026; ${LIMITS}`],
  [{ born: '2008-08-02' }, {}, 'no', '1 day under the age of 18 on 01-08-2026'],
  [{ born: '2008-11-01' }, {}, 'no', '3 months under the age of 18 on 01-08-2026'],
  [{ born: '2010-09-15' }, {}, 'no', '2 years 1 month 14 days under the age of 18 on 01-08-2026'],
  [{ born: '2008-07-31' }, YOUNG, 'yes', '18 years 1 day on 01-08-2026; the limits are 18 or more'],
  [{ born: '1950-01-01' }, YOUNG, 'yes', '76 years 7 months on 01-08-2026; the limits are 18 or more'],
  [{ born: '2026-08-01' }, OLD, 'yes', '0 days on 01-08-2026; the limits are up to 30'],
  [{ born: '2026-08-02' }, OLD, 'no', 'Born after 01-08-2026'],
  [{ born: '2026-08-02' }, {}, 'no', '18 years 1 day under the age of 18 on 01-08-2026'],

  // The largest age: not older than that; notices differ on the birthday itself.
  [{ born: '1996-08-02' }, {}, 'yes', `29 years 11 months 30 days on 01-08-2026; ${LIMITS}`],
  [
    { born: '1996-08-01' },
    {},
    'check',
    'Exactly the age of 30 on 01-08-2026; the notification says whether that is too old',
  ],
  [{ born: '1996-07-31' }, {}, 'no', '1 day over the age of 30 on 01-08-2026'],
  [{ born: '1996-06-01' }, OLD, 'no', '2 months over the age of 30 on 01-08-2026'],
  [{ born: '1984-04-20' }, {}, 'no', '12 years 3 months 12 days over the age of 30 on 01-08-2026'],
  [{ born: '1996-08-02' }, { ageMin: 30, ageMax: 30 }, 'no', '1 day under the age of 30 on 01-08-2026'],

  // 29 February.
  [{ born: '2004-02-29' }, { ageDay: '2022-02-28' }, 'no', '1 day under the age of 18 on 28-02-2022'],
  [{ born: '2004-02-29' }, { ageDay: '2022-03-01' }, 'yes', `18 years on 01-03-2022; ${LIMITS}`],
  [{ born: '1996-02-29' }, { ageDay: '2026-02-28' }, 'yes', `29 years 11 months 30 days on 28-02-2026; ${LIMITS}`],
  [{ born: '1996-02-29' }, { ageDay: '2026-03-02' }, 'no', '1 day over the age of 30 on 02-03-2026'],
  [
    { born: '2008-02-29' },
    { ageDay: '2024-02-29', ageMin: 16 },
    'yes',
    '16 years on 29-02-2024; the limits are 16 to 30',
  ],

  // The day on which ages count.
  [
    { born: '2008-10-01' },
    { ageDay: null },
    'yes',
    `18 years 2 months 11 days on 12-12-2026, the last date to apply; ${LIMITS}`,
  ],
  [{ born: '2008-12-13' }, { ageDay: null }, 'no', '1 day under the age of 18 on 12-12-2026, the last date to apply'],
  [{ born: '1996-12-11' }, { ageDay: null }, 'no', '1 day over the age of 30 on 12-12-2026, the last date to apply'],
  [
    {},
    { ageDay: null, lastDate: null },
    'check',
    '24 years 5 months 7 days today; the day on which ages count is not stated',
  ],
  [{ born: '2027-01-01' }, { ageDay: null, lastDate: null }, 'check', 'the day on which ages count is not stated'],

  // Relaxation by category.
  [
    { born: '1994-08-02', category: 'obc' },
    {},
    'yes',
    '31 years 11 months 30 days on 01-08-2026; the limit for OBC is 33',
  ],
  [{ born: '1993-06-01', category: 'obc' }, {}, 'no', '2 months over the age for OBC on 01-08-2026'],
  [
    { born: '1993-08-01', category: 'obc' },
    {},
    'check',
    'Exactly the age for OBC on 01-08-2026; the notification says whether that is too old',
  ],
  [{ born: '1993-07-31', category: 'obc' }, {}, 'no', '1 day over the age for OBC on 01-08-2026'],
  [{ born: '1992-01-01', category: 'sc' }, {}, 'yes', '34 years 7 months on 01-08-2026; the limit for SC is 35'],
  [{ born: '1991-07-01', category: 'st' }, {}, 'no', '1 month over the age for ST on 01-08-2026'],
  [{ born: '1996-07-01', category: 'ews' }, {}, 'no', '1 month over the age of 30 on 01-08-2026'],
  [
    { born: '1996-07-01', category: 'ews' },
    { relaxations: { ews: 5 } },
    'yes',
    '30 years 1 month on 01-08-2026; the limit for EWS is 35',
  ],
  [{ category: 'obc' }, {}, 'yes', `24 years 1 month 17 days on 01-08-2026; ${LIMITS}`],
  [
    { born: '1996-07-01', category: 'obc' },
    { relaxations: { sc: 5 } },
    'no',
    '1 month over the age of 30 on 01-08-2026',
  ],
  [
    { born: '1996-07-01', category: null },
    {},
    'check',
    '1 month over the age of 30 on 01-08-2026; your category is not given',
  ],
  [
    { born: '1996-07-01', category: null },
    { relaxations: { pwd: 10 } },
    'no',
    '1 month over the age of 30 on 01-08-2026',
  ],
  [{ born: '2010-07-01', category: 'sc' }, {}, 'no', '1 year 11 months under the age of 18 on 01-08-2026'],

  // Women: the larger of both relaxations.
  [
    { born: '1993-01-01', gender: 'female' },
    { relaxations: { female: 5, obc: 3 } },
    'yes',
    '33 years 7 months on 01-08-2026; the limit for Female is 35',
  ],
  [
    { born: '1993-01-01', gender: 'female', category: 'obc' },
    { relaxations: { female: 5, obc: 3 } },
    'yes',
    '33 years 7 months on 01-08-2026; the limit for Female is 35',
  ],
  [
    { born: '1990-01-01', gender: 'female', category: 'obc' },
    { relaxations: { female: 5, obc: 3 } },
    'no',
    '1 year 7 months over the age for Female on 01-08-2026',
  ],
  [
    { born: '1995-01-01', gender: null },
    { relaxations: { female: 5 } },
    'check',
    '1 year 7 months over the age of 30 on 01-08-2026; your gender is not given',
  ],
  [{ born: '1995-01-01' }, { relaxations: { female: 5 } }, 'no', '1 year 7 months over the age of 30 on 01-08-2026'],

  // Persons with disabilities and ex-servicemen: besides the category.
  [{ born: '1987-01-01', isDisabled: true }, {}, 'yes', '39 years 7 months on 01-08-2026; the limit for PwD is 40'],
  [
    { born: '1984-01-01', isDisabled: true, category: 'obc' },
    {},
    'yes',
    '42 years 7 months on 01-08-2026; the limit for OBC and PwD is 43',
  ],
  [
    { born: '1982-01-01', isDisabled: true, category: 'sc' },
    {},
    'yes',
    '44 years 7 months on 01-08-2026; the limit for SC and PwD is 45',
  ],
  [
    { born: '1981-07-31', isDisabled: true, category: 'sc' },
    {},
    'no',
    '1 day over the age for SC and PwD on 01-08-2026',
  ],
  [
    { born: '1996-07-01', isDisabled: true },
    { relaxations: { sc: 5 } },
    'no',
    '1 month over the age of 30 on 01-08-2026',
  ],
  [
    { born: '1994-01-01', isExServiceman: true },
    {},
    'yes',
    '32 years 7 months on 01-08-2026; the limit for Ex-servicemen is 33',
  ],
  [
    { born: '1991-01-01', isExServiceman: true, category: 'obc' },
    {},
    'yes',
    '35 years 7 months on 01-08-2026; the limit for OBC and Ex-servicemen is 36',
  ],
  [
    { born: '1985-08-01', isExServiceman: true },
    {},
    'check',
    '8 years over the age for Ex-servicemen on 01-08-2026; years in the forces are deducted',
  ],
  [
    { born: '1986-01-01', isExServiceman: true, isDisabled: true },
    {},
    'check',
    '7 months over the age for PwD on 01-08-2026; years in the forces are deducted',
  ],
  [
    { born: '1985-08-01', isExServiceman: true },
    { relaxations: { sc: 5 } },
    'no',
    '11 years over the age of 30 on 01-08-2026',
  ],

  // A relaxation whose years are not stated.
  [
    { born: '1996-07-01', category: 'obc' },
    UNSTATED,
    'check',
    '1 month over the age of 30 on 01-08-2026; relaxation for OBC is not stated in years',
  ],
  [
    { born: '1996-07-01', category: 'sc' },
    { relaxations: null, isRelaxed: null },
    'check',
    '1 month over the age of 30 on 01-08-2026; relaxation for SC is not stated in years',
  ],
  [
    { born: '1996-07-01', isDisabled: true },
    UNSTATED,
    'check',
    '1 month over the age of 30 on 01-08-2026; relaxation for PwD is not stated in years',
  ],
  [
    { born: '1996-07-01', isExServiceman: true },
    UNSTATED,
    'check',
    '1 month over the age of 30 on 01-08-2026; years in the forces are deducted',
  ],
  [
    { born: '1996-07-01', category: null },
    UNSTATED,
    'check',
    '1 month over the age of 30 on 01-08-2026; your category is not given',
  ],
  [{ born: '1996-07-01' }, UNSTATED, 'no', '1 month over the age of 30 on 01-08-2026'],
  [{ born: '1996-07-01', category: 'ews' }, UNSTATED, 'no', '1 month over the age of 30 on 01-08-2026'],
  [
    { born: '1996-07-01', category: 'sc' },
    { relaxations: null, isRelaxed: false },
    'no',
    '1 month over the age of 30 on 01-08-2026',
  ],
  [
    { born: '1996-07-01', isExServiceman: true },
    { relaxations: null, isRelaxed: false },
    'no',
    '1 month over the age of 30 on 01-08-2026',
  ],

  // Reserved categories of another state.
  [
    { born: '1994-01-01', category: 'obc' },
    { states: ['bihar'] },
    'yes',
    '32 years 7 months on 01-08-2026; the limit for OBC is 33',
  ],
  [
    { born: '1994-01-01', category: 'obc' },
    { states: ['punjab'] },
    'check',
    '32 years 7 months on 01-08-2026; the limit for OBC is 33; relaxation for OBC is usually for people of the state',
  ],
  [
    { born: '1990-01-01', category: 'obc' },
    { states: ['punjab'] },
    'no',
    '3 years 7 months over the age for OBC on 01-08-2026',
  ],
  [
    { born: '1994-01-01', category: 'obc', state: null },
    { states: ['punjab'] },
    'yes',
    '32 years 7 months on 01-08-2026; the limit for OBC is 33',
  ],
  [
    { born: '1993-01-01', category: 'obc', gender: 'female' },
    { states: ['punjab'], relaxations: { obc: 3, female: 5 } },
    'yes',
    '33 years 7 months on 01-08-2026; the limit for Female is 35',
  ],
])

criterionTable('Qualification', [
  [{}, {}, 'yes', 'Needs 10th pass'],
  [{}, { qualifications: [] }, 'check', 'The qualification is not stated'],
  [{ qualifications: [] }, {}, 'check', 'Your qualification is not given'],
  [{ qualifications: ['12th'] }, { qualifications: ['graduate'] }, 'no', 'Needs a graduate; you have 12th'],
  [{ qualifications: ['8th'] }, {}, 'no', 'Needs 10th pass; you have 8th'],
  [{ qualifications: ['iti'] }, {}, 'yes', 'Needs 10th pass'],
  [{ qualifications: ['iti'] }, { qualifications: ['12th'] }, 'no', 'Needs 12th pass; you have ITI'],
  [{ qualifications: ['12th', 'iti'] }, { qualifications: ['12th'] }, 'yes', 'Needs 12th pass'],
  [{}, { qualifications: ['iti'] }, 'no', 'Needs an ITI certificate; you have a degree'],
  [{ qualifications: ['12th', 'graduate', 'iti'] }, { qualifications: ['iti'] }, 'yes', 'Needs an ITI certificate'],
  [
    { qualifications: ['12th', 'diploma'] },
    { qualifications: ['graduate'] },
    'no',
    'Needs a graduate; you have 12th and a diploma',
  ],
  [
    { qualifications: ['12th'] },
    { qualifications: ['iti', 'diploma', 'graduate'] },
    'no',
    'Needs an ITI certificate, a diploma or a graduate; you have 12th',
  ],
  [{}, { qualifications: ['iti', 'graduate'] }, 'yes', 'Needs an ITI certificate or a graduate'],
  [{ qualifications: ['postgraduate'] }, { qualifications: ['graduate'] }, 'yes', 'Needs a graduate'],
  [{}, { qualifications: ['postgraduate'] }, 'no', 'Needs a postgraduate; you have a degree'],
  [{ qualifications: ['professional'] }, { qualifications: ['graduate'] }, 'yes', 'Needs a graduate'],
  [{}, { qualifications: ['professional'] }, 'no', 'Needs a professional degree; you have a degree'],
  [
    {},
    { qualifications: ['graduate'], fields: ['Engineering', 'Law'] },
    'check',
    'Needs a graduate in Engineering or Law; your subject is not given',
  ],
  [
    { field: 'law' },
    { qualifications: ['graduate'], fields: ['Engineering', 'Law'] },
    'yes',
    'Needs a graduate in Engineering or Law',
  ],
  [
    { field: 'Civil Engineering' },
    { qualifications: ['graduate'], fields: ['Engineering'] },
    'yes',
    'Needs a graduate in Engineering',
  ],
  [
    { field: 'Engineering' },
    { qualifications: ['graduate'], fields: ['Civil Engineering'] },
    'yes',
    'Needs a graduate in Civil Engineering',
  ],
  [
    { field: 'Commerce' },
    { qualifications: ['graduate'], fields: ['Law'] },
    'check',
    'Needs a graduate in Law; yours is Commerce',
  ],
  [
    { field: 'Lawn care' },
    { qualifications: ['graduate'], fields: ['Law'] },
    'check',
    'Needs a graduate in Law; yours is Lawn care',
  ],
  [
    { field: 'Commerce' },
    { qualifications: ['12th', 'graduate'], fields: ['Law'] },
    'yes',
    'Needs 12th pass or a graduate',
  ],
])

criterionTable('State', [
  [{}, {}, 'yes', 'Open to all of India'],
  [{ state: null }, {}, 'yes', 'Open to all of India'],
  [{}, { states: [] }, 'check', 'States are not stated'],
  [{}, { states: ['bihar'] }, 'yes', 'Open to Bihar'],
  [{}, { states: ['jharkhand', 'bihar'] }, 'yes', 'Open to Bihar'],
  [{ state: null }, { states: ['bihar', 'punjab'] }, 'check', 'For Bihar or Punjab; your state is not given'],
  [
    {},
    { states: ['uttar-pradesh'] },
    'check',
    'For Uttar Pradesh; the notification says whether people of Bihar may apply',
  ],
  [
    {},
    { states: ['goa', 'assam', 'kerala', 'punjab'] },
    'check',
    'For 4 states; the notification says whether people of Bihar may apply',
  ],
])

criterionTable('Gender', [
  [{}, {}, 'yes', 'Open to everyone'],
  [{ gender: null }, {}, 'yes', 'Open to everyone'],
  [{}, { gender: 'male' }, 'yes', 'Only men may apply'],
  [{}, { gender: 'female' }, 'no', 'Only women may apply'],
  [{ gender: 'female' }, { gender: 'female' }, 'yes', 'Only women may apply'],
  [{ gender: 'female' }, { gender: 'male' }, 'no', 'Only men may apply'],
  [{ gender: null }, { gender: 'female' }, 'check', 'Only women may apply; your gender is not given'],
  [
    { gender: 'other' },
    { gender: 'female' },
    'check',
    'Only women may apply; the notification says whether others may',
  ],
])

test.each<Row>([
  [{}, {}, 'yes', 'You meet all rules that are stated here'],
  [{}, { ageMin: null, ageMax: null }, 'check', 'Age limits are not stated'],
  [{}, { states: [], qualifications: [] }, 'check', 'The qualification is not stated'],
  // What excludes the visitor wins over what cannot be decided.
  [{}, { ageMin: null, ageMax: null, gender: 'female' }, 'no', 'Only women may apply'],
  [{ born: '1996-06-01', qualifications: ['8th'] }, {}, 'no', '2 months over the age of 30 on 01-08-2026'],
  [{ born: null }, { qualifications: ['postgraduate'] }, 'no', 'Needs a postgraduate; you have a degree'],
])('for %j and %j the answer is %s: %s', (who, what, answer, reason) => {
  expect(decide(who, what)).toMatchObject({ answer, reason })
})

test('a notice without facts can only be checked', () => {
  const { answer, criteria } = eligibility(person, readFacts('jobs', {}), TODAY)
  expect(answer).toBe('check')
  expect(criteria.map((criterion) => [criterion.name, criterion.answer])).toEqual([
    ['Age', 'check'],
    ['Qualification', 'check'],
    ['State', 'check'],
    ['Gender', 'yes'],
  ])
})
