import { ADMIN_TABS } from '#domain/admin/tabs.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, openTab, switchTab, test } from './admin-test.ts'

test('typed values are normalized, stored and shown to visitors', async ({ page, tables }) => {
  const title = uniqueTitle('Values Officer')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(`  ${title} `)
  // Enter in a text field does not submit the form.
  await field(page, 'Title').press('Enter')
  await page.getByLabel('Badge').selectOption('Start')
  await field(page, 'Application begins').fill('2026-11-01')
  await field(page, 'Last date to apply').fill('31-12-2099')
  await field(page, 'Exam date').fill('to be ANNOUNCED')
  await field(page, 'Admit card date').fill('Before Exam')
  await field(page, 'Result date').fill(' Will be updated here soon ')
  await field(page, 'Total posts').fill('1,25,000')
  await field(page, 'Fee: General/OBC').fill('₹500/-')
  await field(page, 'Fee: SC/ST/EWS').fill('0')
  await field(page, 'Fee: Female').fill('1,250.50')
  await field(page, 'Minimum age').fill('18')
  await page.getByLabel('Age relaxation').selectOption('Yes')
  await page.getByLabel('Quick link').selectOption('Yes')
  await field(page, 'Apply link').fill(' https://ssc.gov.in/apply ')
  await field(page, 'Eligibility').fill('Class 10\n\nor ITI')
  await field(page, 'Description').fill('## About\n\n- **one**')
  await field(page, 'Selection process, line 1').fill('Written test')
  await field(page, 'Selection process, line 1').press('Enter')
  await page.keyboard.type('Interview')
  await field(page, 'Required documents, line 1').fill('Photo')
  await save(page)
  // A date in 2099 is asked about.
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()

  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({
    slug: title.toLowerCase().replaceAll(' ', '-'),
    status: 'Start',
    apply_start_date: '2026-11-01',
    apply_end_date: '2099-12-31',
    exam_date: null,
    admit_card_date: null,
    result_date: null,
    total_posts: 125_000,
    fee_general: 500,
    fee_sc_st: 0,
    fee_female: 1250.5,
    age_min: 18,
    age_max: null,
    age_relaxation: true,
    is_quick_link: true,
    is_featured: false,
    apply_link: 'https://ssc.gov.in/apply',
    notification_link: null,
    eligibility: 'Class 10\n\nor ITI',
    selection_process: ['Written test', 'Interview'],
    required_documents: 'Photo',
    location: null,
    organization_id: null,
  })
  expect(row['post_time']).toMatch(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M$/)

  const [toast] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'View page' }).click()])
  await expect(toast.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(toast.getByText('Applications open')).toBeVisible()
  await expect(toast.getByText('1,25,000').first()).toBeVisible()
  await expect(toast.getByRole('cell', { name: '₹1,250.50', exact: true })).toBeVisible()
  await expect(toast.getByRole('heading', { name: 'About' })).toBeVisible()
  await tables.remove('jobs', Number(row['id']))
})

test('every invalid field is named at the field and in the summary, and nothing is sent', async ({ page }) => {
  const writes: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().includes('/rest/v1/jobs') && writes.push(request.url()),
  )
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Exam date').fill('31-11-2026')
  await field(page, 'Last date to pay the fee').fill('24/11/2026')
  await field(page, 'Fee: General/OBC').fill('free')
  await field(page, 'Minimum age').fill('-1')
  await field(page, 'Maximum age').fill('30.5')
  await field(page, 'Fee: Female').fill('250.505')
  await field(page, 'Notification link').fill('www.rrbcdg.gov.in/notice')
  await field(page, 'Post time').fill('yesterday')
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: '9 fields need attention' })
  await expect(summary).toBeFocused()
  for (const message of [
    'Title must not be empty',
    'Invalid date format for Exam date: 31-11-2026',
    'Invalid date format for Last date to pay the fee: 24/11/2026',
    'Fee: General/OBC must be a number: free',
    'Fee: Female must have at most two decimals: 250.505',
    'Minimum age must not be negative: -1',
    'Maximum age must be a whole number: 30.5',
    'Notification link must be a web address that starts with http:// or https://',
    'Invalid date format for Post time: yesterday',
  ]) {
    await expect(page.getByText(message, { exact: true })).toHaveCount(2)
  }
  await summary.getByRole('link', { name: 'Invalid date format for Exam date: 31-11-2026' }).click()
  await expect(field(page, 'Exam date')).toBeFocused()
  await expect(field(page, 'Exam date')).toHaveAccessibleDescription('Invalid date format for Exam date: 31-11-2026')
  await field(page, 'Exam date').fill('30-11-2026')
  await expect(page.getByText('Invalid date format for Exam date', { exact: false })).toHaveCount(0)
  await expect(page.getByText('8 fields need attention')).toBeVisible()
  expect(writes).toEqual([])
})

test('a pasted date in another format is normalized', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Exam date').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ' 5th October, 2026 ')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(field(page, 'Exam date')).toHaveValue('05-10-2026')
})

