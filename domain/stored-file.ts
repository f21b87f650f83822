import { IMAGE_WIDTHS } from './limits.ts'
import { webLink } from './web-link.ts'

/** The storage bucket of this product. */
export const STORAGE_BUCKET = 'notices'

/** Types of stored files, by the extension of their names. */
export const STORED_TYPES = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const

export type StoredEnding = keyof typeof STORED_TYPES

const NAME = /^([0-9a-f]{32})(?:\.pdf|-([1-9]\d{0,4})x([1-9]\d{0,4})\.(?:jpg|png|webp))$/
const PUBLIC_FOLDER = `/storage/v1/object/public/${STORAGE_BUCKET}/`
const PUBLIC_PATH = new RegExp(`^https?://[^/?#]+${PUBLIC_FOLDER}([^/?#]+)$`)
const VARIANT_FOLDER = `/storage/v1/render/image/public/${STORAGE_BUCKET}/`

/**
 * The name of a stored file. It is derived from the content, so that the same bytes have the same address, and the
 * content of an address never changes.
 *
 * @param hash SHA-256 of the uploaded bytes in hexadecimal; the first half is used
 * @param size width and height in pixels, of images
 */
export function storedName(hash: string, ending: StoredEnding, size?: { width: number; height: number }): string {
  return `${hash.slice(0, 32)}${size ? `-${size.width}x${size.height}` : ''}.${ending}`
}

/** @returns type and size of a file from its name, or null when storedName has not created the name */
export function readStoredName(name: string): { ending: StoredEnding; width: number; height: number } | null {
  const [matched, , width = '0', height = '0'] = NAME.exec(name) ?? []
  if (!matched) return null
  return { ending: name.slice(name.lastIndexOf('.') + 1) as StoredEnding, width: Number(width), height: Number(height) }
}

/**
 * @returns whether an address is that of a file in the storage of a portal, told by its path and its name. Such a link
 *   does not leave the site, and is no official source. Source: docs/behaviour/notices.md#links
 */
export function isStoredFile(address: unknown): boolean {
  const [, name = ''] = PUBLIC_PATH.exec(typeof address === 'string' ? address.trim() : '') ?? []
  return readStoredName(name) !== null
}

/** @returns the address and the host of a link to another site, or null */
export function outsideLink(address: unknown): ReturnType<typeof webLink> {
  return isStoredFile(address) ? null : webLink(address)
}

/** @returns whether an image is served by this site: the admin shows no other. @param address absolute http(s) address */
export function isOwnImage(address: string, siteUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(siteUrl).origin
}

export interface ImageSources {
  src: string
  /** Missing when there is only one size. */
  srcSet?: string
  /** Size of the whole image in pixels, so that a page reserves space for it; none for images of other sites. */
  width?: number
  height?: number
}

/**
 * The attributes of a responsive image. An image that this site stores has variants in the widths of IMAGE_WIDTHS, never
 * wider than the original. Any other address is used unchanged.
 * Source: docs/behaviour/public-pages.md#images; Supabase Storage, "Image Transformations".
 *
 * @param address http(s) address, or path of this site
 * @param siteUrl address of this site
 */
export function imageSources(address: string, siteUrl: string): ImageSources {
  const name = ownName(address, siteUrl)
  const file = readStoredName(name)
  if (!file?.width) return { src: address }
  const { width, height } = file
  const narrower = IMAGE_WIDTHS.filter((offered) => offered < width)
  const whole = IMAGE_WIDTHS.find((offered) => offered >= width)
  const offers = [...narrower, ...(whole ? [whole] : [])].map((offered) => ({
    address: `${VARIANT_FOLDER}${name}?width=${offered}`,
    width: Math.min(offered, width),
  }))
  return {
    src: offers.at(-1)?.address ?? address,
    ...(offers.length > 1 && { srcSet: offers.map((offer) => `${offer.address} ${offer.width}w`).join(', ') }),
    width,
    height,
  }
}

/** @returns the name of a file that this site stores, or '' for any other address */
function ownName(address: string, siteUrl: string): string {
  if (!URL.canParse(address, siteUrl)) return ''
  const { origin, pathname, search, hash } = new URL(address, siteUrl)
  const isOwn = origin === new URL(siteUrl).origin && pathname.startsWith(PUBLIC_FOLDER) && !search && !hash
  return isOwn ? pathname.slice(PUBLIC_FOLDER.length) : ''
}
