import { createRoot } from 'react-dom/client'
import './search-dropdown.css'
import { SearchCombobox } from './search-combobox.tsx'

/** The form stays as the server has rendered it; the list of suggestions is added below it. */
export function start(element: HTMLElement): void {
  const field = element.querySelector('input')
  const box = element.querySelector('search')
  if (!field || !box) return
  const container = document.createElement('div')
  container.className = 'island'
  box.append(container)
  createRoot(container).render(<SearchCombobox field={field} box={box} />)
}
