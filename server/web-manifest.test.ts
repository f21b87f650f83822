import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { THEME_COLOURS } from '#domain/theme-colours.ts'
import { createWebManifest, webManifest } from './web-manifest.ts'

const manifest = webManifest({ name: 'Naukri Khabar', vapidPublicKey: 'key' })
const images = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]

test('the manifest contains the configured site name', () => {
  expect(manifest).toMatchObject({ name: 'Naukri Khabar', short_name: 'Naukri Khabar', display: 'standalone' })
  expect(JSON.stringify(manifest)).not.toContain('Suchana')
})

test('the scope of the manifest is the whole site, and shortcuts are paths', () => {
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/' })
  expect(manifest.shortcuts).toHaveLength(4)
  for (const { url } of manifest.shortcuts) expect(url).toMatch(/^\/[a-z-]+$/)
})

test.each([...new Map(images.map((image) => [image.src, image])).values()])(
  'the image $src exists with the size and format in the manifest',
  async ({ src, sizes, type }) => {
    const file = `public${src}`
    expect(existsSync(file)).toBe(true)
    if (sizes === 'any') return
    const { width, height, format } = await sharp(file).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
  },
)

test('the manifest has one maskable icon and separate icons for any purpose', () => {
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  expect(manifest.icons.filter(({ purpose }) => purpose === 'any').map(({ sizes }) => sizes)).toContain('192x192')
})

test('the manifest is sent with its media type and cache-control: no-cache', async () => {
  const response = createWebManifest({ name: 'Suchana', vapidPublicKey: 'key' })()
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.json()).toMatchObject({ name: 'Suchana', vapid_public_key: 'key' })
})

test('the theme colours are equal to the surface colours of the stylesheet', () => {
  const tokens = readFileSync('app/ui/styles/tokens.css', 'utf8')
  const [, light, dark] = /--surface: light-dark\((#\w+), (#\w+)\);/.exec(tokens) ?? []
  expect({ light, dark }).toEqual(THEME_COLOURS)
})
