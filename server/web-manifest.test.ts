import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { THEME_COLOURS } from '#domain/theme-colours.ts'
import { createWebManifest, webManifest } from './web-manifest.ts'

const manifest = webManifest({ name: 'Naukri Khabar' })
const drawn = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]

test('the app has the name that the operator has chosen', () => {
  expect(manifest).toMatchObject({ name: 'Naukri Khabar', short_name: 'Naukri Khabar', display: 'standalone' })
  expect(JSON.stringify(manifest)).not.toContain('Suchana')
})

test('what it may be called by its address is the whole site', () => {
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/' })
  for (const { url } of manifest.shortcuts) expect(url).toMatch(/^\/[a-z-]+$/)
})

test.each([...new Map(drawn.map((image) => [image.src, image])).values()])(
  '$src is there in the size and format it is said to have',
  async ({ src, sizes, type }) => {
    const file = `public${src}`
    expect(existsSync(file)).toBe(true)
    if (sizes === 'any') return
    const { width, height, format } = await sharp(file).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
  },
)

test('one icon may be cut to any shape, and is no stand-in for the others', () => {
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  expect(manifest.icons.filter(({ purpose }) => purpose === 'any').map(({ sizes }) => sizes)).toContain('192x192')
})

test('browsers are told its type and ask again whether it has changed', async () => {
  const answer = createWebManifest({ name: 'x' })()
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.json()).toMatchObject({ name: 'x' })
})

test('the bars around the page have the colour of its header', () => {
  const tokens = readFileSync('app/ui/styles/base/tokens.css', 'utf8')
  const [, light, dark] = /--surface: light-dark\((#\w+), (#\w+)\);/.exec(tokens) ?? []
  expect({ light, dark }).toEqual(THEME_COLOURS)
})
