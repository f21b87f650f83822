import { expect, test } from 'vitest'
import { imageSources, isStoredFile, outsideLink, readStoredName, storedName } from './stored-file.ts'

const hash = '0123456789abcdef'.repeat(4)
const half = hash.slice(0, 32)

test('the name of a stored file is derived from its content', () => {
  expect(storedName(hash, 'pdf')).toBe(`${half}.pdf`)
  expect(storedName(hash, 'png', { width: 640, height: 480 })).toBe(`${half}-640x480.png`)
})

test.each([
  [`${half}.pdf`, { ending: 'pdf', width: 0, height: 0 }],
  [`${half}-640x480.png`, { ending: 'png', width: 640, height: 480 }],
  [`${half}-2400x1.webp`, { ending: 'webp', width: 2400, height: 1 }],
  [`${half}-1x1.jpg`, { ending: 'jpg', width: 1, height: 1 }],
  [`${half}.png`, null],
  [`${half}-640x480.pdf`, null],
  [`${half}-0x480.png`, null],
  [`${half}-640x480.svg`, null],
  [`${half}-640x480.png/`, null],
  [`${half}-640x480.PNG`, null],
  [`${half}.pdf\n`, null],
  [`${half.toUpperCase()}.pdf`, null],
  [`../${half}.pdf`, null],
  [`a/${half}.pdf`, null],
  ['notice.pdf', null],
  ['', null],
])('the name %j is read as %j', (name, expected) => {
  expect(readStoredName(name)).toEqual(expected)
})

const site = 'https://portal.example'
const address = (size: string) => `${site}/storage/v1/object/public/notices/${half}-${size}.png`
test.each([
  [`${site}/storage/v1/object/public/notices/${half}.pdf`, true],
  [` ${address('640x480')} `, true],
  [`${site}/storage/v1/object/public/notices/${half}.pdf?download`, false],
  [`${site}/storage/v1/object/public/others/${half}.pdf`, false],
  [`${site}/storage/v1/object/public/notices/result.pdf`, false],
  [`${site}/${half}.pdf`, false],
  ['https://ssc.gov.in/result.pdf', false],
  [null, false],
])('the address %j is that of a stored file, and no link to another site: %s', (value, isStored) => {
  expect(isStoredFile(value)).toBe(isStored)
  expect(outsideLink(value) === null).toBe(isStored || value === null)
})

const render = (size: string, width: number) =>
  `/storage/v1/render/image/public/notices/${half}-${size}.png?width=${width}`

test.each<[size: string, widths: [requested: number, shown: number][]]>([
  [
    '2400x1600',
    [
      [300, 300],
      [600, 600],
      [900, 900],
      [1200, 1200],
    ],
  ],
  [
    '1200x800',
    [
      [300, 300],
      [600, 600],
      [900, 900],
      [1200, 1200],
    ],
  ],
  [
    '500x400',
    [
      [300, 300],
      [600, 500],
    ],
  ],
  [
    '301x300',
    [
      [300, 300],
      [600, 301],
    ],
  ],
  ['300x200', [[300, 300]]],
  ['48x48', [[300, 48]]],
])('an image of %s pixels has no variant wider than itself', (size, widths) => {
  const [width, height] = size.split('x').map(Number)
  const srcSet = widths.map(([requested, shown]) => `${render(size, requested)} ${shown}w`).join(', ')
  for (const given of [address(size), address(size).replace(site, '')]) {
    expect(imageSources(given, site)).toEqual({
      src: render(size, widths.at(-1)![0]),
      ...(widths.length > 1 && { srcSet }),
      width,
      height,
    })
  }
})

test.each([
  'https://elsewhere.example/logo.png',
  `${site}/storage/v1/object/public/notices/logo.png`,
  `${site}/storage/v1/object/public/notices/${half}.pdf`,
  `${site}/storage/v1/object/public/others/${half}-640x480.png`,
  `${address('640x480')}?download=`,
  `${address('640x480')}#a`,
  address('640x480').replace('portal', 'elsewhere'),
  address('640x480').replace('https', 'http'),
  address('640x480').replace('.example', '.example:8443'),
  address('640x480').replace(site, '//elsewhere.example'),
  'https://',
])('the address %s is used unchanged', (other) => {
  expect(imageSources(other, site)).toEqual({ src: other })
})
