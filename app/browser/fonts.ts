import { withChunkLimit } from './chunk-limit.ts'
import { savesData } from './save-data.ts'
import { whenIdle } from './when-idle.ts'

/** Loads the font for Hindi where the device has none, so that it delays neither the first paint nor a tap; not to save data. */
export async function startFonts(): Promise<void> {
  if (savesData()) return
  await whenIdle(0)
  if (!(await isInstalled('Devanagari Here', 'क'))) await withChunkLimit(import('./hindi-font.css'))
}

/** @param family a font family of `local()` sources only */
export function isInstalled(family: string, letter: string): Promise<boolean> {
  return document.fonts.load(`1em '${family}'`, letter).then(
    (faces) => faces.length > 0,
    () => false,
  )
}
