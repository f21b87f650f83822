import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { NoticePage } from './notice-page.tsx'

const today = '2026-11-22'
const timestamp = '2026-11-20T06:30:00+00:00'
const LINK = 'https://ssc.gov.in/apply'

function pageOf(table: ContentTable, fields: Partial<Notice> = {}): string {
  const notice: Notice = {
    id: 7,
    slug: 'a-notice',
    title: 'A & B 2026',
    status: 'active',
    created_at: timestamp,
    posted_at: timestamp,
    updated_at: timestamp,
    organization: null,
    category: null,
    ...fields,
  }
  const siteUrl = 'https://suchana.example'
  const props = { siblings: [], recruitment: null, today, siteUrl, siteName: 'Suchana', contentHtml: null }
  const pageUrl = `${siteUrl}${kindOfTable(table).detailFolder}/${notice.slug}`
  return renderToStaticMarkup(<NoticePage kind={kindOfTable(table)} notice={notice} pageUrl={pageUrl} {...props} />)
}

const headingsIn = (html: string) => [...html.matchAll(/<h2>([^<]+)/g)].map(([, heading]) => heading)

const job: Partial<Notice> = {
  apply_start_date: '2026-11-01',
  apply_end_date: '2026-12-31',
  apply_link: LINK,
  post_name: '[{"name":"Clerk","posts":1200,"eligibility":"Any degree"},{"name":"Peon","posts":34}]',
  total_posts: 1234,
  eligibility: 'Any degree',
  fee_general: 1250,
  fee_sc_st: 0,
  fee_female: 100,
  age_min: 18,
  age_max: 30,
  age_relaxation: true,
  selection_process: ['Written test', 'Interview'],
  required_documents: 'Photo, Signature',
  official_website: 'https://ssc.gov.in/',
}

test('the page of a job has a section for everything that its fields say, in this order', () => {
  const html = pageOf('jobs', job)
  expect(headingsIn(html)).toEqual([
    'Important dates',
    'Vacancies',
    'Eligibility',
    'Fees',
    'Age limits',
    'Selection process',
    'Keep these ready',
    'Official links',
    'Questions',
    'How to apply',
  ])
  for (const fee of ['General/OBC</th><td>₹1,250', 'SC/ST/EWS</th><td>Free', 'Female</th><td>₹100'])
    expect(html).toContain(`<th scope="row">${fee}</td>`)
  expect(html).toContain('Pay by debit card, credit card, internet banking, IMPS or cash card/mobile wallet')
  for (const text of ['31-12-2026', '1,234', '18 to 30 years', 'Written test', 'Signature'])
    expect(html).toContain(text)
  expect(html).toMatch(/<p class="disclaimer">Suchana is independent and not affiliated with any government body\./)
})

test('the page of a job shows what it states about applicants, and the numbers of each category as tables', () => {
  const html = pageOf('jobs', {
    ...job,
    qualifications: ['10th', 'iti'],
    states: ['bihar'],
    post_group: 'C',
    age_as_on: '2027-01-01',
    category_vacancies: { general: 700, obc: 534, pwd: 50 },
    age_relaxations: { obc: 3, sc: 5, st: 5 },
    category_fees: { pwd: 0 },
  })
  for (const [label, value] of [
    ['Qualification', '10th pass or ITI'],
    ['Location', 'Bihar'],
    ['Post group', 'C'],
  ])
    expect(html).toContain(`<dt>${label}</dt><dd>${value}</dd>`)
  for (const row of [
    'General</th><td>700',
    'PwD</th><td>50',
    'Age</th><td>18 to 30 years',
    'Age: OBC</th><td>18 to 33 years',
    'Age: SC/ST</th><td>18 to 35 years',
    'Counted on</th><td>01-01-2027',
    'PwD</th><td>Free',
  ])
    expect(html).toContain(`<th scope="row">${row}</td>`)
  expect(html).toContain('<input type="radio" name="fee-category" value="PwD"/>')
})

test('the qualification is called not stated only where neither facts nor texts say it', () => {
  const notStated = '<dt>Qualification</dt><dd>Not stated</dd>'
  expect(pageOf('jobs')).toContain(notStated)
  expect(pageOf('admissions')).toContain(notStated)
  expect(pageOf('jobs', { eligibility: 'Any degree' })).not.toContain('Not stated')
  expect(pageOf('results')).not.toContain('Not stated')
})

