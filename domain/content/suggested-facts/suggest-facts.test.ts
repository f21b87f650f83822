import { describe, expect, test } from 'vitest'
import { suggestFacts, type SuggestedFacts, type WrittenTexts } from './suggest-facts.ts'

const suggested = (texts: Partial<WrittenTexts>): SuggestedFacts =>
  suggestFacts({ title: '', location: '', eligibility: '', posts: '', ...texts })

describe('qualifications in a text', () => {
  test.each<[text: string, qualifications: string, subjects?: string]>([
    ['8th pass', '8th'],
    ['Class VIII pass', '8th'],
    ['आठवीं पास', '8th'],
    ['10th pass', '10th'],
    ['Matric', '10th'],
    ['Matriculation or equivalent', '10th'],
    ['High School pass', '10th'],
    ['SSLC pass and adequate knowledge of Tamil', '10th'],
    ['Class X from a recognised board', '10th'],
    ['10वीं पास', '10th'],
    ['दसवीं पास', '10th'],
    ['मैट्रिक उत्तीर्ण', '10th'],
    ['12th pass', '12th'],
    ['10+2 with Physics and Maths', '12th'],
    ['Intermediate', '12th'],
    ['Higher Secondary', '12th'],
    ['Senior Secondary (Class XII) pass', '12th'],
    ['Class 12 or equivalent', '12th'],
    ['इंटरमीडिएट', '12th'],
    ['१२वीं पास', '12th'],
    ['ITI in the trade', 'iti'],
    ['10th pass with ITI', 'iti'],
    ['Matriculation and ITI (NCVT or SCVT)', 'iti'],
    ['10वीं पास के साथ आईटीआई', 'iti'],
    ['Class 10 pass or ITI', '10th iti'],
    ['Diploma in Civil Engineering', 'diploma'],
    ['Three-year polytechnic diploma', 'diploma'],
    ['12th with D.El.Ed.', 'diploma'],
    ['डिप्लोमा', 'diploma'],
    ['GNM with two years in a hospital', 'diploma'],
    ['Any graduate', 'graduate'],
    ['Bachelor degree in any subject', 'graduate'],
    ["Bachelor's Degree in any discipline", 'graduate'],
    ['Graduation from a recognised university', 'graduate'],
    ['किसी भी विषय में स्नातक', 'graduate'],
    ['Bachelor degree in Engineering', 'graduate', 'Engineering'],
    ['B.E./B.Tech', 'graduate', 'Engineering'],
    ['BE / B.Tech with 60% marks', 'graduate', 'Engineering'],
    ['Engineering graduates', 'graduate', 'Engineering'],
    ['Degree in Law with 55% marks', 'graduate', 'Law'],
    ['LL.B', 'graduate', 'Law'],
    ['B.Com with computer proficiency', 'graduate', 'Commerce'],
    ['B.Sc. in nursing', 'graduate', 'Nursing'],
    ['B.Sc or B.Tech', 'graduate', 'Engineering Science'],
    ['B.Com or any graduate', 'graduate'],
    ['BCA', 'graduate', 'Computer Applications'],
    ['Diploma or degree in civil engineering', 'diploma graduate', 'Engineering'],
    ['Degree of three years with Maths and Physics at 10+2, or BE / B.Tech', 'graduate'],
    ['12th, Diploma or Graduate', '12th diploma graduate'],
    ['Class 8, 10 or 12 depending on the category', '8th 10th 12th'],
    ['10th/12th pass', '10th 12th'],
    ['Post Graduate', 'postgraduate'],
    ['Postgraduate degree in any subject', 'postgraduate'],
    ["Master's degree in Hindi with B.Ed.", 'postgraduate'],
    ['M.Sc. or MCA', 'postgraduate'],
    ['स्नातकोत्तर', 'postgraduate'],
    ['MBBS', 'professional'],
    ['Graduate with B.Ed. and CTET', 'professional'],
    ['Chartered Accountant', 'professional'],
    ['CA or CMA', 'professional'],
    ['Undergraduate students may not apply', ''],
    ['Station Master of any division', ''],
    ['A candidate has to be an Indian citizen', ''],
    ['Height 170 cm, 1.6 km in 10 minutes', ''],
    ['', ''],
  ])('%j asks for: %s %s', (eligibility, qualifications, subjects = '') => {
    const facts = suggested({ eligibility })
    expect((facts.qualifications ?? []).join(' ')).toBe(qualifications)
    expect((facts.graduate_fields ?? []).toSorted().join(' ')).toBe(subjects)
  })

  test('the posts and then the title say it where the eligibility does not', () => {
    const title = 'SSC CHSL (10+2) 2026'
    expect(suggested({ title, posts: 'Clerk\n10th pass', eligibility: 'See the notice' }).qualifications).toEqual([
      '10th',
    ])
    expect(suggested({ title, eligibility: 'See the notice' }).qualifications).toEqual(['12th'])
  })
})

