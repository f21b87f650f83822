import { FONT_DELAY_MS } from '#domain/limits.ts'
import { savesData } from './save-data.ts'
import { takeOverKey } from './earlier-keys.ts'
import { writePreference } from './user-preferences.ts'

/** Read by head-script.ts. */
const NAME = 'font'

/**
 * Downloads the Latin font after everything else; not to save data. The script in the head uses it from the next
 * document on, so that text on screen does not move.
 */
export async function downloadLatinFont(): Promise<void> {
  takeOverKey(NAME)
  const { font, hasLatin } = document.documentElement.dataset
  if (savesData() || !font || hasLatin !== undefined) return
  await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS))
  const response = await fetch(font, { priority: 'low' })
  await response.arrayBuffer()
  if (response.ok) writePreference(NAME, font)
}
