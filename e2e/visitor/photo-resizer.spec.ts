import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { pageErrors } from '#e2e/html/html-errors.ts'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { pictureSides } from '#domain/photo/jpeg.ts'
import { PHOTO_MAX_BYTES, PHOTO_SIZES, pixelsOf } from '#domain/photo/photo-size.ts'
import { expect, hydrated, test } from './browser-test.ts'

/** @returns a picture with as much detail as a photo has */
async function photo(page: Page, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const data = await page.evaluate(
    ([wide, high]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: wide, height: high })
      const context = canvas.getContext('2d')!
      const shades = context.createLinearGradient(0, 0, wide, high)
      for (const [stop, colour] of [
        [0, '#7a1f6e'],
        [0.5, '#ffe8c0'],
        [1, '#0a4d68'],
      ] as const)
        shades.addColorStop(stop, colour)
      context.fillStyle = shades
      context.fillRect(0, 0, wide, high)
      for (let index = 0; index < 4_000; index += 1) {
        context.fillStyle = `hsl(${(index * 47) % 360} 60% 50%)`
        context.fillRect((index * 7919) % wide, (index * 104_729) % high, 1 + (index % 23), 1 + (index % 17))
      }
      return canvas.toDataURL('image/jpeg', 0.95)
    },
    [width, height] as const,
  )
  return Buffer.from(data.split(',')[1] ?? '', 'base64')
}

/** @returns the picture as a camera stores one that was held upright: with an orientation. Source: Exif 2.3, 4.6.4 */
function lyingOnItsSide(jpeg: Buffer): Buffer {
  const exif = Buffer.from('ffe1002245786966000049492a00080000000100120103000100000006000000000000', 'hex')
  return Buffer.concat([jpeg.subarray(0, 2), exif, Buffer.from([0]), jpeg.subarray(2)])
}

const choose = (page: Page, buffer: Buffer, name = 'me.jpg') =>
  page.getByLabel('Choose a picture').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
const result = (page: Page) => page.getByRole('region', { name: 'Your picture' })
const cropped = (page: Page) =>
  page.locator('.photo-crop canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

async function downloaded(page: Page): Promise<{ download: Download; file: Buffer }> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await arriving
  return { download, file: await readFile(await download.path()) }
}

async function openResizer(page: Page): Promise<void> {
  await page.goto('/photo-resizer')
  await hydrated(page)
  await expect(page.getByLabel('Choose a picture')).toBeEnabled()
}

for (const name of ['SSC photo', 'SSC signature', 'UPSC photo', 'IBPS declaration'] as const) {
  test(`the photo resizer makes a file for ${name} on the device alone`, async ({ page }) => {
    await openResizer(page)
    const buffer = lyingOnItsSide(await photo(page, { width: 1600, height: 1200 }))
    await page.getByLabel('What is it for?').selectOption(name)
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    await choose(page, buffer)
    await expect(result(page).getByText(`1200 x 1600 pixels, ${(buffer.length / 1024).toFixed(1)} KB`)).toBeVisible()
    await expect(result(page).getByRole('status')).toHaveText(/^It fits the size/)
    const { download, file } = await downloaded(page)
    const { width, height } = pixelsOf(PHOTO_SIZES[name])
    expect(download.suggestedFilename()).toBe(`me-${width}x${height}.jpg`)
    expect(pictureSides(file)).toEqual({ width, height })
    expect(file.length).toBeGreaterThanOrEqual(PHOTO_SIZES[name].fromKb * 1024)
    expect(file.length).toBeLessThanOrEqual(PHOTO_SIZES[name].toKb * 1024)
    expect(file.includes('Exif')).toBe(false)
    expect(file.readUInt16BE(14)).toBe(PHOTO_SIZES[name].dpi)
    // Other parts of the site load their scripts and count the page view meanwhile.
    expect(requests.filter((request) => !/^GET \S+\/assets\/|^GET blob:|\/analytics_events\b/.test(request))).toEqual(
      [],
    )
  })
}