test.each<[text: string, min: number | undefined, max: number | undefined]>([
  ['18-27 years', 18, 27],
  ['18 to 27 years', 18, 27],
  ['Age between 21 and 30 years', 21, 30],
  ['Age 18 to 25 on 01-08-2026', 18, 25],
  ['आयु 18 से 40 वर्ष', 18, 40],
  ['१८-२७ वर्ष', 18, 27],
  ['18 to 28 years for assistants, 21 to 40 years for Scale III', 18, 40],
  ['Upper age is 27, 30 or 32 by post', undefined, 32],
  ['Upper age is 22 for men and 25 for women', undefined, 25],
  ['Maximum age 30 years', undefined, 30],
  ['Age not exceeding 56 years', undefined, 56],
  ['Minimum age 18 years', 18, undefined],
  ['at least 17 years old', 17, undefined],
  ['Minimum 10 years of experience', undefined, undefined],
  ['A three-year diploma with 50% marks', undefined, undefined],
  ['Pages 18-27 of the notice', undefined, undefined],
])('%j states the ages %s to %s', (eligibility, min, max) => {
  const { age_min, age_max } = suggested({ eligibility })
  expect([age_min, age_max]).toEqual([min, max])
})

test.each<[text: string, relaxations: object | undefined]>([
  ['18-27 years, OBC 3 years relaxation', { obc: 3 }],
  ['Relaxation of 3 years for OBC and 5 years for SC/ST', { obc: 3, sc: 5, st: 5 }],
  ['Age relaxation: OBC-NCL 3 years, SC/ST 5 years, PwBD 10 years', { obc: 3, sc: 5, st: 5, pwd: 10 }],
  ['Relaxation: Ex-servicemen 3 years; women 5 years', { ex_servicemen: 3, female: 5 }],
  ['ओबीसी को 3 वर्ष, एससी/एसटी को 5 वर्ष की छूट', { obc: 3, sc: 5, st: 5 }],
  ['Relaxation as per rules', undefined],
  ['OBC candidates with 3 years of experience', undefined],
])('%j relaxes the age by %j', (eligibility, relaxations) => {
  expect(suggested({ eligibility }).age_relaxations).toEqual(relaxations)
})

test.each<[text: string, posts: object | undefined]>([
  ['UR-120, OBC-81, SC-45, ST-22, EWS-30', { general: 120, ews: 30, obc: 81, sc: 45, st: 22 }],
  ['General: 1,200; OBC: 800', { general: 1200, obc: 800 }],
  ['सामान्य: 40, ओबीसी: 27', { general: 40, obc: 27 }],
  ['SC: 5', undefined],
  ['50% marks (45% for SC, ST), OBC: 45%, SC: 40%', undefined],
  ['Fee: General - 100, SC - 0', undefined],
])('%j states the posts %j', (eligibility, posts) => {
  expect(suggested({ eligibility }).category_vacancies).toEqual(posts)
})

test.each<[text: string, fees: object | undefined]>([
  ['Fee: General/OBC ₹100, SC/ST nil', { general: 100, obc: 100, sc: 0, st: 0 }],
  ['Application fee: UR Rs. 500/-, Women Rs. 250.50', { general: 500, female: 250.5 }],
  ['शुल्क: सामान्य ₹100, एससी निःशुल्क', { general: 100, sc: 0 }],
  ['UR: 120, OBC: 81', undefined],
])('%j states the fees %j', (eligibility, fees) => {
  expect(suggested({ eligibility }).category_fees).toEqual(fees)
})

test.each<[location: string, title: string, states: string]>([
  ['Bihar', 'Teacher', 'bihar'],
  ['Patna, Bihar and Ranchi, Jharkhand', '', 'bihar jharkhand'],
  ['All India', 'UP Police', 'all-india'],
  ['Jammu & Kashmir', '', 'jammu-and-kashmir'],
  ['', 'UP Police Constable Online Form 2026', 'uttar-pradesh'],
  ['', 'RPSC School Lecturer', 'rajasthan'],
  ['', 'बिहार शिक्षक भर्ती', 'bihar'],
  ['', 'UPSC Civil Services 2026', 'all-india'],
  ['', 'Railway RRB Group D 2026', 'all-india'],
  ['New Delhi', 'All India Institute of Medical Sciences', 'delhi'],
  ['', 'All India Institute of Medical Sciences', ''],
  ['', 'MP Police Constable', 'madhya-pradesh'],
  ['', 'Goa Shipyard Trainee', 'goa'],
  ['', 'HP', ''],
])('the location %j and the title %j name: %s', (location, title, states) => {
  expect((suggested({ location, title }).states ?? []).join(' ')).toBe(states)
})

test.each<[title: string, group: string | undefined]>([
  ['Railway Group D [Level-1]', 'D'],
  ["Group 'C' posts", 'C'],
  ['AIIMS Group B & C Various Posts', undefined],
  ['Group IV services', undefined],
  ['Group discussion', undefined],
])('%j is of the group %s', (title, group) => {
  expect(suggested({ title }).post_group).toBe(group)
})

test.each<[eligibility: string, gender: string | undefined]>([
  ['Class 12 pass; women only', 'female'],
  ['Only female candidates', 'female'],
  ['Posts are open to men only', 'male'],
  ['केवल महिलाओं के लिए', 'female'],
  ['Unmarried men and women', undefined],
  ['Men and women only', undefined],
  ['Men only for the first post, women only for the second', undefined],
])('%j is limited to %s', (eligibility, gender) => {
  expect(suggested({ eligibility }).gender).toBe(gender)
})

test('texts without facts suggest nothing', () => {
  expect(suggested({ title: 'A notice', eligibility: 'Read the notice.' })).toEqual({})
})
