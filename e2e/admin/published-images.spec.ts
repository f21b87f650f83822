import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { hold } from '#e2e/visitor/browser-test.ts'
import { overflowing, renderAll } from '#e2e/visitor/layout.ts'
import { openForm } from './record-form.ts'
import { expect, test } from './admin-test.ts'

/** Draws a PNG that no other test uploads. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const context = canvas.getContext('2d')
      if (context) {
        context.fillStyle = '#0b5a34'
        context.fillRect(0, 0, wide, high)
        context.fillStyle = `hsl(${Math.random()}turn 80% 70%)`
        context.fillRect(wide / 4, high / 4, wide * Math.random() * 0.7, high / 2)
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

type Upload = (width: number, height: number) => Promise<string>

async function uploader(
  page: Page,
  request: APIRequestContext,
  { tokens, apikey }: { tokens: () => Promise<string>; apikey: string },
): Promise<Upload> {
  const { access_token } = JSON.parse(await tokens()) as { access_token: string }
  const headers = { apikey, authorization: `Bearer ${access_token}`, 'content-type': 'image/png' }
  return async (width, height) => {
    const data = await picture(page, width, height)
    const response = await request.post('/storage/v1/object/notices/picture.png', { headers, data })
    const { Key } = (await response.json()) as { Key: string }
    return new URL(`/storage/v1/object/public/${Key}`, response.url()).href
  }
}

const logo = (page: Page) => page.locator('.organization img')
const arrived = (page: Page, selector: string) =>
  page.locator(selector).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((image: HTMLImageElement) => new URL(image.currentSrc).searchParams.get('width'))

/** Where everything around the images is. */
const places = (page: Page) =>
  page.locator('h1, .organization, .posted, .rich-text > *, .disclaimer').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y + scrollY, width, height]
    }),
  )

test('a logo and an image in a text come in the width that fits, and nothing moves @both', async ({
  page,
  request,
  editor,
  tables,
  mark,
}) => {
  const upload = await uploader(page, request, editor)
  const [logoUrl, map, seal] = await Promise.all([upload(900, 450), upload(1600, 900), upload(120, 80)])
  const slug = `images-${mark}`
  const organization = await tables.insert('organizations', { name: `Board ${mark}`, slug, logo_url: logoUrl })
  const names = { title: `Notice with images ${mark}`, slug, organization_id: organization.id }
  const recruitment = await tables.insert('recruitments', names)
  const description = `## Centres\n\nBefore.\n\n![Map of the centres](${map})\n\nAfter. ![Seal](${seal})`
  const job = await tables.insert('jobs', { ...names, recruitment_id: recruitment.id, description })

  const release = await hold(page, /render\/image/)
  await page.goto(`/jobs/${slug}`, { waitUntil: 'domcontentloaded' })
  await renderAll(page)
  // The script shows further buttons for sharing.
  await page.waitForFunction(() => 'hasStarted' in window)
  const image = page.getByRole('img', { name: 'Map of the centres' })
  await image.scrollIntoViewIfNeeded()
  await expect(logo(page)).toHaveCSS('height', '40px')
  await expect(logo(page)).toHaveCSS('width', '80px')
  const before = await places(page)
  expect(before.length).toBeGreaterThan(6)
  await release()
  for (const selector of ['.organization img', '[alt="Map of the centres"]', '[alt="Seal"]'])
    await expect.poll(() => arrived(page, selector), selector).toBe(true)
  // A variant has whole pixels, so its shape may differ from the original's by less than one.
  expect(await places(page)).toEqual(before.map((box) => box.map((pixels) => expect.closeTo(pixels, 0))))

  expect(await widthOf(page, '.organization img')).toBe('300')
  expect(await widthOf(page, '[alt="Map of the centres"]')).toBe('600')
  await expect(page.getByRole('img', { name: 'Seal' })).toHaveCSS('width', '120px')
  await expect(image).toHaveAttribute(
    'srcset',
    /width=300 300w, .*width=600 600w, .*width=900 900w, .*width=1200 1200w$/,
  )
  await expect(image).toHaveAttribute('loading', 'lazy')
  expect(await overflowing(page)).toEqual([])
  await expectNoViolations(page, 'a notice with images')

  await page.goto(`/recruitments/${slug}`)
  await expect.poll(() => arrived(page, '.organization img')).toBe(true)
  expect(await overflowing(page)).toEqual([])

  await openForm(page, `/admin/jobs/${job.id}`)
  const previewed = page.frameLocator('iframe[title="Preview of the public page"]').locator('.organization img')
  await expect(previewed).toHaveAttribute('src', /^\/storage\/v1\/render\/image\/public\//)
})

test('a logo of another site is shown as it is, but not in the preview', async ({ page, tables, mark }) => {
  const foreign =
    'https://elsewhere.example/storage/v1/object/public/notices/0123456789abcdef0123456789abcdef-900x450.png'
  const body = await picture(page, 900, 450)
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ contentType: 'image/png', body }))
  const slug = `images-${mark}`
  const organization = await tables.insert('organizations', { name: `Board ${mark}`, slug, logo_url: foreign })
  const job = await tables.insert('jobs', { title: `Notice ${mark}`, slug, organization_id: organization.id })
  await page.goto(`/jobs/${slug}`)
  await expect.poll(() => arrived(page, '.organization img')).toBe(true)
  await expect(logo(page)).toHaveAttribute('src', foreign)
  await expect(logo(page)).not.toHaveAttribute('srcset')
  await expect(logo(page)).toHaveCSS('width', '40px')

  await openForm(page, `/admin/jobs/${job.id}`)
  const preview = page.frameLocator('iframe[title="Preview of the public page"]')
  await expect(preview.locator('.organization')).toHaveText(`Board ${mark}`)
  await expect(preview.locator('.organization img')).toHaveCount(0)
})