test('the part of the picture is chosen by pointer and by keys, and can be turned @both', async ({ page }) => {
  await openResizer(page)
  await choose(page, await photo(page, { width: 1200, height: 800 }))
  const canvas = page.locator('.photo-crop canvas')
  await canvas.scrollIntoViewIfNeeded()
  const seen = [await cropped(page)]
  const changes = async () => {
    await expect.poll(() => cropped(page)).not.toBe(seen.at(-1))
    seen.push(await cropped(page))
  }
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 10, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await changes()
  await page.mouse.wheel(0, -200)
  await changes()
  for (const [label, key] of [
    ['Zoom', 'ArrowUp'],
    ['Left or right', 'ArrowLeft'],
    ['Up or down', 'ArrowDown'],
  ] as const) {
    await page.getByLabel(label).focus()
    await page.keyboard.press(key)
    await changes()
    await expect(page.getByLabel(label), 'what a screen reader says').toHaveAttribute('aria-valuetext', /^\d+%$/)
  }
  await page.getByRole('button', { name: 'Turn' }).press('Enter')
  await expect(result(page).getByText(/^800 x 1200 pixels/)).toBeVisible()
  await changes()
  await expectNoViolations(page)
  expect(await pageErrors(page)).toEqual([])
})

test('a name and a date are printed on the picture, and another size is made', async ({ page }) => {
  await openResizer(page)
  await choose(page, await photo(page, { width: 900, height: 900 }))
  const before = await cropped(page)
  await page.getByLabel('Print a name and a date on the picture').check()
  await page.getByLabel('Name', { exact: true }).fill('आशा कुमारी')
  await page.getByLabel('Date of the picture').fill('22-11-2026')
  await expect.poll(() => cropped(page)).not.toBe(before)
  await page.getByText('Size in detail').click()
  await page.getByLabel('Unit').selectOption('pixels')
  await expect(page.getByLabel('Width')).toHaveValue('276')
  await expect(page.getByLabel('Height')).toHaveValue('354')
  await page.getByLabel('Unit').selectOption('centimetres')
  await expect(page.getByLabel('Width')).toHaveValue('3.5')
  await page.getByLabel('Resolution').fill('')
  await expect(page.getByText('The resolution must be 50 to 1,200 dpi.')).toBeVisible()
  await expect(page.getByLabel('Resolution')).toHaveAccessibleDescription('The resolution must be 50 to 1,200 dpi.')
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await expect(page.locator('.photo-size')).not.toContainText('NaN')
  await page.getByLabel('Resolution').fill('200')
  await page.getByLabel('Unit').selectOption('pixels')
  await page.getByLabel('Width').fill('300')
  await page.getByLabel('Height').fill('5000')
  await expect(page.getByText('Width and height must be 20 to 4000 pixels.')).toBeVisible()
  await page.getByLabel('Height').fill('400')
  await page.getByLabel('At most (KB)').fill('25')
  await expect(page.getByLabel('What is it for?')).toHaveValue('')
  await expect(result(page).getByText(/^300 x 400 pixels/)).toBeVisible()
  const { file } = await downloaded(page)
  expect(pictureSides(file)).toEqual({ width: 300, height: 400 })
  expect(file.length).toBeLessThanOrEqual(25 * 1024)
})

test('files that cannot be made into a picture are refused in plain words', async ({ page }, testInfo) => {
  await openResizer(page)
  // From a file, which the browser reads itself: as bytes, it would be sent to the browser as text.
  const tooLarge = testInfo.outputPath('too-large.jpg')
  await writeFile(tooLarge, '')
  await truncate(tooLarge, PHOTO_MAX_BYTES + 1)
  await page.getByLabel('Choose a picture').setInputFiles(tooLarge)
  await expect(page.getByText(/larger than 25 MB/)).toBeVisible()

  const header = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header)
  header.writeUInt32BE(30_000, 16)
  header.writeUInt32BE(30_000, 20)
  for (const [buffer, message] of [
    [Buffer.from('no picture'), /cannot be opened as a picture/],
    [header, /more than 50 million pixels/],
    [(await photo(page, { width: 200, height: 200 })).subarray(0, 40), /cannot be opened as a picture/],
  ] as const) {
    await choose(page, buffer)
    await expect(page.getByText(message)).toBeVisible()
  }
  await expect(result(page)).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the photo resizer says what it does, and lists the usual sizes', async ({ page }) => {
    await page.goto('/photo-resizer')
    await expect(page.getByText('no picture is sent anywhere.', { exact: false }).last()).toBeVisible()
    await expect(page.getByLabel('Choose a picture')).toBeDisabled()
    await expect(page.getByRole('row', { name: /IBPS signature/ })).toContainText('140 x 60 pixels, 10 to 20 KB')
  })
})