test('lines are added, moved and removed by keyboard, and several lines are pasted at once', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  const line = (number: number) => field(page, `Selection process, line ${number}`)
  await line(1).focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '1. Written test\n2) Interview\n• Medical examination\n\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(line(3)).toHaveValue('Medical examination')
  await expect(line(3)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(line(2)).toHaveValue('Medical examination')
  await expect(line(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line(3)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(line(2)).toBeFocused()
  await expect(line(4)).toHaveCount(0)
  await expect(line(3)).toHaveValue('Interview')
})

test('pasted spreadsheet rows become the vacancy table, and their sum is offered as the total', async ({
  page,
  tables,
}) => {
  const title = uniqueTitle('Vacancies Clerk')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Post, line 1').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Clerk\t1,200\tAny degree\nPeon\t34\tClass 10')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByRole('button', { name: 'Total posts: use the sum, 1,234' }).click()
  await expect(field(page, 'Total posts')).toHaveValue('1234')
  await save(page)
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({
    total_posts: 1234,
    post_name:
      '[{"name":"Clerk","posts":1200,"eligibility":"Any degree"},{"name":"Peon","posts":34,"eligibility":"Class 10"}]',
  })
  await tables.remove('jobs', Number(row['id']))
})

test('pasted lines replace what is selected, and not the rest of its line', async ({ page }) => {
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  await openForm(page, '/admin/jobs/new')
  const line = (number: number) => field(page, `Selection process, line ${number}`)
  await line(1).fill('Old test')
  await line(1).selectText()
  await paste('Written test\nInterview')
  await expect(line(1)).toHaveValue('Written test')
  await expect(line(2)).toHaveValue('Interview')
  await expect(line(2)).toBeFocused()
  await paste('B. Ed. marks\nM. Tech marks')
  await expect(line(2)).toHaveValue('Interview')
  await expect(line(3)).toHaveValue('B. Ed. marks')
  await expect(line(4)).toHaveValue('M. Tech marks')
  await expect(line(5)).toHaveCount(0)

  const post = (number: number) => field(page, `Post, line ${number}`)
  await post(1).fill('Old post')
  await field(page, 'Vacancies, line 1').fill('7')
  await post(1).selectText()
  await paste('Clerk\nPeon')
  await expect(post(1)).toHaveValue('Clerk')
  await expect(field(page, 'Vacancies, line 1')).toHaveValue('7')
  await expect(post(2)).toHaveValue('Peon')
  await expect(post(3)).toHaveCount(0)
})

test('an empty post time means the creation of a stored notice, as its hint says', async ({ page, tables }) => {
  const title = uniqueTitle('Emptied Post Time')
  const row = { title, slug: crypto.randomUUID(), post_time: '20/11/2026 9:05 AM' }
  const job = await tables.insert('jobs', row)
  await openForm(page, '/admin/jobs/new')
  await expect(field(page, 'Post time')).toHaveAccessibleDescription(/Empty means when it is published\.$/)
  await openForm(page, `/admin/jobs/${job.id}`)
  await expect(field(page, 'Post time')).toHaveAccessibleDescription(/Empty means when it was created\.$/)
  await field(page, 'Post time').fill('')
  await save(page)
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', title)).toMatchObject({ post_time: '', posted_at: job['created_at'] })
})

test('a record of every table but jobs is created, found in its form and changed', async ({ page, tables }) => {
  await openTab(page, '/admin/jobs')
  for (const tab of ADMIN_TABS.filter(({ table }) => table !== 'jobs'))
    await test.step(tab.label, async () => {
      const heading = field(page, tab.heading === 'name' ? 'Name' : 'Title')
      const title = uniqueTitle(`Journey of ${tab.table}`)
      await switchTab(page, tab)
      await page.getByRole('link', { name: 'Add New' }).click()
      await heading.fill(title)
      await save(page)
      await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
      await page.locator('.toast').filter({ hasText: title }).getByRole('link', { name: 'Edit again' }).click()
      await expect(heading).toHaveValue(title)
      await heading.fill(`${title} changed`)
      await save(page)
      await expect(page.getByText(`Saved: ${title} changed`)).toBeVisible()
      const [row] = await tables.get(`${tab.table}?${tab.heading}=eq.${encodeURIComponent(`${title} changed`)}`)
      expect(row).toMatchObject({ slug: title.toLowerCase().replaceAll(/[_ ]/g, '-') })
      await tables.remove(tab.table, Number(row?.['id']))
    })
})

test('the calendar of a time without a value begins at the present time, because that of Firefox chooses days alone', async ({
  page,
}) => {
  await openForm(page, '/admin/jobs/new')
  const hideAt = field(page, 'Hide at')
  const calendar = hideAt.locator('..').locator('input[type=datetime-local]')
  await expect(calendar).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  await expect(hideAt).toHaveValue('')
  const time = (await calendar.inputValue()).slice(10)
  await calendar.fill(`2099-01-05${time}`, { force: true })
  await expect(hideAt).toHaveValue(/^05\/01\/2099 \d+:\d\d [AP]M$/)
  await hideAt.fill('')
  await expect(calendar).not.toHaveValue(/^2099|^$/)
})
