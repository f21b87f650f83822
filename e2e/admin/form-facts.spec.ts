import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, test } from './admin-test.ts'

test('facts that the texts state are offered, filled in only by a button, and shown to visitors', async ({
  page,
  tables,
  request,
}) => {
  const title = uniqueTitle('Facts Fitter')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  const offer = page.getByRole('region', { name: 'Suggested from the texts of this notice' })
  await expect(offer).toHaveCount(0)
  await field(page, 'Location').fill('Bihar')
  await field(page, 'Eligibility').fill('Class 10 pass with ITI, 18-27 years. OBC 3 years, SC/ST 5 years relaxation.')
  await expect(offer.getByRole('button')).toHaveText([
    'Use for Qualification',
    'Use for States',
    'Use for Minimum age',
    'Use for Maximum age',
    'Use for Years of relaxation',
    'Use all 5',
  ])
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(field(page, 'Maximum age')).toHaveValue('')

  await offer.getByRole('button', { name: 'Use for Qualification' }).press('Enter')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(field(page, 'ITI')).toBeChecked()
  await expect(offer.getByRole('button', { name: 'Use for States' })).toBeFocused()
  await offer.getByRole('button', { name: 'Use all 4' }).click()
  await expect(offer).toHaveCount(0)
  await expect(field(page, 'Years of relaxation, ST')).toHaveValue('5')

  await field(page, 'All India').check()
  await expect(field(page, 'Bihar')).not.toBeChecked()
  await field(page, 'Goa').check()
  await expect(field(page, 'All India')).not.toBeChecked()
  await field(page, 'Posts or seats by category, OBC').fill('1.5')
  await field(page, 'Fees by category, PwD').fill('10,00,00,000')
  await save(page)
  await expect(page.getByText('Posts or seats by category, OBC must be a whole number: 1.5').first()).toBeVisible()
  await expect(page.getByText('Fees by category, PwD is too large: 10,00,00,000').first()).toBeVisible()
  await field(page, 'Posts or seats by category, OBC').fill('1,500')
  await field(page, 'Fees by category, PwD').fill('')
  await save(page)
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()

  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({
    qualifications: ['iti'],
    states: ['goa'],
    post_group: null,
    gender: null,
    age_min: 18,
    age_max: 27,
    age_relaxations: { obc: 3, sc: 5, st: 5 },
    category_vacancies: { obc: 1500 },
    category_fees: null,
  })
  const html = await (await request.get(`/jobs/${String(row['slug'])}`)).text()
  for (const shown of ['<dd>ITI</dd>', '<dd>Goa</dd>', '18 to 32 years', '<td>1,500</td>'])
    expect(html).toContain(shown)
  await tables.remove('jobs', Number(row['id']))
})

test('the form of an admission has the same facts', async ({ page }) => {
  await openForm(page, '/admin/admissions/new')
  await field(page, 'Eligibility').fill("Bachelor's degree in Law")
  await page.getByRole('button', { name: 'Use all 2' }).click()
  await expect(field(page, 'Graduate')).toBeChecked()
  await expect(field(page, 'Subjects of the degree, line 1')).toHaveValue('Law')
})

test('the focus moves to the next fact also when one is used at the moment it appears', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await page.evaluate(() => {
    // Called after the commit of React that shows the buttons, and before its effects.
    new MutationObserver((_changes, observer) => {
      const button = document.querySelector<HTMLElement>('.fact-offer button')
      if (!button) return
      observer.disconnect()
      button.focus()
      button.click()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await field(page, 'Eligibility').fill('Class 10 pass with ITI, 18-27 years.')
  await expect(field(page, 'ITI')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Use for Minimum age' })).toBeFocused()
})
