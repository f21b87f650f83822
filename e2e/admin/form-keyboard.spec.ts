import type { Page } from '@playwright/test'
import { field, openForm, rowOf, uniqueTitle } from './record-form.ts'
import { expect, test } from './admin-test.ts'

/** What is typed, field by field; the third text is the option that Enter selects. */
const NOTICE: [field: string, text: string, choice?: string][] = [
  ['Organization', 'staff sel', 'Staff Selection Commission (SSC)'],
  ['Category', 'ssc', 'SSC'],
  ['Advertisement number', 'F. No. 1/2026'],
  ['Location', 'All India'],
  ['Badge', 'St'],
  ['Post, line 1', 'Constable'],
  ['Vacancies, line 1', '1200'],
  ['Eligibility, line 1', 'Class 10\n'],
  ['Post, line 2', 'Driver'],
  ['Vacancies, line 2', '34'],
  ['Eligibility, line 2', 'Class 10 and a licence'],
  ['Total posts', '1234'],
  ['Eligibility', 'Class 10 from a recognised board.'],
  // Letters go to the next choice that begins with them, Space chooses it.
  ['8th pass', '1 i '],
  ['All India', 'b w '],
  ['Group of the post', 'Group C'],
  ['Posts or seats by category, General', '800'],
  ['Posts or seats by category, ST', '90'],
  ['Application begins', '01-11-2026'],
  ['Last date to apply', '31-12-2099'],
  ['Last date to pay the fee', '31-12-2099'],
  ['Exam date', 'To be announced'],
  ['Fee: General/OBC', '100'],
  ['Fee: SC/ST/EWS', '0'],
  ['Fee: Female', '0'],
  ['Fees by category, SC', '0'],
  ['Minimum age', '18'],
  ['Maximum age', '23'],
  ['Age as on', '01-01-2027'],
  ['Age relaxation', 'Y'],
  ['Years of relaxation, SC', '5'],
  ['Apply link', 'https://ssc.gov.in/apply'],
  ['Notification link', 'https://ssc.gov.in/notice.pdf'],
  ['Official website', 'https://ssc.gov.in'],
  ['Selection process, line 1', 'Computer based test\nPhysical test'],
  ['Required documents, line 1', 'Photograph\nSignature'],
  ['Description', '## About\n\nA *complete* notice.'],
]

/** Maximum number of Tab presses between two fields of the notice. */
const MAX_TABS = 6

/** Moves the focus to a field by pressing Tab. */
async function goTo(page: Page, label: string): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await field(page, label).evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(field(page, label)).toBeFocused()
}

test('a complete job notice is published by keyboard', async ({ page, tables, request }) => {
  const title = uniqueTitle('Keyboard Constable')
  await openForm(page, '/admin/jobs/new')
  await expect(field(page, 'Title')).toBeFocused()
  await page.keyboard.type(title)
  for (const [label, text, choice] of NOTICE) {
    await goTo(page, label)
    await page.keyboard.type(text)
    if (!choice) continue
    await expect(page.getByRole('option', { name: choice, exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field(page, label)).toHaveValue(choice)
  }
  await page.keyboard.press('Control+Enter')
  // Dates in 2099 are asked about.
  await expect(page.getByRole('alert').filter({ hasText: 'right?' })).toBeFocused()
  const publish = page.getByRole('button', { name: 'Publish anyway' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(publish).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()

  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({
    status: 'Start',
    total_posts: 1234,
    fee_general: 100,
    fee_sc_st: 0,
    age_relaxation: true,
    qualifications: ['10th', 'iti'],
    graduate_fields: null,
    states: ['bihar', 'west-bengal'],
    post_group: 'C',
    category_vacancies: { general: 800, st: 90 },
    age_relaxations: { sc: 5 },
    category_fees: { sc: 0 },
    selection_process: ['Computer based test', 'Physical test'],
    required_documents: 'Photograph, Signature',
  })
  const html = await (await request.get(`/jobs/${String(row['slug'])}`)).text()
  for (const words of [title, 'Applications open', 'Physical test', 'Staff Selection Commission (SSC)', 'licence']) {
    expect(html).toContain(words)
  }
  await tables.remove('jobs', Number(row['id']))
})
