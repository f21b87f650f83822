import { FONT_DELAY_MS } from '#domain/limits.ts'
import { savesData } from './save-data.ts'
import { takeOverKey, writePreference } from './user-preferences.ts'
import { whenIdle } from './when-idle.ts'

const root = document.documentElement
/** Read by head-script.ts. */
const NAME = 'font'

/** Loads fonts after everything else, so that they delay neither the first paint nor a tap; not to save data. */
export async function startFonts(): Promise<void> {
  takeOverKey(NAME)
  if (savesData()) return
  await whenIdle(0)
  if (!(await isInstalled('Devanagari Here', 'क'))) root.setAttribute('data-has-devanagari', '')
  await whenIdle()
  await downloadLatin()
}

/** The script in the head uses the Latin font from the next document on, so that text on screen does not move. */
async function downloadLatin(): Promise<void> {
  const { font, hasLatin } = root.dataset
  if (!font || hasLatin !== undefined || (await isInstalled('Noto Here', 'a'))) return
  await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS))
  const response = await fetch(font, { priority: 'low' })
  await response.arrayBuffer()
  if (response.ok) writePreference(NAME, font)
}

/** @param family a font family of `local()` sources only */
function isInstalled(family: string, letter: string): Promise<boolean> {
  return document.fonts.load(`1em '${family}'`, letter).then(
    (faces) => faces.length > 0,
    () => false,
  )
}
