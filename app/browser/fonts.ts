import { withChunkLimit } from './chunk-limit.ts'
import { savesData } from './save-data.ts'
import { whenIdle } from './when-idle.ts'

/** Loads the font for Hindi where the device has none, so that it delays neither the first paint nor a tap; not to save data. */
export async function startFonts(): Promise<void> {
  if (savesData()) return
  await whenIdle(0)
  if (!(await hasHindiFont())) await withChunkLimit(import('./hindi-font.css'))
}

/** @returns whether the device has one of the fonts for Hindi that style sheets name */
function hasHindiFont(): Promise<boolean> {
  return document.fonts.load("1em 'Devanagari Here'", 'क').then(
    (faces) => faces.length > 0,
    () => false,
  )
}
