import { useEffect, useState } from 'react'

/**
 * The text of a field, live, except what an input method is still composing from a keyboard: half a word in another
 * script is nothing to search for. A touch keyboard composes every word that it writes, so there it counts.
 */
export function useTypedText(field: HTMLInputElement): string {
  const [text, setText] = useState(field.value)

  useEffect(() => {
    const stopped = new AbortController()
    let isComposing = false
    const read = () => !isComposing && setText(field.value)
    const begin = () => {
      isComposing = matchMedia('(pointer: fine)').matches
    }
    const end = () => {
      isComposing = false
      read()
    }
    field.addEventListener('compositionstart', begin, stopped)
    field.addEventListener('compositionend', end, stopped)
    field.addEventListener('input', read, stopped)
    // A page that is shown sets the field to its own text.
    addEventListener('pageshown', read, stopped)
    read()
    return () => stopped.abort()
  }, [field])

  return text
}
