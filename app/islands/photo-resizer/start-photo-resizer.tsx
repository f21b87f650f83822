import { hydrateRoot } from 'react-dom/client'
import { PhotoResizer } from './photo-resizer.tsx'

export function start(element: HTMLElement): void {
  hydrateRoot(element, <PhotoResizer />, { identifierPrefix: element.dataset['island'] ?? '' })
}
