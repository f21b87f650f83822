import { randomUUID } from 'node:crypto'
import { hold } from '#e2e/visitor/browser-test.ts'
import { pdf } from '#test/pdf.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, expectConsoleError, expireToken, test } from './admin-test.ts'

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)

test('a PDF that uploads while the form is saved is stored with the notice', async ({ page, request, tables }) => {
  const title = uniqueTitle('Uploaded Notice')
  await openForm(page, '/admin/documents/new')
  await field(page, 'Title').fill(title)
  const release = await hold(page, /storage\/v1\/object\/notices/)
  const file = { name: 'Notice 2026.pdf', mimeType: 'application/pdf', buffer: pdf(title) }
  await field(page, 'File for File address').setInputFiles(file)
  await expect(page.getByRole('progressbar', { name: 'Upload of Notice 2026.pdf' })).toBeVisible()
  await save(page)
  await release()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'documents', title)
  expect(row['file_url']).toMatch(/\/storage\/v1\/object\/public\/notices\/[0-9a-f]{32}\.pdf$/)
  const served = await request.get(String(row['file_url']))
  expect([served.status(), served.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await tables.remove('documents', Number(row['id']))
})

test('an upload can be cancelled, rejected before and after sending, and retried', async ({ page, consoleErrors }) => {
  await openForm(page, '/admin/documents/new')
  const input = field(page, 'File for File address')
  await input.setInputFiles({ name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  const error = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(error).toContainText('virus.exe: Only PDF, JPEG, PNG and WebP files can be uploaded.')
  await input.setInputFiles({
    name: 'big.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  })
  await expect(error).toContainText('big.pdf: The file is larger than 10 MB.')
  await input.setInputFiles({
    name: 'page.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html>no pdf</html>'),
  })
  await expect(error).toContainText('page.pdf: Only PDF, JPEG, PNG and WebP files can be uploaded.')

  await page.route('**/storage/v1/object/notices/**', (route) => route.abort('connectionreset'))
  const good = { name: 'good.pdf', mimeType: 'application/pdf', buffer: pdf(uniqueTitle('Retried')) }
  await input.setInputFiles(good)
  await expect(error).toContainText('good.pdf: The upload broke off.')
  await page.unroute('**/storage/v1/object/notices/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(field(page, 'File address')).toHaveValue(/\/storage\/v1\/object\/public\/notices\/[0-9a-f]{32}\.pdf$/)
  await page.getByRole('button', { name: 'Remove File address' }).click()
  await expect(field(page, 'File address')).toHaveValue('')

  await page.route('**/storage/v1/object/notices/**', () => {})
  await input.setInputFiles(good)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(error).toHaveCount(0)
  await expect(field(page, 'File address')).toHaveValue('')
  expectConsoleError(consoleErrors, /status of 415|ERR_CONNECTION_RESET/)
})

test('an upload into a full database says that there is no room', async ({ page, sql, consoleErrors }) => {
  const name = `full-${randomUUID()}`
  await sql.unsafe(`create function "${name}"() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger "${name}" before insert on storage.objects for each row
      when (new.user_metadata ->> 'fileName' = '${name}.pdf') execute function "${name}"()`)
  try {
    await openForm(page, '/admin/documents/new')
    const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf(uniqueTitle('Full')) }
    await field(page, 'File for File address').setInputFiles(file)
    const error = page.getByRole('alert').filter({ hasText: /\S/ })
    await expect(error).toContainText(`${name}.pdf: There is no room left for files on the server.`)
  } finally {
    await sql.unsafe(`drop function "${name}" cascade`)
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(field(page, 'File address')).toHaveValue(/\/storage\/v1\/object\/public\/notices\/[0-9a-f]{32}\.pdf$/)
  expectConsoleError(consoleErrors, /status of 507/)
})

test('a logo accepts only images, chosen or dropped, and is shown', async ({ page }) => {
  await openForm(page, '/admin/organizations/new')
  const input = field(page, 'File for Logo')
  await input.setInputFiles({ name: 'logo.pdf', mimeType: 'application/pdf', buffer: pdf('logo') })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'Only JPEG, PNG and WebP files can be uploaded here.',
  )
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([bytes], 'logo.png', { type: 'image/png' }))
    return transfer
  }, PNG.toString('base64'))
  await page.locator('.upload').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(field(page, 'Logo')).toHaveValue(/notices\/[0-9a-f]{32}-1x1\.png$/)
  const image = page.getByRole('img', { name: 'Logo, as it is now' })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
})

test('what is typed while a file is sent stays, and the file can be used afterwards', async ({ page }) => {
  await openForm(page, '/admin/documents/new')
  const release = await hold(page, /storage\/v1\/object\/notices/)
  const file = { name: 'Late.pdf', mimeType: 'application/pdf', buffer: pdf('late') }
  await field(page, 'File for File address').setInputFiles(file)
  await expect(page.getByRole('progressbar', { name: 'Upload of Late.pdf' })).toBeVisible()
  const address = field(page, 'File address')
  await address.fill('https://ssc.gov.in/typed.pdf')
  await release()
  const told = page.locator('.upload-waits')
  await expect(told.getByRole('status')).toContainText('Late.pdf is uploaded.')
  await expect(told).toContainText('The field was changed meanwhile and is left as it is.')
  await expect(address).toHaveValue('https://ssc.gov.in/typed.pdf')
  await told.getByRole('button', { name: 'Use the uploaded file' }).click()
  await expect(address).toHaveValue(/notices\/[0-9a-f]{32}\.pdf$/)
  await expect(told).toHaveCount(0)
})

test('the focus stays at an upload that begins, fails or is cancelled, and a second Enter does not empty the field', async ({
  page,
  consoleErrors,
}) => {
  await openForm(page, '/admin/documents/new')
  const address = field(page, 'File address')
  await address.fill('https://ssc.gov.in/typed.pdf')
  const choose = page.getByRole('button', { name: 'Upload a file for File address' })
  const cancel = page.getByRole('button', { name: 'Cancel upload' })
  const file = { name: 'Focus.pdf', mimeType: 'application/pdf', buffer: pdf('focus') }
  const chosen = page.waitForEvent('filechooser')
  await page.route(/storage\/v1\/object\/notices/, (route) => route.abort('connectionreset'), { times: 1 })
  await choose.press('Enter')
  await (await chosen).setFiles(file)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(choose).toBeFocused()
  expectConsoleError(consoleErrors, /ERR_CONNECTION_RESET/)
  await page.route(/storage\/v1\/object\/notices/, () => {})
  await retry.press('Enter')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choose).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue('https://ssc.gov.in/typed.pdf')
  await page.getByRole('button', { name: 'Remove File address' }).press('Enter')
  await expect(address).toHaveValue('')
  await expect(choose).toBeFocused()
})

test('an upload that waits for the refresh of its token can be cancelled', async ({ page, clock }) => {
  await clock.install()
  await openForm(page, '/admin/documents/new')
  await page.route(/auth\/v1\/token/, () => {})
  await expireToken(page)
  const file = { name: 'Waits.pdf', mimeType: 'application/pdf', buffer: pdf('waits') }
  const isAsked = page.waitForRequest(/auth\/v1\/token/)
  await field(page, 'File for File address').setInputFiles(file)
  await isAsked
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload a file for File address' })).toBeVisible()
})
