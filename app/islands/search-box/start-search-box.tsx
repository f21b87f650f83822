import { createRoot } from 'react-dom/client'
import '#app/ui/styles/search-dropdown.css'
import { SearchCombobox } from './search-combobox.tsx'

/** The form stays as the server wrote it; the list of suggestions is added below it. */
export function start(element: HTMLElement): void {
  const field = element.querySelector('input')
  const box = element.querySelector('search')
  if (!field || !box) return
  const place = document.createElement('div')
  place.className = 'island'
  box.append(place)
  createRoot(place).render(<SearchCombobox field={field} box={box} />)
}