test('an admission shows its seats by category', () => {
  const html = pageOf('admissions', { category_vacancies: { general: 48, st: 4 } })
  expect(headingsIn(html)).toContain('Seats')
  expect(html).toContain('<th scope="row">ST</th><td>4</td>')
})

test('Hindi is marked as Hindi in every text that staff write', () => {
  const hindi = 'राज्य लोक सेवा आयोग'
  const html = pageOf('jobs', {
    ...job,
    title: `Posts of ${hindi}`,
    organization: { name: hindi, slug: 'board', logo_url: null, website_url: null },
    location: hindi,
    eligibility: `${hindi} degree`,
    post_name: `[{"name":"${hindi}","posts":2,"eligibility":"${hindi}"},{"name":"${hindi}","posts":1}]`,
    selection_process: [hindi],
    required_documents: `Photo, ${hindi}`,
    exam_date: hindi,
  })
  const marked = [...html.matchAll(/<span lang="hi">([^<]*)<\/span>/g)].map(([, text]) => text)
  expect(marked.length).toBeGreaterThanOrEqual(10)
  const visible = html.replaceAll(/<span lang="hi">[^<]*<\/span>|<[^>]*>/g, '')
  expect(visible).not.toMatch(/[\u0900-\u097F]/)
})

test('a section without content is left out', () => {
  expect(headingsIn(pageOf('jobs'))).toEqual(['Important dates', 'Questions', 'How to apply'])
  expect(headingsIn(pageOf('documents'))).toEqual(['How to use this document'])
})

test('both share links carry the title and the canonical address', () => {
  const [whatsApp = '', telegram = ''] = [
    ...pageOf('admit_cards').matchAll(/href="(https:\/\/(?:wa|t)\.me[^"]+)"/g),
  ].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const address = 'https://suchana.example/admit-cards/a-notice'
  expect(new URL(whatsApp).searchParams.get('text')).toBe(`A & B 2026\n${address}`)
  expect(Object.fromEntries(new URL(telegram).searchParams)).toEqual({ url: address, text: 'A & B 2026' })
})

test('an awaited admit card names its nearest date, in whichever row it is', () => {
  const html = pageOf('admit_cards', {
    status: 'Soon',
    exam_city_date: '2026-12-20',
    admit_card_available_date: '2026-11-30',
    exam_date: '2026-12-24',
  })
  expect(html).toContain(
    '<b>Admit card soon</b><span>Admit card available <time class="whole-day" dateTime="2026-11-30">',
  )
})

test('the link to apply is listed only while one can apply', () => {
  const listed = '<span>Apply online<small>ssc.gov.in</small></span>'
  expect(pageOf('jobs', job)).toContain(listed)
  expect(pageOf('jobs', { ...job, apply_end_date: '2026-11-21' })).not.toContain(listed)
  expect(pageOf('jobs', { ...job, apply_start_date: '2026-11-23' })).not.toContain(listed)
})

test('the fees of an admission are labelled by category', () => {
  const html = pageOf('admissions', { fee_general: 500, fee_obc: 400, fee_sc_st: 250 })
  for (const fee of ['General/OBC</th><td>₹500', 'OBC</th><td>₹400', 'SC/ST/EWS</th><td>₹250'])
    expect(html).toContain(`<th scope="row">${fee}</td>`)
})

test('nobody pays a fee is said only where no fee is unknown', () => {
  const free = { fee_general: 0, fee_sc_st: 0, fee_female: 0 }
  const claims = ['Nobody pays a fee', 'There is no fee.']
  for (const claim of claims) {
    expect(pageOf('jobs', { ...job, ...free })).toContain(claim)
    expect(pageOf('jobs', { ...job, ...free, fee_general: null })).not.toContain(claim)
  }
})

test.each<[what: string, fields: Partial<Notice>, shown: RegExp]>([
  [
    'closed after the last day',
    { ...job, apply_end_date: '2026-11-21' },
    /<b>Applications Closed<\/b>.*You cannot apply any more/,
  ],
  ['open on the last day', { ...job, apply_end_date: today }, /<b>Applications open<\/b>.*Last day.*Click Here/],
  [
    'open',
    job,
    /<b>Applications open<\/b>.*<a class="button primary big" href="https:\/\/ssc\.gov\.in\/apply"[^>]*>Click Here/,
  ],
  [
    'before the first day',
    { ...job, apply_start_date: '2026-11-23' },
    /<b>Opening Soon<\/b>.*disabled="">Opening Soon</,
  ],
  [
    'before the first day without a link',
    { apply_start_date: '2026-11-23' },
    /<b>Opening Soon<\/b>.*disabled="">Link Activate on 23-11-2026</,
  ],
  ['without dates and link', {}, /<b>Opening Soon<\/b>.*disabled="">Link Activate on apply start date</],
  [
    'started without a link',
    { apply_start_date: '2026-11-20' },
    /<b>Active, waiting for the link<\/b>.*Link was supposed to activate on 20-11-2026/,
  ],
])('the page says where the application stands: %s', (_what, fields, shown) => {
  const html = pageOf('jobs', fields)
  expect(html).toMatch(shown)
  expect(html.includes('Click Here')).toBe(String(shown).includes('Click Here'))
})

