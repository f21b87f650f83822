import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'
import { escapeHtml } from '#domain/escape-html.ts'
import type { ShareCard } from './share-card.ts'

/** Pixels. Source: ogp.me; the size that messengers show large. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 72
const TITLE_HEIGHT = 184
/** Upper edge of the facts, and the gap between them. */
const FACTS_TOP = 392
const GAP = 24

const LATIN = fileURLToPath(new URL('fonts/noto-sans-bold.ttf', import.meta.url))
const DEVANAGARI = fileURLToPath(new URL('fonts/noto-sans-devanagari-bold.ttf', import.meta.url))
const FONT = 'Noto Sans, Noto Sans Devanagari Bold'

/** Longest text in grapheme clusters; longer texts are cut with an ellipsis. */
const MAX_LETTERS = 120

const INK = '#ffffff'
const QUIET = '#ecd3e8'

/** Background in the brand colours. */
const BACKGROUND = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
     <rect width="${WIDTH}" height="${HEIGHT}" fill="#4c1245"/>
     <rect y="${HEIGHT - 96}" width="${WIDTH}" height="96" fill="#3a0c35"/>
     <rect width="${WIDTH}" height="12" fill="#c978bd"/>
   </svg>`,
)

interface Line {
  text: string
  left?: number
  width?: number
  top: number
  height: number
  color: string
  size?: number
}

/**
 * Draws a share image as PNG. Pango shapes the text, which Devanagari conjuncts require.
 *
 * @returns a PNG of 1200 by 630 pixels
 */
export async function drawShareImage(card: ShareCard): Promise<Buffer> {
  const { siteName, host, kicker, title, subtitle, facts } = card
  const lines: Line[] = [
    { text: kicker, top: 56, height: 44, color: QUIET, size: 28 },
    { text: title, top: 118, height: TITLE_HEIGHT, color: INK },
    { text: subtitle, top: 324, height: 40, color: QUIET, size: 24 },
    ...facts.flatMap(factLines),
    { text: `${siteName}   ${host}`, top: HEIGHT - 70, height: 40, color: INK, size: 22 },
  ]
  await loadDevanagari
  const drawn = await Promise.all(lines.filter(({ text }) => cut(text)).map(drawLine))
  return sharp(BACKGROUND).composite(drawn).png({ palette: true, compressionLevel: 9, effort: 4 }).toBuffer()
}

/** A fact in its column: what it is, its value, and how far away it is. */
function factLines({ label, value, note }: ShareCard['facts'][number], index: number, all: unknown[]): Line[] {
  const width = (WIDTH - 2 * MARGIN - GAP * (all.length - 1)) / all.length
  const left = Math.round(MARGIN + index * (width + GAP))
  const column = { left, width: Math.floor(width) }
  return [
    { ...column, text: label, top: FACTS_TOP, height: 32, color: QUIET, size: 18 },
    { ...column, text: value, top: FACTS_TOP + 32, height: 44, color: INK, size: 30 },
    { ...column, text: note, top: FACTS_TOP + 80, height: 30, color: QUIET, size: 18 },
  ]
}

/** Draws a line at its font size and shrinks it to its box. The title has no font size and fills its box. */
async function drawLine(line: Line): Promise<OverlayOptions> {
  const { text, top, left = MARGIN, width = WIDTH - 2 * MARGIN, height, color, size } = line
  const box = size ? { dpi: 96 } : { width, height }
  const markup = `<span foreground="${color}">${escapeHtml(cut(text))}</span>`
  const font = size ? `${FONT} ${size}` : FONT
  const drawn = sharp({ text: { text: markup, font, fontfile: LATIN, rgba: true, ...box } })
  const inside = sharp(await drawn.png().toBuffer()).resize({ width, height, fit: 'inside', withoutEnlargement: true })
  return { input: await inside.png().toBuffer(), left, top }
}

/** Pango registers a font file when it is first used, and then uses it as fallback for Devanagari. */
const loadDevanagari = sharp({ text: { text: 'x', font: FONT, fontfile: DEVANAGARI, rgba: true, dpi: 96 } })
  .png()
  .toBuffer()

/** Replaces control characters by spaces and cuts the text between grapheme clusters. */
function cut(text: string): string {
  const plain = text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, ' ').trim()
  const letters = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(plain),
    (part) => part.segment,
  )
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…` : plain
}
