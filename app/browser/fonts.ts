import { savesData } from './save-data.ts'
import { nextFrame, whenIdle } from './when-idle.ts'

/** Parts that get the font one after the other, from the inside out: what has its own font does not inherit that of its parent. */
const PARTS = ['.home-section', 'main > *', 'header, main, footer', 'body']

/** Loads the font for Hindi where the device has none, so that it delays neither the first paint nor a tap; not to save data. */
export async function startFonts(): Promise<void> {
  if (savesData()) return
  await whenIdle(0)
  if (await isInstalled('Devanagari Here', 'क')) return
  // A frame for each, because every text in it is laid out again.
  for (const part of PARTS.flatMap((selector) => [...document.querySelectorAll(selector)])) {
    part.setAttribute('data-has-devanagari', '')
    await nextFrame()
  }
}

/** @param family a font family of `local()` sources only */
export function isInstalled(family: string, letter: string): Promise<boolean> {
  return document.fonts.load(`1em '${family}'`, letter).then(
    (faces) => faces.length > 0,
    () => false,
  )
}