test.each<[table: ContentTable, wins: object, loses: object, shown: string]>([
  ['admissions', { apply_end_date: '2026-12-01' }, { application_end: '2026-12-02' }, '01-12-2026'],
  ['admissions', { apply_start_date: '2026-12-01' }, { application_start: '2026-12-02' }, '01-12-2026'],
  [
    'admissions',
    { apply_link: LINK },
    { apply_online_url: 'https://other.example/', apply_start_date: '2026-11-01' },
    LINK,
  ],
  ['admit_cards', { download_link: LINK }, { admit_card_url: 'https://other.example/' }, LINK],
  ['answer_keys', { download_link: LINK }, { answer_key_url: 'https://other.example/' }, LINK],
  ['results', { result_declared_date: '2026-12-01' }, { result_date: '2026-12-02' }, '01-12-2026'],
])('of two fields that mean the same the first is used: %s', (table, wins, loses, shown) => {
  const both = pageOf(table, { ...loses, ...wins })
  expect(both).toContain(shown)
  expect(both).not.toMatch(/02-12-2026|other\.example/)
  expect(pageOf(table, loses)).toMatch(/02-12-2026|other\.example/)
})

const sourceLine = (html: string) => /<p class="source-line">.*?<\/p>/.exec(html)?.[0].replaceAll(/<[^>]+>/g, ' ') ?? ''

test('below its dates a notice names its official source, its last check and the form for a mistake', () => {
  const html = pageOf('jobs', { ...job, checked_at: '2026-11-21T20:00:00+00:00' })
  const [, dates = ''] = /<h2>Important dates<\/h2>(.*?)<\/section>/.exec(html) ?? []
  expect(sourceLine(dates).replaceAll(/\s+/g, ' ')).toBe(
    ' Official source: ssc.gov.in Last checked on 22-11-2026 Last updated 20-11-2026 12:00 PM Report a mistake ',
  )
  expect(dates).toContain('<a href="/report/jobs/a-notice">Report a mistake</a>')
  expect(html.split('class="source-line"')).toHaveLength(2)
})

test('the times of posting, updating and checking are marked as such, so that their dates are not broken', () => {
  const html = pageOf('jobs', {
    ...job,
    updated_at: '2026-11-21T20:00:00+00:00',
    checked_at: '2026-11-21T20:00:00+00:00',
  })
  const [heading = ''] = /<p class="posted">.*?<\/p>/.exec(html) ?? []
  const [source = ''] = /<p class="source-line">.*?<\/p>/.exec(html) ?? []
  expect(heading).toContain(', updated <time')
  expect((heading + source).replaceAll(/<time class="whole-day".*?<\/time>/g, '')).not.toMatch(/\d\d-\d\d-/)
})

test('a notice that nobody has checked says nothing of it, and one without dates still names its source', () => {
  expect(sourceLine(pageOf('jobs', { ...job, checked_at: null }))).not.toContain('checked')
  expect(sourceLine(pageOf('documents', {}))).toContain('Report a mistake')
})

test('the page of a result has its apply link, unless that is the link to the result', () => {
  const page = (apply_link: string) => pageOf('results', { result_pdf_url: 'https://ssc.gov.in/result', apply_link })
  expect(page(LINK)).toMatch(
    /Official links.*href="https:\/\/ssc\.gov\.in\/result".*href="https:\/\/ssc\.gov\.in\/apply"/s,
  )
  expect(page('https://ssc.gov.in/result')).not.toContain('Application website')
})

test('the button of a document opens a new tab, and that of a result does not', () => {
  const stored = `https://portal.example/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}.pdf`
  for (const document_url of ['https://ssc.gov.in/a.pdf', stored])
    expect(pageOf('documents', { document_url })).toMatch(/<a class="button primary big" href="[^"]+" target="_blank"/)
  expect(pageOf('results', { result_pdf_url: LINK })).not.toMatch(/class="button primary big"[^>]* target=/)
})
