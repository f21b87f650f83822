import { expect, test } from './browser-test.ts'

test('the age calculator counts while one types, sends nothing, and leads to the question', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await page.goto('/age-calculator')
  const born = page.getByRole('group', { name: 'Date of birth' })
  const on = page.getByRole('group', { name: 'Age as on' })
  const result = page.getByRole('main').getByRole('status')
  await expect(born.getByLabel('Day')).toBeEnabled()
  await expect(on.getByLabel('Year')).toHaveValue(/^20\d\d$/)
  await born.getByLabel('Day').focus()
  for (const text of ['29', '2', '2004']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  for (const text of ['28', '2', '2022']) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(result).toHaveText('17 years 11 months 30 dayson 28-02-2022')
  await on.getByLabel('Day').fill('1')
  await on.getByLabel('Month').fill('3')
  await expect(result).toHaveText('18 yearson 01-03-2022')
  await born.getByLabel('Year').fill('04')
  await expect(result).toHaveText('')
  await born.getByLabel('Year').fill('२००४')
  await expect(result).toHaveText('18 yearson 01-03-2022')
  await on.getByLabel('Year').fill('2000')
  await expect(result).toHaveText('29-02-2004 is after 01-03-2000.')
  await on.getByLabel('Day').fill('31')
  await on.getByLabel('Month').fill('4')
  await expect(result).toHaveText('')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(on.getByText(/^There is no such day/)).toBeVisible()
  await on.getByLabel('Year').press('Enter')
  await expect(page).toHaveURL('/age-calculator')
  await page.getByRole('main').getByRole('link', { name: 'Am I eligible?' }).click()
  await expect(page).toHaveURL('/am-i-eligible')
  expect(sent.filter((text) => text.includes('2004'))).toEqual([])
})
